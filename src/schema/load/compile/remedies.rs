//! What to do about what protox says.

/// Parts of messages of protox and its parts, and what helps.
const REMEDIES: [(&str, &str); 16] = [
    ("option field", "check the spelling; the option of a library goes in parentheses and needs its import"),
    ("is not defined", "check the spelling, and that the file that defines it is imported"),
    ("is defined twice", "rename one of the two, or remove it"),
    ("has already been used", "give one of the two another number, or set `option allow_alias = true`"),
    ("is already used", "give one of the two a number that was never used"),
    ("conflicts with reserved range", "take another number: a reserved one may still be in old data"),
    ("conflicts with extension range", "take a number outside the range, or make the range smaller"),
    ("camel-case name of field", "rename one of the two: in JSON they have the same name"),
    ("a field with JSON name", "give one of the two another `json_name`"),
    ("as an extension number", "extend at a number that the message lists after `extensions`"),
    ("message numbers must be between", "numbers go from 1 to 536870911, without 19000 to 19999"),
    ("invalid field number", "numbers go from 1 to 536870911, without 19000 to 19999"),
    ("first value for proto3 enums", "put a value such as `UNSPECIFIED = 0` first"),
    ("enums must have at least one value", "add a value, or remove the enum"),
    ("a oneof must have at least one field", "add a field, or remove the oneof"),
    ("is not a message", "name a message"),
];

/// The remedy, where one is known.
pub(super) fn remedy(message: &str) -> Option<&'static str> {
    REMEDIES.iter().find(|(part, _)| message.contains(part)).map(|&(_, remedy)| remedy)
}
