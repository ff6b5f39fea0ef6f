//! Booleans that say the opposite of one another.

/// Stems of words: a `true` of the one is a `false` of the other.
const OPPOSITES: &[(&str, &str)] = &[
    ("activ", "inactiv"),
    ("activ", "suspend"),
    ("allow", "block"),
    ("allow", "deny"),
    ("allow", "forbid"),
    ("allow", "prevent"),
    ("block", "async"),
    ("block", "immediate"),
    ("block", "background"),
    ("block", "detach"),
    ("clean", "dirty"),
    ("enable", "disable"),
    ("include", "exclude"),
    ("include", "omit"),
    ("include", "skip"),
    ("keep", "delete"),
    ("keep", "discard"),
    ("keep", "drop"),
    ("mandatory", "optional"),
    ("mutable", "immutable"),
    ("mutable", "readonly"),
    ("mutable", "read_only"),
    ("online", "offline"),
    ("open", "close"),
    ("public", "internal"),
    ("public", "private"),
    ("required", "optional"),
    ("show", "hid"),
    ("success", "error"),
    ("success", "fail"),
    ("sync", "async"),
    ("valid", "invalid"),
    ("verbose", "quiet"),
    ("visible", "hid"),
    ("wait", "async"),
    ("wait", "detach"),
    ("wait", "immediate"),
    ("writable", "read_only"),
    ("writable", "readonly"),
];
const NEGATIONS: &[&str] = &["no", "not", "non", "without", "skip", "never", "disable", "disabled", "is_not"];

/// Whether two names sound like opposites: `blocking` and `return_immediately`, `cached` and `no_cached`.
pub(super) fn sound_opposite(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let table = |a: &str, b: &str| OPPOSITES.iter().any(|(x, y)| has_word(a, x) && has_word(b, y));
    table(&a, &b) || table(&b, &a) || negates(&a, &b) || negates(&b, &a)
}

/// Whether one of its words begins with a stem.
fn has_word(name: &str, stem: &str) -> bool {
    name.starts_with(stem) || name.contains(&format!("_{stem}"))
}

fn negates(a: &str, b: &str) -> bool {
    let without_negation: Vec<&str> = a.split('_').filter(|word| !NEGATIONS.contains(word)).collect();
    let words: Vec<&str> = b.split('_').collect();
    without_negation.len() < a.split('_').count() && without_negation == words
        || ["un", "non", "in", "dis"].iter().any(|prefix| a.strip_prefix(prefix).is_some_and(|rest| rest == b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_and_others() {
        for (a, b) in [
            ("blocking", "return_immediately"),
            ("enabled", "disabled"),
            ("include_deleted", "exclude_deleted"),
            ("visible", "is_hidden"),
            ("cached", "not_cached"),
            ("unlocked", "locked"),
        ] {
            assert!(sound_opposite(a, b) && sound_opposite(b, a), "{a} {b}");
        }
        for (a, b) in [("enabled", "active"), ("glossy", "matte"), ("unit", "it_unit"), ("preopened", "undisclosed")] {
            assert!(!sound_opposite(a, b), "{a} {b}");
        }
    }
}
