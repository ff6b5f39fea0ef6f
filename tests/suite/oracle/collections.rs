//! Lists and maps, beside one another and beside single values.

use proto_diff::{
    effects::Outcome,
    schema::{Kind, Schema},
};

use super::{
    super::facts::{Fact, Tree},
    Identity, Place, Typed, Verdict, scalars, zero,
};

impl Identity<'_> {
    pub(super) fn collections(&self, written: Typed<'_>, read: Typed<'_>, places: &[Place]) -> Verdict {
        match (written.fact, read.fact) {
            (Fact::List(w), Fact::List(r)) => self.lists((written.kind, w), (read.kind, r), places),
            (Fact::Map(w), Fact::Map(r)) => self.maps((written.kind, w), (read.kind, r), places),
            // A map is a list of messages with the key at 1 and the value at 2.
            (Fact::Map(w), Fact::List(r)) => match entries(self.reader, read.kind, r) {
                Some((kind, entries)) => self.maps((written.kind, w), (kind, &entries), places),
                None => Outcome::Misread.into(),
            },
            (Fact::List(w), Fact::Map(r)) => match entries(self.writer, written.kind, w) {
                Some((kind, entries)) => {
                    let folded = if r.len() < w.len() { Outcome::Coerced } else { Outcome::Exact };
                    self.maps((kind, &entries), (read.kind, r), places).at_least(folded)
                }
                None => Outcome::Misread.into(),
            },
            (Fact::List(w), _) => self.one_of_several((written.kind, w), read, places),
            (_, Fact::List(r)) => match r.as_slice() {
                [only] => self.values(written, Typed { kind: read.kind, fact: only }, places),
                // One value was written; several were found in it.
                _ => Outcome::Misread.into(),
            },
            (Fact::Map(_), one) => match (entries(self.reader, read.kind, std::slice::from_ref(one)), written.fact) {
                // As one message, entries are merged: the last one is left.
                (Some((kind, last)), Fact::Map(all)) => self.maps((written.kind, all), (kind, &last), places),
                _ => Outcome::Misread.into(),
            },
            (one, Fact::Map(r)) => match entries(self.writer, written.kind, std::slice::from_ref(one)) {
                Some((kind, entries)) => self.maps((kind, &entries), (read.kind, r), places),
                None => Outcome::Misread.into(),
            },
            _ => unreachable!("one of them is a list or a map"),
        }
    }

    /// Element by element; or what is left of them, in order.
    fn lists(&self, written: (&Kind, &[Fact]), read: (&Kind, &[Fact]), places: &[Place]) -> Verdict {
        let one = |w, r| self.values(Typed { kind: written.0, fact: w }, Typed { kind: read.0, fact: r }, places);
        if written.1.len() == read.1.len() {
            let pairs = written.1.iter().zip(read.1);
            return pairs.fold(Outcome::Exact.into(), |all: Verdict, (w, r)| all.and(one(w, r)));
        }
        let mut rest = written.1.iter();
        let each_is_left = read.1.iter().all(|r| rest.any(|w| one(w, r).worst() <= Outcome::Coerced));
        if each_is_left { Outcome::Coerced.into() } else { Outcome::Misread.into() }
    }

    /// The last one wins, or the last one that fits; messages are merged.
    fn one_of_several(&self, written: (&Kind, &[Fact]), read: Typed<'_>, places: &[Place]) -> Verdict {
        let one = |w| self.values(Typed { kind: written.0, fact: w }, read, places);
        match written.1 {
            [only] => one(only),
            several if several.iter().all(|w| matches!((w, read.fact), (Fact::Message(_), Fact::Message(_)))) => {
                Outcome::Coerced.into()
            }
            // A closed enum sets aside what it does not know: the last one that fits.
            several if matches!(read.kind, Kind::Enum(id) if self.reader[*id].closed) => {
                several.iter().map(|w| one(w).worst()).min().unwrap_or_default().max(Outcome::Coerced).into()
            }
            [.., last] => one(last).at_least(Outcome::Coerced),
            [] => unreachable!("an empty list is not written"),
        }
    }

    /// Key by key. Where a key or a value does not fit, readers put the default in its place or set the entry aside.
    fn maps(&self, written: (&Kind, &[(Fact, Fact)]), read: (&Kind, &[(Fact, Fact)]), places: &[Place]) -> Verdict {
        let value = |w: &Fact, r: &Fact| {
            let verdict = self.values(Typed { kind: written.0, fact: w }, Typed { kind: read.0, fact: r }, places);
            if verdict.outcome == Outcome::Misread && r.is_nothing() { Outcome::Coerced.into() } else { verdict }
        };
        let entry = |(key, r): &(Fact, Fact)| -> Verdict {
            let fates_of_key = written.1.iter().map(|(written_key, w)| (keys(written_key, key), w));
            let same_key = fates_of_key.filter(|(outcome, _)| *outcome <= Outcome::Coerced);
            // The same key, unless another one was folded into it.
            let by_key = same_key.min_by_key(|(outcome, w)| {
                let verdict = value(w, r);
                (verdict.outcome == Outcome::Misread, *outcome, verdict.worst())
            });
            let by_key = by_key.map(|(outcome, w)| value(w, r).at_least(outcome));
            let without_key = || {
                let same_value = written.1.iter().any(|(_, w)| value(w, r).worst() <= Outcome::Coerced);
                if key.is_nothing() && same_value { Outcome::Coerced } else { Outcome::Misread }
            };
            by_key.unwrap_or_else(|| without_key().into())
        };
        let all = read.1.iter().fold(Outcome::Exact.into(), |all: Verdict, r| all.and(entry(r)));
        if read.1.len() < written.1.len() { all.at_least(Outcome::Coerced) } else { all }
    }
}

fn keys(written: &Fact, read: &Fact) -> Outcome {
    if written.is_nothing() && read.is_nothing() { Outcome::Exact } else { scalars::compare(written, read) }
}

/// Messages taken for the entries of a map, with the kind of their values. Of several with one key the last one counts.
/// `None` for messages that cannot be taken for entries.
fn entries<'a>(schema: &'a Schema, kind: &Kind, items: &[Fact]) -> Option<(&'a Kind, Vec<(Fact, Fact)>)> {
    let item = &schema[kind.message()?];
    let value = item.field_numbered(2)?.value_kind();
    // Without a field at 1 every key is the default.
    let missing_key = item.field_numbered(1).and_then(|key| zero(key.value_kind())).unwrap_or(Fact::Int(0));
    let missing_value = zero(value).unwrap_or(Fact::Message(Tree::default()));
    let part = |tree: &Tree, number, missing: &Fact| tree.fields.get(&number).unwrap_or(missing).clone();
    let mut entries: Vec<(Fact, Fact)> = Vec::new();
    for item in items {
        let Fact::Message(tree) = item else { return None };
        let entry = (part(tree, 1, &missing_key), part(tree, 2, &missing_value));
        if matches!(entry.0, Fact::Message(_) | Fact::List(_) | Fact::Map(_)) {
            return None;
        }
        entries.retain(|(known, _)| *known != entry.0);
        entries.push(entry);
    }
    Some((value, entries))
}
