//! Keys, strings and inline tables as TOML writes them (<https://toml.io/en/v1.0.0>).

/// A key, in quotes where it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if is_bare { name.to_owned() } else { string(name) }
}

/// A basic string.
pub(super) fn string(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// `["a", "b"]`.
pub(super) fn list(items: &[String]) -> String {
    let items: Vec<String> = items.iter().map(|item| string(item)).collect();
    format!("[{}]", items.join(", "))
}

/// `{ drop = "…" }` and the like: an inline table with one string.
pub(super) fn one(name: &str, text: &str) -> String {
    format!("{{ {name} = {} }}", string(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["plain", "a.b", "", "[acme.ext]", "\"quoted\" \\ \n\t\u{1}\u{7f}\u{85}é", "it's"] {
            let table: toml::Table = format!("{} = {}", key(text), string(text)).parse().unwrap();
            assert_eq!(
                table.into_iter().collect::<Vec<_>>(),
                [(text.to_owned(), toml::Value::String(text.to_owned()))]
            );
        }
    }
}
