//! A small thesaurus of the words that interfaces are made of.
//!
//! Evidence, never proof: synonyms at the same number with the same type are taken for a rename, and the report says
//! so with its score. Opposites are the reason this file exists: `include` and `exclude` are close to any measure of
//! spelling and as far apart as meanings can be.

/// Words that stand for one another in field names.
const SYNONYMS: &[&[&str]] = &[
    &["amount", "quantity", "count", "total"],
    &["avatar", "picture", "photo", "image"],
    &["body", "payload", "content"],
    &["category", "kind", "type", "class"],
    &["comment", "remark", "note"],
    &["config", "configuration", "setting", "option", "preference"],
    &["country", "nation"],
    &["create", "add", "insert", "new"],
    &["description", "summary", "detail"],
    &["email", "mail"],
    &["error", "failure", "fault"],
    &["firstname", "forename"],
    &["lastname", "surname"],
    &["get", "fetch", "retrieve", "read", "lookup"],
    &["identifier", "id", "uid", "uuid", "key"],
    &["label", "tag", "marker"],
    &["link", "url", "uri", "href"],
    &["location", "place", "position"],
    &["message", "msg"],
    &["modify", "update", "change", "edit", "patch"],
    &["name", "title", "label"],
    &["number", "num", "no", "nr"],
    &["delete", "remove", "drop"],
    &["params", "parameter", "param", "argument", "arg"],
    &["phone", "telephone"],
    &["price", "cost"],
    &["size", "length", "len"],
    &["state", "status"],
    &["stop", "cancel", "abort"],
    &["time", "timestamp"],
    &["zip", "postcode", "zipcode"],
];

/// Words that exclude one another.
const OPPOSITES: &[(&str, &str)] = &[
    ("after", "before"),
    ("allow", "deny"),
    ("allow", "forbid"),
    ("asc", "desc"),
    ("begin", "end"),
    ("buyer", "seller"),
    ("client", "server"),
    ("disable", "enable"),
    ("disabled", "enabled"),
    ("download", "upload"),
    ("exclude", "include"),
    ("excluded", "included"),
    ("failure", "success"),
    ("first", "last"),
    ("from", "to"),
    ("height", "width"),
    ("hide", "show"),
    ("hidden", "visible"),
    ("in", "out"),
    ("input", "output"),
    ("latitude", "longitude"),
    ("lat", "lng"),
    ("lat", "lon"),
    ("left", "right"),
    ("max", "min"),
    ("maximum", "minimum"),
    ("new", "old"),
    ("next", "previous"),
    ("off", "on"),
    ("private", "public"),
    ("read", "write"),
    ("received", "sent"),
    ("receiver", "sender"),
    ("request", "response"),
    ("source", "destination"),
    ("source", "target"),
    ("start", "end"),
    ("start", "stop"),
];

pub(super) fn are_synonyms(a: &str, b: &str) -> bool {
    SYNONYMS.iter().any(|set| set.contains(&a) && set.contains(&b))
}

pub(super) fn are_opposites(a: &str, b: &str) -> bool {
    OPPOSITES.iter().any(|&(x, y)| (a, b) == (x, y) || (a, b) == (y, x))
}
