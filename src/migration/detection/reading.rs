//! Bytes read under one schema.

use super::{Evidence, Weight, shapes::Shapes, spot::Spot, walk};

/// What bytes are to one version, and what speaks for and against its having written them.
#[derive(Debug, Clone)]
pub struct Reading<'s> {
    evidence: Vec<Evidence>,
    pub(super) spots: Vec<Spot<'s>>,
    pub(super) left_out: LeftOut,
    refused: bool,
    unknown: bool,
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
    /// Reads bytes as the message with this index, the way conformant runtimes do, and notes what is odd.
    ///
    /// Takes any bytes. Of each weight, it notes [`Reading::MOST`] pieces of evidence and counts the rest.
    ///
    /// # Panics
    /// When the tables have no message with this index.
    pub fn of(shapes: &'s Shapes, message: usize, bytes: &[u8]) -> Reading<'s> {
        let walk::Notes { evidence, spots, left_out, refused, unknown } = walk::walk(shapes, message, bytes);
        Reading { evidence, spots, left_out, refused, unknown }
    }

    /// How many pieces of evidence of one weight are noted.
    pub const MOST: usize = 500;

    /// Whether a conformant runtime reads the bytes at all.
    pub fn is_possible(&self) -> bool {
        !self.refused
    }

    /// Whether there is anything in the bytes that the schema does not know: a record without a field or with a wire type
    /// that does not fit its field, a number that a closed enum does not have. Of numbers in packed runs that is not said.
    pub fn has_unknown(&self) -> bool {
        self.unknown
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
