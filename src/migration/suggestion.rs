//! What somebody probably meant.

use crate::{nearest::nearest, pairing::name_similarity};

/// From here on two names are worth a suggestion.
const ALIKE: f64 = 0.6;

/// Of these names the one that was probably meant: letters apart by a slip of the finger, or like it word by word.
pub(super) fn suggestion<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let names: Vec<&str> = names.into_iter().collect();
    nearest(wanted, names.iter().copied()).into_iter().next().or_else(|| {
        let scored = names.iter().map(|name| (name_similarity(name, wanted), *name));
        let (score, name) = scored.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (score >= ALIKE).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::suggestion;

    #[test]
    fn slips_of_the_finger_are_told_from_other_words() {
        let keys = ["to", "via", "empty", "loss", "distinct", "up", "down", "why"];
        for (typed, meant) in [("vai", Some("via")), ("emtpy", Some("empty")), ("lose", Some("loss")), ("xyz", None)] {
            assert_eq!(suggestion(typed, keys).as_deref(), meant, "{typed}");
        }
        assert_eq!(suggestion("Tsk", ["Task", "Part"]).as_deref(), Some("Task"));
    }
}
