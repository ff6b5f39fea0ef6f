//! Experiments on rpcs whose request or response became another type.

use super::{
    Data, Direction, Ground, Witness,
    experiment::Experiment,
    judge::{EnumNumbers, Identity, Types, same_number_and_name},
    sample::Sample,
    typed::Typed,
    values::{self, Fill},
};
use crate::{
    changes::{CallPart, Change, Detail},
    pairing::Sides,
    schema::ServiceId,
};

/// Finds out what the payload of the other type is read as. Fields of two unrelated types are one when number and
/// name are.
pub(super) fn observe(
    ground: &Ground<'_>,
    change: &Change,
    services: Sides<ServiceId>,
    method: Sides<usize>,
) -> (Option<Data>, Vec<Witness>) {
    let (Sides::Both { old: old_service, new: new_service }, Sides::Both { old: i, new: j }) = (services, method)
    else {
        return (None, Vec::new());
    };
    let (before, after) = (&ground.old[old_service].methods[i], &ground.new[new_service].methods[j]);
    let (old_kind, new_kind) = match change.detail {
        Detail::CallType { part: CallPart::Request, .. } => (&before.input, &after.input),
        Detail::CallType { part: CallPart::Response, .. } => (&before.output, &after.output),
        _ => return (None, Vec::new()),
    };
    let (Some(old_id), Some(new_id)) = (old_kind.message(), new_kind.message()) else { return (None, Vec::new()) };
    let old = Typed { schema: ground.old, message: &ground.old[old_id] };
    let new = Typed { schema: ground.new, message: &ground.new[new_id] };
    Data::of(Direction::BOTH.into_iter().map(|direction| {
        let (writer, reader) = match direction {
            Direction::Upgrade => (old, new),
            Direction::Downgrade => (new, old),
        };
        Experiment {
            direction,
            writer,
            reader,
            identity: Identity {
                numbers: same_number_and_name(writer.message, reader.message),
                types: Types::Paired(ground, direction),
                enum_numbers: EnumNumbers::MeanTheSame,
            },
            must_be_present: None,
            must_be_complete: None,
            samples: values::for_message(writer, Fill::Everything).into_iter().map(Sample::from).collect(),
        }
    }))
}
