//! The whole comparison of two schemas: pairing, changes, effects, findings.

use std::{
    cmp::Reverse,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use crate::{
    changes::{self, Change},
    effects::{self, Effects, Outcome},
    migration::Guide,
    pairing::{self, Pairing, PairingOptions},
    rules::{self, Context, Finding, Policy},
    schema::Schema,
};

/// For fewer changes than these another thread costs more than it saves.
const WORTH_A_THREAD: usize = 32;

/// Two schemas with everything that was found out about them. What every report is made from.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// The old version.
    pub old: Schema,
    /// The new version.
    pub new: Schema,
    /// The manifest that was gone by, if one was.
    pub guide: Option<Guide>,
    /// Who became whom.
    pub pairing: Pairing,
    /// Every change, worst first; among equals in the order of the old schema.
    pub findings: Vec<Finding>,
}

/// What the user says about a comparison.
#[derive(Debug, Clone, Default)]
pub struct CompareOptions {
    /// How elements find their counterparts.
    pub pairing: PairingOptions,
    /// The manifest to go by, if there is one: [`Guide::recognised`] finds the bundled ones.
    pub guide: Option<Guide>,
    /// What counts.
    pub policy: Policy,
}

/// Compares two schemas.
///
/// ```
/// use proto_diff::{CompareOptions, compare, rules::Severity, schema};
///
/// let old = schema::from_texts("old", [("a.proto", "syntax = 'proto3'; message A { string id = 1; }")])?;
/// let new = schema::from_texts("new", [("a.proto", "syntax = 'proto3'; message A { int64 id = 1; }")])?;
/// let comparison = compare(old, new, &CompareOptions::default());
/// assert_eq!(comparison.findings[0].severity, Severity::Error);
/// # Ok::<(), schema::SchemaError>(())
/// ```
pub fn compare(old: Schema, new: Schema, options: &CompareOptions) -> Comparison {
    let pairing = match &options.guide {
        Some(guide) => pairing::pair_as_told(&old, &new, &options.pairing, &guide.told),
        None => pairing::pair(&old, &new, &options.pairing),
    };
    let changes = changes::find(&old, &new, &pairing);
    let context = Context { old: &old, new: &new, pairing: &pairing };
    let mut findings = find_out(context, &options.policy, &changes);
    findings.sort_by_key(|finding| Reverse((finding.severity, worst_outcome(&finding.effects))));
    Comparison { old, new, guide: options.guide.clone(), pairing, findings }
}

/// The worst that happens to data in either encoding. The sort is stable, so equals stay in schema order.
pub(crate) fn worst_outcome(effects: &Effects) -> Outcome {
    let binary = effects.binary.map(|binary| binary.worst());
    let json = effects.json.map(|json| json.worst());
    binary.max(json).unwrap_or_default()
}

/// Observes and judges every change, in order, on as many threads as are worth it. Changes differ in how much there is
/// to try, so a thread that is done takes the next one.
fn find_out(context: Context<'_>, policy: &Policy, changes: &[Change]) -> Vec<Finding> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(changes.len() / WORTH_A_THREAD + 1);
    let next = AtomicUsize::new(0);
    let work = || -> Vec<(usize, Finding)> {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(change) = changes.get(index) else { return done };
            let (effects, witnesses) = effects::observe(context.old, context.new, context.pairing, change);
            done.push((index, rules::judge(context, policy, change.clone(), effects, witnesses)));
        }
    };
    let mut findings = thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut findings = work();
        for helper in helpers {
            // A panic over there is a fault of ours and goes on here.
            findings.extend(helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        findings
    });
    findings.sort_unstable_by_key(|(index, _)| *index);
    findings.into_iter().map(|(_, finding)| finding).collect()
}
