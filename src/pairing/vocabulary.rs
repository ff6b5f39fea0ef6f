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
    &["unspecified", "unknown", "undefined", "unset", "none", "invalid"],
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

/// What the thesaurus knows of one word, looked up once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// A bit for each set of [`SYNONYMS`] it is in.
    synonyms: u64,
    /// A bit for each pair of [`OPPOSITES`] that it begins, and for each that it ends.
    opposites: (u64, u64),
}

const _: () = assert!(SYNONYMS.len() <= 64 && OPPOSITES.len() <= 64, "an entry has a bit for each");

impl Entry {
    pub(super) fn of(word: &str) -> Self {
        fn bits(facts: impl Iterator<Item = bool>) -> u64 {
            facts.enumerate().filter(|(_, holds)| *holds).fold(0, |bits, (i, _)| bits | 1 << i)
        }
        Entry {
            synonyms: bits(SYNONYMS.iter().map(|set| set.contains(&word))),
            opposites: (
                bits(OPPOSITES.iter().map(|(first, _)| *first == word)),
                bits(OPPOSITES.iter().map(|(_, second)| *second == word)),
            ),
        }
    }

    pub(super) fn is_synonym_of(self, other: Entry) -> bool {
        self.synonyms & other.synonyms != 0
    }

    pub(super) fn is_opposite_of(self, other: Entry) -> bool {
        self.opposites.0 & other.opposites.1 != 0 || self.opposites.1 & other.opposites.0 != 0
    }
}
