//! Verdicts, counted.

use std::collections::BTreeMap;

use proto_diff::migration::{
    TypePair,
    detection::{Side, Verdict},
};

use super::sides::SIDES;

/// The verdicts on messages of one kind.
#[derive(Default)]
pub struct Tally {
    counts: BTreeMap<&'static str, usize>,
    /// Ambiguous ones by type.
    ambiguous: BTreeMap<String, usize>,
    wrong: Vec<String>,
    wrong_count: usize,
    excused: usize,
}

impl Tally {
    /// Judges a message that `writer` wrote, for readers of the new version. Readers of the old one must not be told a
    /// wrong version either.
    pub fn add(&mut self, writer: Side, types: TypePair, bytes: &[u8]) {
        self.count(writer, types, bytes, SIDES.judge(types, bytes));
        self.hold(writer, types, bytes, SIDES.judge_towards(types, bytes, Side::Old));
    }

    /// Counts a verdict on a message that `writer` wrote.
    pub fn count(&mut self, writer: Side, types: TypePair, bytes: &[u8], verdict: Verdict) {
        *self.counts.entry(verdict.name()).or_default() += 1;
        if verdict == Verdict::Ambiguous {
            *self.ambiguous.entry(SIDES.old[types.old()].element.name.clone()).or_default() += 1;
        }
        self.hold(writer, types, bytes, verdict);
    }

    /// Remembers a verdict that is wrong.
    fn hold(&mut self, writer: Side, types: TypePair, bytes: &[u8], verdict: Verdict) {
        if verdict.side() == Some(writer.other()) {
            self.wrong_count += 1;
            if self.wrong.len() < 10 {
                self.wrong.push(format!("{writer} wrote {}", SIDES.story(types, bytes)));
            }
        }
    }

    pub fn total(&self) -> usize {
        self.counts.values().sum()
    }

    /// Counts a message that misleads and has every right to.
    pub fn excuse(&mut self) {
        self.excused += 1;
    }

    pub fn excused(&self) -> usize {
        self.excused
    }

    /// Prints what came out.
    pub fn print(&self, group: &str) {
        let total = self.total().max(1);
        let shares: Vec<String> =
            self.counts.iter().map(|(name, n)| format!("{name} {n} ({}%)", n * 100 / total)).collect();
        let (wrong, excused) = (self.wrong_count, self.excused);
        println!("{group}: {total} messages, {wrong} wrong, {excused} excused; {}", shares.join(", "));
        let mut types: Vec<_> = self.ambiguous.iter().collect();
        types.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        let types: Vec<String> = types.iter().take(8).map(|(name, n)| format!("{name} {n}")).collect();
        println!("    ambiguous: {}", types.join(", "));
    }

    /// Prints what came out, and fails when a wrong version was named.
    pub fn settle(&self, group: &str) {
        self.print(group);
        assert!(self.wrong.is_empty(), "{group}: {} wrong\n{}", self.wrong_count, self.wrong.join("\n"));
    }
}
