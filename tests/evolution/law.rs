//! The law: nothing that happens to data is worse than what the report says.
//!
//! For each message, each field and each reader: what was observed is at most what the findings about that field say,
//! and a field without a finding arrives. A message that is refused is covered by any finding below it that is at
//! least as bad.

use std::cell::RefCell;

use proptest::{strategy::Strategy, test_runner::TestCaseError};
use proto_diff::{
    CompareOptions, Comparison, compare,
    dynamic::binary,
    effects::{Direction, Outcome},
};

use super::{
    claims::Claims,
    decoder::Decoder,
    evolution::Evolution,
    identity::disputed,
    kin::ModelKin,
    linked::Linked,
    messages::message,
    miss::{Miss, What},
    model::Syntax,
    oracle::{Kin, Observed, Place},
    passage::{End, Letter, Passage, Version, send},
    peculiarities,
    print::files,
    runs::{self, Volume},
};

#[test]
fn nothing_worse_happens_to_proto3() {
    holds_for("upb", Volume::Many, Evolution::of(Syntax::Proto3));
}

#[test]
fn nothing_worse_happens_to_proto2() {
    holds_for("upb", Volume::Many, Evolution::of(Syntax::Proto2));
}

#[test]
fn nothing_worse_happens_in_pure_python() {
    holds_for("python", Volume::Few, Evolution::any());
}

fn holds_for(runtime: &'static str, volume: Volume, evolutions: impl Strategy<Value = Evolution>) {
    let decoder = RefCell::new(Decoder::start(runtime));
    runs::all(file!(), volume, evolutions, |evolution| holds(&mut decoder.borrow_mut(), &evolution));
}

fn holds(decoder: &mut Decoder, evolution: &Evolution) -> Result<(), TestCaseError> {
    let new_model = evolution.evolved();
    let (Some(old), Some(new)) = (Linked::of(files(&evolution.old)), Linked::of(files(&new_model))) else {
        return Err(TestCaseError::reject("no schema"));
    };
    let schemas = (old.schema.clone(), new.schema.clone());
    let comparison = compare(schemas.0, schemas.1, &CompareOptions::default());
    if disputed(&comparison, &evolution.old, &new_model) {
        return Err(TestCaseError::reject("who is who is disputed"));
    }
    decoder.load("old", &old);
    decoder.load("new", &new);
    let (old_model, new_model) = (&evolution.old, &new_model);
    let (old, new) = (Version { key: "old", linked: &old }, Version { key: "new", linked: &new });
    let ways = [
        (Direction::Upgrade, (old, new), ModelKin { writer: old_model, reader: new_model }),
        (Direction::Downgrade, (new, old), ModelKin { writer: new_model, reader: old_model }),
    ];
    let letters: Vec<Letter<'_>> =
        ways.iter().flat_map(|(direction, versions, kin)| letters_of(evolution, *direction, *versions, kin)).collect();
    let told: Vec<String> = send(decoder, &letters).iter().flat_map(|passage| untold(&comparison, passage)).collect();
    if told.is_empty() { Ok(()) } else { Err(TestCaseError::fail(told.concat())) }
}

/// Where the report says too little, in words, but for what no report has to foresee.
pub fn untold(comparison: &Comparison, passage: &Passage) -> Vec<String> {
    let misses = misses(comparison, passage).into_iter().filter(|miss| !peculiarities::explain(miss));
    misses.map(|miss| miss.to_string()).collect()
}

/// Messages of every type that both versions have, in turn.
fn letters_of<'a>(
    evolution: &Evolution,
    direction: Direction,
    (writer, reader): (Version<'a>, Version<'a>),
    kin: &'a dyn Kin,
) -> Vec<Letter<'a>> {
    let (writers, readers) = (&writer.linked.schema, &reader.linked.schema);
    let types: Vec<_> = writers
        .subject_messages()
        .filter(|id| !writers[*id].is_map_entry)
        .filter_map(|id| Some((id, readers.message_named(&writers[id].element.full_name)?)))
        .collect();
    let supplies = evolution.supplies.iter().zip(types.iter().cycle());
    supplies
        .map(|(supply, (written, read))| Letter {
            direction,
            writer: End { version: writer, message: *written },
            reader: End { version: reader, message: *read },
            kin,
            bytes: binary::write(writers, &writers[*written], &message(writers, *written, supply)),
        })
        .collect()
}

/// Where the report says too little.
pub fn misses<'a>(comparison: &'a Comparison, passage: &'a Passage) -> Vec<Miss<'a>> {
    let claims = Claims { comparison, direction: passage.direction, reader: passage.reader };
    let miss = |observed, claimed, places: &[Place], what| Miss {
        direction: passage.direction,
        reader: passage.reader,
        payload: &passage.payload,
        observed,
        claimed,
        what,
        findings: claims.findings(places).map(|finding| finding.explanation.to_string()).collect(),
    };
    match &passage.observed {
        Observed::Refused(refusal) => {
            let claimed = claims.about_all_of(passage.types);
            let covered = claimed >= Outcome::Rejected;
            (!covered).then(|| miss(Outcome::Rejected, claimed, &[], What::Message(refusal))).into_iter().collect()
        }
        Observed::Read(fates) => fates
            .iter()
            .map(|fate| (fate, claims.about(&fate.places)))
            .filter(|(fate, claimed)| fate.outcome > *claimed)
            .map(|(fate, claimed)| {
                let (_, reader) = claims.fields(&fate.places);
                let types = claims.types(&fate.places);
                let (written, read) = (fate.written.as_ref(), fate.read.as_ref());
                miss(fate.outcome, claimed, &fate.places, What::Field { reader, types, written, read })
            })
            .collect(),
    }
}
