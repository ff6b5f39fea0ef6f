//! Bytes read under one schema.

use super::{Evidence, Hints, Weight, spot::Spot, walk};
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
    pub(super) left_out: LeftOut,
}

/// How much evidence was not noted.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LeftOut {
    /// Evidence that is hard or weak.
    heavy: usize,
    /// What is slight, or does not speak against the reading.
    light: usize,
}

impl LeftOut {
    pub fn add(&mut self, weight: Option<Weight>) {
        match weight {
            Some(Weight::Hard | Weight::Weak) => self.heavy += 1,
            Some(Weight::Slight) | None => self.light += 1,
        }
    }

    /// Whether what was left out keeps nobody from a verdict.
    pub fn is_nothing_heavy(&self) -> bool {
        self.heavy == 0
    }

    pub fn is_nothing(&self) -> bool {
        self.heavy == 0 && self.light == 0
    }
}

impl<'s> Reading<'s> {
    /// Reads bytes as a message of this type, the way conformant runtimes do, and notes what is odd.
    ///
    /// Takes any bytes and the hints about this version. Of each weight, it notes [`Reading::MOST`] pieces of evidence
    /// and counts the rest.
    pub fn of(schema: &'s Schema, message: MessageId, hints: &'s Hints, bytes: &[u8]) -> Reading<'s> {
        let notes = walk::walk(schema, message, hints, bytes);
        let message = binary::read(schema, &schema[message], bytes, Reader::Conformant);
        Reading { message, evidence: notes.evidence, spots: notes.spots, left_out: notes.left_out }
    }

    /// How many pieces of evidence of one weight are noted.
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

    /// How many pieces of evidence there are besides.
    pub fn left_out(&self) -> usize {
        self.left_out.heavy + self.left_out.light
    }
}
