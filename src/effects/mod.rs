//! What a change does to data, found out by doing it.
//!
//! For every change that data can notice there are experiments: values of the writer's type are written
//! under one schema and read under the other, by both binary reader families and both ways of reading ProtoJSON, and
//! what came out is judged against what went in. The worst outcome is the effect. There is no table of
//! verdicts that could disagree with what readers do.
//!
//! Source and http are not data; `verdicts` says what users of generated code and callers notice.

mod company;
mod enum_value;
mod experiment;
mod field;
mod isolated;
mod judge;
mod meaning;
mod outcome;
mod rpc;
mod sample;
mod shrink;
mod tally;
mod trial;
mod typed;
mod values;
mod verdicts;
mod witness;

pub use experiment::TriedPayload;
pub use outcome::{
    BinaryEffects, BinaryOutcomes, DataEffects, Effects, Encoding, JsonEffects, JsonOutcomes, Outcome, Verdict,
};
pub use tally::Tally;
pub use witness::{Reading, Share, Witness};

pub use crate::direction::Direction;

use experiment::{Experiment, Found};
use trial::ByTrial;

use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    pairing::Pairing,
    schema::{Kind, Schema},
};

/// What a change does, with the proofs, worst first.
pub fn observe(old: &Schema, new: &Schema, pairing: &Pairing, change: &Change) -> (Effects, Vec<Witness>) {
    let ground = Ground { old, new, pairing };
    let mut data = Data::default();
    let mut witnesses = Vec::new();
    let notice = try_out(&ground, change, &mut |experiment| {
        let direction = experiment.direction;
        let found = experiment.run();
        data.record(direction, &found);
        witnesses.extend(found.witnesses);
    });
    let data = match notice {
        Notice::NotAboutData => None,
        Notice::NothingWritten(outcome) => Some(Data::all(outcome)),
        Notice::Tried => Some(data),
    };
    witnesses.sort_by(|a, b| {
        (b.outcome, a.encoding, a.direction, a.payload.len()).cmp(&(
            a.outcome,
            b.encoding,
            b.direction,
            b.payload.len(),
        ))
    });
    let effects = Effects {
        binary: data.map(|data| data.worst.binary),
        json: data.filter(|data| data.has_json).map(|data| data.worst.json),
        typical: data.map(|data| data.typical),
        tried: data.map(|data| data.tried),
        source: verdicts::source(change),
        http: verdicts::http(&ground, change),
    };
    (effects, witnesses)
}

/// Every payload that [`observe`] tries for a change, with what each reader made of it.
pub fn payloads(old: &Schema, new: &Schema, pairing: &Pairing, change: &Change) -> Vec<TriedPayload> {
    let mut tried = Vec::new();
    try_out(&Ground { old, new, pairing }, change, &mut |experiment| tried.extend(experiment.log()));
    tried
}

/// How a change concerns data.
enum Notice {
    /// Not at all.
    NotAboutData,
    /// No bytes differ; what readers take from the same ones has this outcome.
    NothingWritten(Outcome),
    /// Experiments tell; without any, nothing happens.
    Tried,
}

/// Hands the experiments of a change to `run`.
fn try_out(ground: &Ground<'_>, change: &Change, run: &mut dyn FnMut(Experiment<'_>)) -> Notice {
    match &change.subject {
        Subject::Field { messages, field } if notices_data(change.kind) => {
            field::try_out(ground, change, *messages, *field, run)
        }
        Subject::EnumValue { enums, value } if notices_data(change.kind) => {
            enum_value::try_out(ground, change.kind, *enums, *value, run)
        }
        Subject::Enum(enums) if change.kind == ChangeKind::EnumClosednessChanged => {
            enum_value::try_unknown_number(ground, *enums, run)
        }
        Subject::Rpc { services, method } if change.kind == ChangeKind::RpcTypeChanged => {
            rpc::try_out(ground, change, *services, *method, run)
        }
        _ if leaves_data_alone(change) => Notice::Tried,
        _ => Notice::NotAboutData,
    }
}

