//! Bytes read under one schema.

use super::{Evidence, Hints, spot::Spot, walk};
use crate::{
    dynamic::{
        DynamicMessage, Reader,
        binary::{self, ReadError},
    },
    schema::{MessageId, Schema},
};

/// What bytes are to one version, and what speaks for and against its having written them.
#[derive(Debug, Clone)]
pub struct Reading<'s> {
    message: Result<DynamicMessage, ReadError>,
    evidence: Vec<Evidence>,
    pub(super) spots: Vec<Spot<'s>>,
    /// Evidence and spots were noted up to here.
    pub(super) horizon: usize,
}

impl<'s> Reading<'s> {
    /// Reads bytes as a message of this type, the way conformant runtimes do, and notes what is odd.
    ///
    /// Takes any bytes and the hints about this version. Once [`Reading::MOST`] oddities are noted it stops noting;
    /// so much is wrong then that more says nothing new.
    pub fn of(schema: &'s Schema, message: MessageId, hints: &'s Hints, bytes: &[u8]) -> Reading<'s> {
        let notes = walk::walk(schema, message, hints, bytes);
        let message = binary::read(schema, &schema[message], bytes, Reader::Conformant);
        Reading { message, evidence: notes.evidence, spots: notes.spots, horizon: notes.horizon }
    }

    /// How many oddities are noted at most.
    pub const MOST: usize = 500;

    /// The message; else why the bytes cannot be one.
    pub fn message(&self) -> Result<&DynamicMessage, &ReadError> {
        self.message.as_ref()
    }

    /// Whether a conformant runtime reads the bytes at all.
    pub fn is_possible(&self) -> bool {
        self.message.is_ok()
    }

    /// What this reading shows by itself, in the order it was found.
    pub fn evidence(&self) -> &[Evidence] {
        &self.evidence
    }
}
