//! Fields that the pairing takes for one and the same: those that need a line, and why.

use std::collections::HashSet;

use super::{
    carry::{Carry, carry},
    context::Version,
    document::{Line, Trust},
    leftovers::is_bool,
    members::Known,
    messages::Scope,
    moved::{Moved, Target, What},
    oneofs::Oneofs,
    opposites::sound_opposite,
    speaking::{self, Zero},
    toml_text::string,
};
use crate::{pairing::Evidence, schema::Field};

/// From here on a guess is no question.
const SURE: f64 = 0.9;

/// The lines of the fields that are on both sides and can be carried, and the indices of those fields.
pub(super) fn lines(scope: &Scope<'_, '_>) -> (Vec<Moved>, HashSet<usize>) {
    let (mut lines, mut settled) = (Vec::new(), HashSet::new());
    let mut oneofs = Oneofs::default();
    for (i, j, how) in &scope.known {
        if matches!(how, Known::Suspect { .. }) {
            continue;
        }
        let (before, after) = (scope.before[*i].field, scope.after[*j].field);
        let Some(transform) = carry(scope.context, before, after) else { continue };
        let Some(unused) = oneofs.admit(before.oneof, after.oneof) else { continue };
        settled.insert(*i);
        lines.extend(line(scope, *i, *j, how, transform, unused));
    }
    // Where nothing changed, signatures stay what they are.
    let changes = !scope.slots.is_empty() || settled.len() < scope.before.len() || !lines.is_empty();
    if changes {
        lines.extend(scope.known.iter().filter_map(|(i, j, _)| signature(scope, *i, *j)));
    }
    (lines, settled)
}

fn line(
    scope: &Scope<'_, '_>,
    i: usize,
    j: usize,
    how: &Known,
    transform: Carry,
    unused: Option<&'static str>,
) -> Option<Moved> {
    let (before, after) = (&scope.before[i], &scope.after[j]);
    let mut target = Target::new(&after.step, transform);
    let mut line = name(before, after, how);
    if let Some(direction) = unused {
        target.unused = Some(direction);
        line = line.decide_also(format!(
            "going {direction} another member of its oneof can be set at the same time, so it is left out there"
        ));
    }
    match transform {
        Carry::First => {
            let text = format!(
                "`{}` was a list and is a single value: only the first element has a place, the others are lost going up",
                before.step
            );
            line = line.decide_also(text);
        }
        Carry::Head => {
            let text = format!(
                "`{}` became a list: its value is the first element, and elements after the first are lost going down",
                before.step
            );
            line = line.decide_also(text);
        }
        Carry::StructValue => line = line.adding("a Struct is one of the things that a Value can be"),
        Carry::Copy if inverted(before.field, after.field) => {
            target.via = Some("not");
            line = line.decide_also("the names sound like opposites".to_owned());
            line = line.or(before.step.clone(), string(&after.step));
        }
        Carry::Copy => {}
    }
    match speaking::zero(before.field, after.field) {
        Some(Zero::Became) => {
            target.via = Some("zero_is_unset");
            line = line.decide_also(zero_became(scope, before, after));
            line = line.or(before.step.clone(), Target::new(&after.step, transform).value());
        }
        Some(Zero::Ceased) => {
            let text = format!("`{}` does not tell 0 from unset any more: an explicit 0 arrives as unset", before.step);
            line = line.decide_also(text);
        }
        None => {}
    }
    let is_silent = matches!(line.trust, Trust::Plain) && before.step == after.step && transform == Carry::Copy;
    (!is_silent).then(|| Moved {
        order: i,
        key: before.step.clone(),
        what: What::To(target),
        trust: line.trust,
        inlined_from: None,
    })
}

/// A signature that is carried as it is and does not fit any more.
fn signature(scope: &Scope<'_, '_>, i: usize, j: usize) -> Option<Moved> {
    let (before, after) = (&scope.before[i], &scope.after[j]);
    let is_signature = speaking::is_signature(before.field, scope.context.old.kind_name(before.field.value_kind(), ""));
    if !is_signature
        || before.step != after.step
        || carry(scope.context, before.field, after.field) != Some(Carry::Copy)
    {
        return None;
    }
    let mut target = Target::new(&after.step, Carry::Copy);
    target.loss = Some("signed was the old form, so it does not verify any more".to_owned());
    let text = "a signature over what conversion changes does not verify afterwards; without `loss` nobody is told";
    let line = Line::plain("", "").decide(text).or(before.step.clone(), string(&after.step));
    Some(Moved { order: i, key: before.step.clone(), what: What::To(target), trust: line.trust, inlined_from: None })
}

fn inverted(before: &Field, after: &Field) -> bool {
    is_bool(before) && is_bool(after) && sound_opposite(before.name(), after.name())
}

/// What is said about the two names.
fn name(before: &super::members::Member<'_>, after: &super::members::Member<'_>, how: &Known) -> Line {
    let line = Line::plain("", "");
    if before.step == after.step {
        return line;
    }
    if before.field.json_name == after.field.json_name {
        return line.because(format!("both are `{}` in JSON", before.field.json_name));
    }
    match how {
        Known::Renamed { score, evidence } => {
            let number = before.field.number;
            let text = format!("taken for one field ({score:.2}): number {number} on both sides, {}", words(evidence));
            if *score >= SURE { line.because(text) } else { line.decide(text) }
        }
        Known::Same | Known::Suspect { .. } => line.because("only the package changed"),
    }
}

fn zero_became(
    scope: &Scope<'_, '_>,
    before: &super::members::Member<'_>,
    after: &super::members::Member<'_>,
) -> String {
    let mut text = format!(
        "`{}` tells 0 from unset in {}, which {} could not; 0 is taken for unset",
        after.step,
        scope.new_label(),
        scope.context.label(Version::Old)
    );
    for (version, field) in [("before", before.field), ("now", after.field)] {
        if let Some(said) = speaking::about_zero(field) {
            text += &format!("; {version}: \"{said}\"");
        }
    }
    text
}

/// Evidence in words.
pub(super) fn words(evidence: &[Evidence]) -> String {
    let words: Vec<String> = evidence.iter().map(ToString::to_string).collect();
    if words.is_empty() { "nothing else in common".to_owned() } else { words.join(", ") }
}
