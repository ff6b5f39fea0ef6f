//! How alike two names or two comments are.

use similar::{Algorithm, capture_diff_slices, get_diff_ratio};

use super::vocabulary;

/// Words that say little about what a thing is: they count half.
const COMMON_WORDS: &[&str] = &[
    "request", "response", "req", "resp", "reply", "message", "msg", "config", "info", "data", "get", "list", "set",
    "create", "update", "delete", "is", "has", "type", "value", "id",
];
/// Words that say nothing.
const FILLERS: &[&str] = &["to", "of", "the", "a", "an", "for", "by", "in", "on", "and", "with"];
/// What two words have at most that are taken for one another without being equal.
const SYNONYM: f64 = 0.9;
const SAME_STEM: f64 = 0.8;

/// How alike two names are, from 0 to 1, word by word: `security` and `security_requirements` share one word of two,
/// `TaskSubscription` and `SubscribeToTask` both. Plurals, synonyms (`tag`, `label`) and common stems count nearly
/// as the same word; a pair of opposites (`min`, `max`) makes the names strangers.
pub fn name_similarity(a: &str, b: &str) -> f64 {
    if a == b { 1.0 } else { Name::new(a).similarity(&Name::new(b)) }
}

/// A name taken apart once, for comparing it with many.
#[derive(Debug)]
pub(super) struct Name(Vec<Word>);

#[derive(Debug, PartialEq)]
struct Word {
    text: String,
    known: vocabulary::Entry,
    /// What it counts: [`COMMON_WORDS`] count half.
    weight: f64,
}

impl Name {
    pub(super) fn new(name: &str) -> Self {
        let word = |text: String| Word {
            known: vocabulary::Entry::of(&text),
            weight: if COMMON_WORDS.contains(&text.as_str()) { 0.5 } else { 1.0 },
            text,
        };
        Name(words(name).into_iter().map(word).collect())
    }

    /// As [`name_similarity`].
    pub(super) fn similarity(&self, other: &Name) -> f64 {
        if self.excludes(other) {
            return 0.0;
        }
        let total: f64 = self.0.iter().chain(&other.0).map(|word| word.weight).sum();
        if total == 0.0 {
            return 0.0;
        }
        let mut free: Vec<&Word> = other.0.iter().collect();
        let mut shared = 0.0;
        for word in &self.0 {
            let best = free
                .iter()
                .enumerate()
                .map(|(i, other)| (i, word_similarity(word, other)))
                .max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.cmp(&x.0)));
            if let Some((i, score)) = best.filter(|(_, score)| *score > 0.0) {
                let other = free.remove(i);
                shared += score * (word.weight + other.weight);
            }
        }
        shared / total
    }

    /// Whether one has a word whose opposite the other has, and not the word itself.
    fn excludes(&self, other: &Name) -> bool {
        self.0.iter().any(|x| {
            let opposites = || other.0.iter().filter(|y| x.known.is_opposite_of(y.known));
            opposites().any(|y| !self.0.contains(y) && !other.0.contains(x))
        })
    }
}

/// How alike two comments are, from 0 to 1: the share of words in a longest common subsequence. Comments of fewer
/// than three words say too little and give 0.
pub fn comment_similarity(a: &str, b: &str) -> f64 {
    let (a, b) = (comment_words(a), comment_words(b));
    if a.len() < 3 || b.len() < 3 {
        return 0.0;
    }
    let ops = capture_diff_slices(Algorithm::Myers, &a, &b);
    f64::from(get_diff_ratio(&ops, a.len(), b.len()))
}

/// Independent pieces of evidence together: one minus the chance that all of them mislead.
pub(super) fn combined(scores: impl IntoIterator<Item = f64>) -> f64 {
    1.0 - scores.into_iter().map(|score| 1.0 - score.clamp(0.0, 1.0)).product::<f64>()
}

fn comment_words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// The words of a name in snake_case or CamelCase, lower case, singular, without fillers.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut previous_lower = false;
    let mut finish = |word: &mut String| {
        let lower = std::mem::take(word).to_lowercase();
        if !lower.is_empty() {
            words.push(singular(lower));
        }
    };
    for c in name.chars() {
        if !c.is_alphanumeric() {
            finish(&mut word);
            previous_lower = false;
            continue;
        }
        if c.is_uppercase() && previous_lower {
            finish(&mut word);
        }
        previous_lower = c.is_lowercase() || c.is_ascii_digit();
        word.push(c);
    }
    finish(&mut word);
    if words.len() > 1 {
        words.retain(|word| !FILLERS.contains(&word.as_str()));
    }
    words
}

fn singular(word: String) -> String {
    if word.len() > 3 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") {
        return word[..word.len() - 1].to_owned();
    }
    word
}

fn word_similarity(a: &Word, b: &Word) -> f64 {
    if a.text == b.text {
        return 1.0;
    }
    if a.known.is_synonym_of(b.known) {
        return SYNONYM;
    }
    let (a, b) = (a.text.as_str(), b.text.as_str());
    // Another digit is another thing: `line1` is not `line2`.
    if a.chars().chain(b.chars()).any(|c| c.is_ascii_digit()) || a.chars().next() != b.chars().next() {
        return 0.0;
    }
    let prefix = a.chars().zip(b.chars()).take_while(|(x, y)| x == y).count();
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    if prefix >= 3 && prefix == shorter && longer <= 4 * shorter {
        return SAME_STEM; // an abbreviation: `desc`, `config`
    }
    if prefix >= 5 && 10 * prefix >= 6 * shorter {
        return SAME_STEM;
    }
    if longer - shorter > 2 || shorter < 5 {
        return 0.0;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let ratio = f64::from(get_diff_ratio(&capture_diff_slices(Algorithm::Myers, &a, &b), a.len(), b.len()));
    if ratio >= 0.8 { ratio } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_mean_one_thing() {
        for (a, b, least) in [
            ("security", "security_requirements", 0.6),
            ("schemes", "scheme", 1.0),
            ("TaskSubscription", "SubscribeToTask", 0.8),
            ("tag", "label", 0.9),
            ("TASK_STATE_CANCELLED", "TASK_STATE_CANCELED", 0.9),
            ("ListTaskPushNotificationConfigRequest", "ListTaskPushNotificationConfigsRequest", 1.0),
            ("desc", "description", 0.8),
        ] {
            assert!(name_similarity(a, b) >= least, "{a} {b} {}", name_similarity(a, b));
            assert_eq!(name_similarity(a, b), name_similarity(b, a), "{a} {b}");
        }
    }

    #[test]
    fn names_that_mean_two_things() {
        for (a, b) in [
            ("preferred_transport", "icon_url"),
            ("blocking", "return_immediately"),
            ("name", "tenant"),
            ("min_size", "max_size"),
            ("include_deleted", "exclude_deleted"),
            ("line1", "line2"),
            ("printer", "thumbnail_url"),
            ("first_name", "last_name"),
            ("start_time", "end_time"),
        ] {
            assert!(name_similarity(a, b) <= 0.5, "{a} {b} {}", name_similarity(a, b));
        }
    }

    #[test]
    fn comments_as_measured_on_the_real_pair() {
        let content = "Content is the container of the message content.";
        let parts = "Parts is the container of the message content.";
        assert!((comment_similarity(content, parts) - 0.875).abs() < 0.001);
        assert!(comment_similarity("name=tasks/{id}", "Optional. Tenant ID") < 0.5);
    }
}
