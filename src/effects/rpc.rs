//! Experiments on rpcs whose request or response became another type.

use super::{
    Direction, Ground, Notice,
    experiment::Experiment,
    judge::{EnumNumbers, Identity, Types, same_number_and_name},
    sample::Sample,
    trial::Trial,
    typed::Typed,
    values::{self, Fill},
};
use crate::{
    changes::{CallPart, Change, Detail},
    pairing::Sides,
    schema::ServiceId,
};

/// Tries what the payload of the other type is read as. Fields of two unrelated types are one when number and
/// name are.
pub(super) fn try_out(
    ground: &Ground<'_>,
    change: &Change,
    services: Sides<ServiceId>,
    method: Sides<usize>,
    run: &mut dyn FnMut(Experiment<'_>),
) -> Notice {
    let (Sides::Both { old: old_service, new: new_service }, Sides::Both { old: i, new: j }) = (services, method)
    else {
        return Notice::NotAboutData;
    };
    let (before, after) = (&ground.old[old_service].methods[i], &ground.new[new_service].methods[j]);
    let (old_kind, new_kind) = match change.detail {
        Detail::CallType { part: CallPart::Request, .. } => (&before.input, &after.input),
        Detail::CallType { part: CallPart::Response, .. } => (&before.output, &after.output),
        _ => return Notice::NotAboutData,
    };
    let (Some(old_id), Some(new_id)) = (old_kind.message(), new_kind.message()) else { return Notice::NotAboutData };
    let old = Typed { schema: ground.old, message: &ground.old[old_id] };
    let new = Typed { schema: ground.new, message: &ground.new[new_id] };
    for direction in Direction::BOTH {
        let (writer, reader) = match direction {
            Direction::Upgrade => (old, new),
            Direction::Downgrade => (new, old),
        };
        run(Experiment {
            direction,
            writer,
            reader,
            identity: Identity {
                meaning: None,
                numbers: same_number_and_name(writer.message, reader.message),
                types: Types::Paired(ground, direction),
                enum_numbers: EnumNumbers::MeanTheSame,
            },
            must_be_present: None,
            must_be_complete: None,
            readers: &Trial::ALL,
            samples: values::for_message(writer, Fill::Everything).into_iter().map(Sample::from).collect(),
        });
    }
    Notice::Tried
}
