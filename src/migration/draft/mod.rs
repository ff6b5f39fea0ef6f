//! A first manifest, drafted from the pairing for a person to finish.
//!
//! The draft is total and it loads: every old field stays, goes somewhere or is dropped, every new field has a source or
//! is absent. What follows from the schemas stands there as it is; what was guessed has a comment above it that begins
//! with `decide:` and says what speaks for the guess, and where there are others, they stand below it, commented out.

mod carry;
mod context;
mod document;
mod enums;
mod identities;
mod inline;
mod layout;
mod leftovers;
mod likeness;
mod members;
mod merged;
mod messages;
mod moved;
mod new_fields;
mod oneofs;
mod opposites;
mod placing;
mod resource_names;
mod slots;
mod speaking;
mod toml_text;
mod types;

use context::{Context, Version};
use document::Document;
use new_fields::Gaps;
use toml_text::{key, string};
use types::UnpackedAt;

use crate::{
    pairing::{Pair, Pairing},
    schema::{MessageId, Schema},
};

/// Drafts the manifest of two schemas. The text is the same whenever the schemas and the pairing are.
///
/// ```
/// use proto_diff::{migration::draft::draft, pairing::{PairingOptions, pair}, schema};
///
/// let old = "syntax = 'proto3'; message Task { repeated string labels = 1; bool open = 2; }";
/// let new = "syntax = 'proto3'; message Task { string label = 1; bool closed = 2; }";
/// let (old, new) = (schema::from_texts("old", [("a.proto", old)])?, schema::from_texts("new", [("a.proto", new)])?);
/// let text = draft(&old, &new, &pair(&old, &new, &PairingOptions::default()));
/// assert!(text.contains(r#"labels = { to = "label", via = "first" }"#));
/// assert!(text.contains(r#"open   = { to = "closed", via = "not" }"#));
/// # Ok::<(), schema::SchemaError>(())
/// ```
pub fn draft(old: &Schema, new: &Schema, pairing: &Pairing) -> String {
    let context = Context::new(old, new, pairing);
    let tables = tables(&context);
    let schemas = format!("\n[schema]\nold = {}\nnew = {}\n", string(&old.origin), string(&new.origin));
    heading(&context, tables.questions()) + "\nformat = 1\n" + &schemas + &tables.to_toml()
}

fn heading(context: &Context<'_>, questions: usize) -> String {
    let what = format!(
        "Where every field of {} went in {}. Drafted by proto-diff {}.",
        context.old.origin,
        context.new.origin,
        env!("CARGO_PKG_VERSION")
    );
    let next = match questions {
        0 => "Nothing in it is a guess; read it all the same.".to_owned(),
        1 => "One line is a guess: above it a comment begins with `decide:`.".to_owned(),
        _ => format!("{questions} lines are guesses: above each a comment begins with `decide:`."),
    };
    let how = "Read what speaks for the guess, keep the line or put another in its place (some stand there commented out), \
               say why, and delete the comment. `proto-diff manifest check` then holds the file against both schemas.";
    let rest = "A field without a line stays: it has the same name and a type that fits.";
    [what, next, how.to_owned(), rest.to_owned()].iter().map(|text| layout::comment(text)).collect()
}

fn tables(context: &Context<'_>) -> Document {
    let drafted: Vec<_> =
        context.successions().map(|(old, new)| (old, new, messages::moved(context, old, new))).collect();
    let (mut gaps, mut unpacked) = (Gaps::default(), UnpackedAt::new());
    for (old, new, lines) in &drafted {
        gaps.add(context, *old, *new, lines);
        for (message, line) in lines.iter().filter_map(|line| Some((line.inlined_from?, line))) {
            let holder = line.key.rsplit_once('.').map_or(line.key.as_str(), |(holder, _)| holder);
            let place = format!("{}.{holder}", context.message_name(Version::Old, *old));
            let places = unpacked.entry(message).or_default();
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    let mut document = Document::default();
    document.push("packages".to_owned(), types::packages(context));
    document.push("types".to_owned(), types::types(context, &unpacked));
    document.push("new_types".to_owned(), types::new_types(context));
    document.push("rpcs".to_owned(), types::rpcs(context));
    for pair in &context.pairing.enums {
        let Pair::Both { old, new, .. } = pair else { continue };
        let (before, after) = (context.enum_name(Version::Old, *old), context.enum_name(Version::New, *new));
        document.push(format!("enum.{}", key(&before)), enums::old_values(context, *old, *new));
        document.push(format!("new_enum.{}", key(&after)), enums::new_values(context, *old, *new));
    }
    for (old, new, lines) in drafted {
        let heading = format!("message.{}", key(&context.message_name(Version::Old, old)));
        document.push(heading, moved::in_order(lines));
        if context.pairing.old_message(new).is_none_or(|owner| owner == old) {
            document.push(new_heading(context, new), gaps.take(context, new));
        }
    }
    // Messages that no old one became, and that lines put together all the same.
    for new in gaps.left() {
        document.push(new_heading(context, new), gaps.take(context, new));
    }
    document
}

fn new_heading(context: &Context<'_>, new: MessageId) -> String {
    format!("new.{}", key(&context.message_name(Version::New, new)))
}
