//! Numbers that share one record.

use super::{Fault, ValueView, raw::payload_fault, view::number_view};
use crate::{
    schema::{Field, Schema},
    wire::{Depth, Reader, WireType},
};

/// A length-prefixed record of a repeated field, with many numbers in it
/// (<https://protobuf.dev/programming-guides/encoding/#packed>).
#[derive(Debug, Clone)]
pub struct Packed<'a> {
    pub(super) schema: &'a Schema,
    pub(super) field: &'a Field,
    pub(super) element: WireType,
    pub(super) run: Reader<'a>,
}

/// One of them.
#[derive(Debug, Clone)]
pub struct Element<'a> {
    /// Where it begins in the outermost bytes.
    pub offset: usize,
    /// What it is.
    pub value: ValueView<'a>,
}

/// The iterator that [`Packed::elements`] returns.
#[derive(Debug, Clone)]
pub struct Elements<'a>(Packed<'a>);

impl<'a> Packed<'a> {
    /// The numbers, in the order of the bytes. Stops after the first error.
    pub fn elements(&self) -> Elements<'a> {
        Elements(self.clone())
    }
}

impl<'a> Iterator for Elements<'a> {
    type Item = Result<Element<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let Packed { schema, field, element, run } = &mut self.0;
        if run.is_at_end() {
            return None;
        }
        let offset = run.position();
        match run.value(field.number, *element, Depth::outermost()) {
            Ok(raw) => Some(Ok(Element { offset, value: number_view(schema, field.value_kind(), raw) })),
            Err(error) => {
                let fault = payload_fault(run, offset, (field.number, *element), error).named(field);
                run.skip_to_end();
                Some(Err(fault))
            }
        }
    }
}
