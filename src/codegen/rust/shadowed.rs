//! Names that prost-derive takes for itself.
//!
//! What it writes for `Debug` has types of its own inside functions, and an enum of the same name in the module of the
//! message is hidden by them. Only its name alone is; a path to it is not.

/// Those that hide an enum (`field/scalar.rs` and `field/map.rs` of prost-derive 0.14).
const TAKEN: [&str; 4] = ["Inner", "MapWrapper", "ScalarWrapper", "ValueWrapper"];

/// The keys that maps have, as prost calls them.
const KEYS: [&str; 12] = [
    "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64", "bool",
    "string",
];

/// Types by prost-build, in which enums of such names are named by a path. Texts of other attributes stay what they are:
/// a quotation mark in them has a backslash in front.
pub(super) fn evaded(mut types: String) -> String {
    let of_modules: Vec<&str> =
        TAKEN.into_iter().filter(|name| types.contains(&format!("pub enum {name} {{"))).collect();
    for name in of_modules {
        types = types.replace(&format!("enumeration = \"{name}\""), &format!("enumeration = \"self::{name}\""));
        for key in KEYS {
            let map = |name: &str| format!("map = \"{key}, enumeration({name})\"");
            types = types.replace(&map(name), &map(&format!("self::{name}")));
        }
    }
    types
}
