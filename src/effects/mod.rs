//! What a change does to data, found out by doing it.
//!
//! For every change that data can notice there are experiments: values of the writer's type are written
//! under one schema and read under the other, by both binary reader families and both ways of reading ProtoJSON, and
//! what came out is judged against what went in. The worst outcome is the effect. There is no table of
//! verdicts that could disagree with what readers do.
//!
//! Source and http are not data; `verdicts` says what users of generated code and callers notice.

mod enum_value;
mod experiment;
mod field;
mod isolated;
mod judge;
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

pub use outcome::{
    BinaryEffects, BinaryOutcomes, DataEffects, Direction, Effects, Encoding, JsonEffects, JsonOutcomes, Outcome,
    Verdict,
};
pub use tally::Tally;
pub use witness::{Reading, Share, Witness};

use experiment::Experiment;
use trial::ByTrial;

use crate::{
    changes::{Change, ChangeKind, Detail, Subject},
    pairing::Pairing,
    schema::{Kind, Schema},
};

/// What a change does, with the proofs, worst first.
pub fn observe(old: &Schema, new: &Schema, pairing: &Pairing, change: &Change) -> (Effects, Vec<Witness>) {
    let ground = Ground { old, new, pairing };
    let (data, mut witnesses) = match &change.subject {
        Subject::Field { messages, field } if notices_data(change.kind) => {
            field::observe(&ground, change, *messages, *field)
        }
        Subject::EnumValue { enums, value } if notices_data(change.kind) => {
            enum_value::observe(&ground, change.kind, *enums, *value)
        }
        Subject::Enum(enums) if change.kind == ChangeKind::EnumClosednessChanged => {
            enum_value::observe_unknown_number(&ground, *enums)
        }
        Subject::Rpc { services, method } if change.kind == ChangeKind::RpcTypeChanged => {
            rpc::observe(&ground, change, *services, *method)
        }
        _ if leaves_data_alone(change) => (Some(Data::default()), Vec::new()),
        _ => (None, Vec::new()),
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
        Data {
            worst: DataEffects::default(),
            typical: DataEffects::default(),
            tried: DataEffects::default(),
            has_json: true,
        }
    }
}

impl Data {
    fn without_json_harm(mut self) -> Self {
        self.worst.json = JsonEffects::default();
        self.typical.json = JsonEffects::default();
        self.tried.json = JsonEffects::default();
        self
    }

    /// Runs experiments and sums them up.
    fn of<'a>(experiments: impl IntoIterator<Item = Experiment<'a>>) -> (Option<Data>, Vec<Witness>) {
        let mut data = Data::default();
        let mut witnesses = Vec::new();
        for experiment in experiments {
            let direction = experiment.direction;
            let found = experiment.run();
            data.has_json &= found.has_json;
            data.worst.record(direction, found.tried.map(|tally| tally.worst()));
            data.typical.record(direction, found.typical);
            data.tried.record(direction, found.tried);
            witnesses.extend(found.witnesses);
        }
        (Some(data), witnesses)
    }
}

impl<T> DataEffects<T> {
    /// Takes in one direction.
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