/// Effects on data: the worst, those of plain data, and how many payloads came to which.
#[derive(Debug, Clone, Copy)]
struct Data {
    worst: DataEffects,
    typical: DataEffects,
    tried: DataEffects<Tally>,
    /// Whether values have a JSON form at all.
    has_json: bool,
}

impl Default for Data {
    fn default() -> Self {
        Data::all(Outcome::Exact)
    }
}

impl Data {
    /// One outcome for everybody.
    fn all(outcome: Outcome) -> Self {
        let binary = BinaryOutcomes { conformant: outcome, strict: outcome };
        let json = JsonOutcomes { strict: outcome, lenient: outcome };
        let effects = DataEffects {
            binary: BinaryEffects { upgrade: binary, downgrade: binary },
            json: JsonEffects { upgrade: json, downgrade: json },
        };
        Data { worst: effects, typical: effects, tried: DataEffects::default(), has_json: true }
    }

    /// Takes in one direction.
    fn record(&mut self, direction: Direction, found: &Found) {
        self.worst.record(direction, found.tried.map(|tally| tally.worst()));
        self.typical.record(direction, found.typical);
        self.tried.record(direction, found.tried);
        self.has_json &= found.has_json;
    }
}

impl<T> DataEffects<T> {
    fn record(&mut self, direction: Direction, ByTrial { binary, json }: ByTrial<T>) {
        match direction {
            Direction::Upgrade => (self.binary.upgrade, self.json.upgrade) = (binary, json),
            Direction::Downgrade => (self.binary.downgrade, self.json.downgrade) = (binary, json),
        }
    }
}

/// Both schemas and who is who.
struct Ground<'a> {
    old: &'a Schema,
    new: &'a Schema,
    pairing: &'a Pairing,
}

impl<'a> Ground<'a> {
    fn writer(&self, direction: Direction) -> &'a Schema {
        match direction {
            Direction::Upgrade => self.old,
            Direction::Downgrade => self.new,
        }
    }

    fn reader(&self, direction: Direction) -> &'a Schema {
        match direction {
            Direction::Upgrade => self.new,
            Direction::Downgrade => self.old,
        }
    }

    /// Whether a kind of the writer's schema and one of the reader's are one.
    fn same_kind(&self, direction: Direction, writer: &Kind, reader: &Kind) -> bool {
        match direction {
            Direction::Upgrade => self.pairing.same_kind((self.old, writer), (self.new, reader)),
            Direction::Downgrade => self.pairing.same_kind((self.old, reader), (self.new, writer)),
        }
    }
}

/// Whether a change of a field or enum value can reach data by itself. The reservations beside it cannot: they are
/// about data that does not exist yet.
fn notices_data(kind: ChangeKind) -> bool {
    !matches!(
        kind,
        ChangeKind::NumberNotReserved
            | ChangeKind::NameNotReserved
            | ChangeKind::ReservedNumberRemoved
            | ChangeKind::ReservedNameRemoved
    )
}

/// Changes around the data that leave every payload as it is.
fn leaves_data_alone(change: &Change) -> bool {
    // A message set is another encoding: descriptor.proto, `MessageOptions.message_set_wire_format`.
    if matches!(&change.detail, Detail::Option { name, .. } if name == "message_set_wire_format") {
        return false;
    }
    matches!(
        change.kind,
        ChangeKind::PackageChanged
            | ChangeKind::SyntaxChanged
            | ChangeKind::FileOptionChanged
            | ChangeKind::MessageRenamed
            | ChangeKind::MessageOptionChanged
            | ChangeKind::OneofRenamed
            | ChangeKind::OneofRemoved
            | ChangeKind::EnumRenamed
            | ChangeKind::EnumOptionChanged
            | ChangeKind::ServiceRenamed
            | ChangeKind::RpcRenamed
            | ChangeKind::RpcHttpChanged
            | ChangeKind::RpcOptionChanged
    )
}
