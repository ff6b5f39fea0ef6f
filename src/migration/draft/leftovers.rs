//! Fields that found no place: booleans turned round, and those that somebody has to drop or to place.

use std::collections::HashSet;

use super::{
    carry::{Carry, carry},
    context::Version,
    document::Line,
    messages::Scope,
    moved::{Moved, Target, What, drop_with_back, undecided_drop},
    opposites::sound_opposite,
};
use crate::schema::{Field, FieldType, Kind, Scalar};

/// Words for a boolean that says that something is over.
const OVER: &[&str] = &["final", "done", "finished", "closed", "completed", "complete", "terminal", "ended", "over"];
/// Stems of the states in which it is.
const OVER_STATES: &[&str] =
    &["COMPLETE", "FAIL", "CANCEL", "REJECT", "DONE", "FINISH", "CLOSE", "EXPIRE", "ABORT", "SUCCE"];

/// The line of an old field that nothing new is known to be.
pub(super) fn line(scope: &Scope<'_, '_>, index: usize, taken: &HashSet<String>) -> Moved {
    let member = &scope.before[index];
    let suspect = scope.suspect(index).filter(|(j, _)| !taken.contains(&scope.after[*j].step));
    let (what, line) = match suspect {
        Some((j, words)) => suspected(scope, index, j, &words),
        None => gone(scope, index),
    };
    Moved { order: index, key: member.step.clone(), what, trust: line.trust, inlined_from: None }
}

/// Same number, same shape, and little that speaks for more.
fn suspected(scope: &Scope<'_, '_>, index: usize, j: usize, words: &str) -> (What, Line) {
    let (before, after) = (&scope.before[index], &scope.after[j]);
    let how = carry(scope.context, before.field, after.field).unwrap_or(Carry::Copy);
    let straight = Target::new(&after.step, how);
    let facts = format!(
        "`{}` and `{}` have number {} and type {} in common; {words}",
        before.step,
        after.step,
        before.field.number,
        scope.old_type(before)
    );
    let dropped = undecided_drop(&format!("is `{}` the same as `{}`?", before.step, after.step));
    if is_bool(before.field) && is_bool(after.field) && sound_opposite(before.field.name(), after.field.name()) {
        let turned = Target { via: Some("not"), ..straight.clone() };
        let line = Line::plain("", "").decide(format!("{facts}; the names sound like opposites"));
        let line = line.or(before.step.clone(), straight.value()).or(before.step.clone(), dropped);
        return (What::To(turned), line);
    }
    let line = Line::plain("", "").decide(format!("{facts}; bytes of one would be read as the other"));
    let mut line = line.or(before.step.clone(), straight.value());
    if is_bool(before.field) && is_bool(after.field) {
        line = line.or(before.step.clone(), Target { via: Some("not"), ..straight }.value());
    }
    (What::Drop(dropped), line)
}

fn gone(scope: &Scope<'_, '_>, index: usize) -> (What, Line) {
    let member = &scope.before[index];
    let message = scope.names(scope.new, Version::New);
    let has_namesake = scope.after.iter().any(|after| after.step == member.step);
    let became = scope.what_became_of(member);
    let (question, text) = match has_namesake {
        true => (became.clone(), format!("{became}, and no transform carries one into the other")),
        false => (
            format!("where did `{}` go?", member.step),
            format!(
                "nothing in {message} of {} looks like `{}` ({})",
                scope.new_label(),
                member.step,
                scope.old_type(member)
            ),
        ),
    };
    let mut line = Line::plain("", "").decide(text);
    if is_bool(member.field)
        && OVER.iter().any(|word| member.field.name().split('_').any(|part| part == *word))
        && let Some((path, values)) = state(scope)
    {
        line = line.adding("it could be told from the state when going down");
        line = line.or(member.step.clone(), drop_with_back(&question, &values, &path));
    }
    (What::Drop(undecided_drop(&question)), line)
}

/// Whether it is a single bool.
pub(super) fn is_bool(field: &Field) -> bool {
    matches!(&field.ty, FieldType::Singular { kind: Kind::Scalar(Scalar::Bool), .. })
}

/// A new enum in reach that has states in which things are over, and those states.
fn state(scope: &Scope<'_, '_>) -> Option<(String, Vec<String>)> {
    let schema = scope.context.new;
    let own = scope.after.iter().map(|member| (member.step.clone(), member.field));
    let inner = scope.after.iter().filter(|member| matches!(member.field.ty, FieldType::Singular { .. }));
    let inner = inner.filter_map(|member| Some((member, member.field.value_kind().message()?)));
    let inner = inner.flat_map(|(member, message)| {
        schema[message].fields.iter().map(|field| (format!("{}.{}", member.step, field.name()), field))
    });
    own.chain(inner).find_map(|(path, field)| {
        let FieldType::Singular { kind: Kind::Enum(id), .. } = &field.ty else { return None };
        let values = schema[*id].values.iter().map(|value| value.element.name.clone());
        let over: Vec<String> = values.filter(|name| OVER_STATES.iter().any(|stem| name.contains(stem))).collect();
        (!over.is_empty()).then_some((path, over))
    })
}
