//! Names as prost-build makes them (`ident.rs` of prost-build 0.14).

use heck::{ToSnakeCase, ToUpperCamelCase};

/// The name of a field, a module or a function.
pub(super) fn snake(name: &str) -> String {
    sanitized(name.to_snake_case())
}

/// The name of a type or a member of a oneof.
pub(super) fn upper_camel(name: &str) -> String {
    sanitized(name.to_upper_camel_case())
}

fn sanitized(name: String) -> String {
    match name.as_str() {
        "as" | "break" | "const" | "continue" | "else" | "enum" | "false" | "fn" | "for" | "if" | "impl" | "in"
        | "let" | "loop" | "match" | "mod" | "move" | "mut" | "pub" | "ref" | "return" | "static" | "struct"
        | "trait" | "true" | "type" | "unsafe" | "use" | "where" | "while" | "dyn" | "abstract" | "become" | "box"
        | "do" | "final" | "macro" | "override" | "priv" | "typeof" | "unsized" | "virtual" | "yield" | "async"
        | "await" | "try" | "gen" => format!("r#{name}"),
        "_" | "super" | "self" | "Self" | "extern" | "crate" => format!("{name}_"),
        _ if name.starts_with(|c: char| c.is_numeric()) => format!("_{name}"),
        _ => name,
    }
}
