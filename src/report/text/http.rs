//! Http bindings: old and new aligned.

use std::fmt::Write;

use super::{
    style::{Ink, Style},
    wrap::push_inked,
};
use crate::report::{Binding, ChangeEntry, Detail, ElementEntry};

/// Appends the bindings of an rpc that went and those that came.
pub(super) fn push(out: &mut String, change: &ChangeEntry, style: Style) {
    let name = |side: &Option<ElementEntry>| side.as_ref().map(|element| element.name.clone());
    let title = match (name(&change.old), name(&change.new)) {
        (Some(old), Some(new)) if old != new => format!("{old} {} {new}", style.becomes()),
        (Some(name), _) | (None, Some(name)) => name,
        (None, None) => String::new(),
    };
    let mark = style.paint(Ink::from(change.severity), style.mark(change.severity));
    let _ = writeln!(out, "{mark} {title}");
    if let Some(Detail::Http { gone, added }) = &change.detail {
        for binding in gone {
            push_binding(out, "- ", binding, Ink::Bad, style);
        }
        for binding in added {
            push_binding(out, "+ ", binding, Ink::Good, style);
        }
    }
}

/// Verbs are padded so that paths stand under one another.
const VERB: usize = 6;

fn push_binding(out: &mut String, sign: &str, binding: &Binding, ink: Ink, style: Style) {
    let mut text = binding.path.clone();
    if !binding.body.is_empty() {
        let _ = write!(text, "  body {}", binding.body);
    }
    if !binding.response_body.is_empty() {
        let _ = write!(text, "  response body {}", binding.response_body);
    }
    push_inked(out, ink, &format!("    {sign}{:VERB$} ", binding.verb), &text, style, VERB + 7);
}
