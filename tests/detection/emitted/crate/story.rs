//! All that there is to say of two readings, on one line. Part of the tests and of the crate that they make.

use super::{Contrast, Detection, Reading, judge};

/// Everything that is public about two readings and about both together.
pub fn story(old: &Reading<'_>, new: &Reading<'_>) -> String {
    let alone = [old, new]
        .map(|reading| (reading.is_possible(), reading.has_unknown(), reading.left_out(), reading.evidence().to_vec()));
    let contrast = Contrast::of(old, new);
    let verdicts = [judge(old, new, || false), judge(old, new, || true)];
    let lines: Vec<String> =
        contrast.old.iter().chain(&contrast.new).map(|weighed| weighed.evidence.to_string()).collect();
    let detection = Detection::between(old, new, || false);
    let words = verdicts.map(|verdict| verdict.to_string());
    format!("{words:?} {verdicts:?} {lines:?} {detection:?} {contrast:?} {alone:?}")
}
