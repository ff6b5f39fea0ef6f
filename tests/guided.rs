//! A manifest makes a comparison say more, and never less.

#[path = "suite/case.rs"]
mod case;

use std::collections::BTreeSet;

use case::Case;
use proto_diff::{
    CompareOptions, Comparison, Direction,
    changes::{Change, ChangeKind, Detail, Subject},
    compare,
    effects::{Encoding, Outcome},
    migration::{Guide, Migration},
    pairing::Pair,
    rules::{Policy, Severity},
    schema::{self, LoadOptions, Schema, SchemaLocator},
};

fn load(name: &str) -> Schema {
    let locator = SchemaLocator::parse(name).expect("a bundled schema");
    schema::load(&locator, &LoadOptions::default()).expect("a valid schema")
}

/// The two releases, by the bundled manifest.
fn guided() -> Comparison {
    let (old, new) = (load("a2a:0.3.0"), load("a2a:1.0.1"));
    let guide = Guide::recognised(&old, &new);
    assert!(guide.as_ref().is_some_and(|guide| guide.gaps.is_empty()), "{guide:?}");
    compare(old, new, &CompareOptions { guide, ..CompareOptions::default() })
}

/// Where an error stands: the old element, or the new one where there is no old one.
fn place(comparison: &Comparison, change: &Change) -> String {
    let Comparison { old, new, .. } = comparison;
    match &change.subject {
        Subject::Field { messages, field } => {
            let holder = messages.old().map(|id| &old[*id].element.full_name);
            let holder = holder.or_else(|| messages.new().map(|id| &new[*id].element.full_name));
            let name = field.old().map(|f| f.get(old)).or_else(|| field.new().map(|f| f.get(new)));
            format!("{holder:?} {:?}", name.map(schema::Field::name))
        }
        other => format!("{other:?}"),
    }
}

fn errors(comparison: &Comparison, settled: &[ChangeKind]) -> BTreeSet<String> {
    let errors = comparison.findings.iter().filter(|finding| finding.severity == Severity::Error);
    let open = errors.filter(|finding| !settled.contains(&finding.change.kind));
    open.map(|finding| place(comparison, &finding.change)).collect()
}

fn never_less(without: &Comparison, with: &Comparison, what: &str) {
    // What a manifest is there to settle.
    let settled = [ChangeKind::FieldMeaningSuspect, ChangeKind::FieldRenamed, ChangeKind::MessageRenamed];
    let (before, after) = (errors(without, &settled), errors(with, &[]));
    let lost: Vec<&String> = before.difference(&after).collect();
    assert!(lost.is_empty(), "{what}: {lost:#?}");
}

#[test]
fn no_error_disappears() {
    let without = compare(load("a2a:0.3.0"), load("a2a:1.0.1"), &CompareOptions::default());
    never_less(&without, &guided(), "a2a");
    for case in Case::all().into_iter().filter(|case| case.manifest.is_some()) {
        // Types that nothing but the manifest pairs are compared instead of being removed.
        if case.name == "manifest-renames-what-nothing-speaks-for" {
            continue;
        }
        let without = compare(case.old_schema(), case.new_schema(), &CompareOptions::default());
        never_less(&without, &case.compared(Policy::default()), &case.name);
    }
}

#[test]
fn nothing_is_inferred_where_the_manifest_says_all() {
    let comparison = guided();
    let kinds: Vec<ChangeKind> = comparison.findings.iter().map(|finding| finding.change.kind).collect();
    assert!(!kinds.contains(&ChangeKind::FieldMeaningSuspect));
    let inferred = comparison.findings.iter().filter(|f| matches!(f.change.detail, Detail::Identity { .. }));
    assert_eq!(inferred.map(|f| place(&comparison, &f.change)).collect::<Vec<_>>(), Vec::<String>::new());
}

/// What the comparison says about values that mean something else is what converting them makes of them: no payload that
/// is shown as misread may be left as it is.
#[test]
fn what_is_said_about_meaning_is_what_converting_does() {
    let (comparison, migration) = (guided(), Migration::a2a().expect("bundled"));
    let mut tried = 0;
    for finding in &comparison.findings {
        let changes_values = matches!(&finding.change.detail, Detail::Told(word) if word.transform.is_some());
        let Subject::Field { messages, field } = &finding.change.subject else { continue };
        let (Some(old), Some(new)) = (messages.old(), messages.new()) else { continue };
        let number = |f: &schema::FieldRef, of| f.get(of).number;
        let in_place =
            field.old().map(|f| number(f, &comparison.old)) == field.new().map(|f| number(f, &comparison.new));
        if !changes_values || !in_place {
            continue;
        }
        let pair = migration.pair(*old, *new).expect("paired by the same manifest");
        let misread =
            finding.witnesses.iter().filter(|w| w.outcome == Outcome::Misread && w.encoding == Encoding::Binary);
        for witness in misread {
            tried += 1;
            let direction = match witness.direction {
                proto_diff::effects::Direction::Upgrade => Direction::Upgrade,
                proto_diff::effects::Direction::Downgrade => Direction::Downgrade,
            };
            let as_it_stands =
                |c: &proto_diff::migration::Converted| c.message == witness.payload && c.losses.is_empty();
            let converted = migration.convert(pair, &witness.payload, direction);
            assert!(!converted.as_ref().is_ok_and(as_it_stands), "{converted:?} {witness:?}");
        }
    }
    assert!(tried >= 5, "{tried}");
}

#[test]
fn every_pair_of_types_is_one_of_the_migration() {
    let (comparison, migration) = (guided(), Migration::a2a().expect("bundled"));
    for pair in &comparison.pairing.messages {
        if let Pair::Both { old, new, .. } = pair {
            assert!(migration.pair(*old, *new).is_some(), "{}", comparison.old[*old].element.full_name);
        }
    }
}
