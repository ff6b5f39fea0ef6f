//! `proto-diff decode --raw`.

use super::{DecodeArguments, with_advice};
use crate::{
    cli::{
        Exit, Failure,
        payload::{Content, Deliverable, Messages, PayloadFailure, Stop, deliver, heading},
        terminal::Terminal,
    },
    inspect::{RawMessage, text},
    wire::framing::{DressError, Dresser, Fit, is_well_formed},
};

/// Prints records without a schema.
pub(super) fn run(arguments: &DecodeArguments, terminal: &Terminal) -> Result<Exit, Failure> {
    let deliverable = arguments.output.deliverable();
    if let Deliverable::ProtoJson | Deliverable::Envelope = deliverable {
        return Err(Failure::RawJson);
    }
    let judge = |bytes: &[u8]| if is_well_formed(bytes) { Fit::Partly } else { Fit::Malformed };
    let mut messages = Messages::open(&arguments.payload, &judge, terminal)?;
    deliver(|out| {
        let mut printed = match deliverable {
            Deliverable::Dressed(dressing) => Printed::Dressed(Dresser::new(out, dressing)),
            _ => Printed::Text(out),
        };
        while let Some(item) = messages.next()? {
            let place = item.place;
            let Content::Bytes(bytes) = item.content else {
                return Err(PayloadFailure::JsonWithoutSchema(place.to_string()).into());
            };
            if let Printed::Text(out) = &mut printed {
                heading(*out, &place, &bytes)?;
                text::write_raw(&bytes, arguments.columns(), terminal.out, *out)?;
            }
            if let Some(fault) = RawMessage::new(&bytes).records().find_map(Result::err) {
                let bytes = bytes.into_owned();
                let failure = PayloadFailure::Message { place, fault: fault.into(), help: None };
                return Err(with_advice(failure, || messages.advice(&bytes, &judge)).into());
            }
            if let Printed::Dressed(dresser) = &mut printed {
                match dresser.write(&bytes) {
                    Ok(()) => {}
                    Err(DressError::Output(error)) => return Err(Stop::Output(error)),
                    Err(error) => return Err(PayloadFailure::Dress { place, error }.into()),
                }
            }
        }
        Ok(())
    })?;
    Ok(messages.finish(Exit::Clean))
}

/// Where records go.
enum Printed<'p> {
    Text(&'p mut dyn std::io::Write),
    Dressed(Dresser<&'p mut dyn std::io::Write>),
}
