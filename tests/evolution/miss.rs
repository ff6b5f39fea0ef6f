//! Something that happened and of which the report says too little.

use std::fmt;

use proto_diff::{
    effects::{Direction, Outcome},
    schema::Field,
};

use super::{facts::Fact, passage::Reader};

pub struct Miss<'a> {
    pub direction: Direction,
    pub reader: Reader,
    pub payload: &'a str,
    pub observed: Outcome,
    pub claimed: Outcome,
    pub what: What<'a>,
    /// What the report says about it, in words.
    pub findings: Vec<String>,
}

/// What it happened to.
pub enum What<'a> {
    /// The message as a whole, for this reason.
    Message(&'a str),
    Field {
        /// As the reader declares it.
        reader: Option<&'a Field>,
        /// The two declarations in words.
        types: String,
        written: Option<&'a Fact>,
        read: Option<&'a Fact>,
    },
}

impl fmt::Display for Miss<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Miss { direction, reader, payload, observed, claimed, what, findings } = self;
        writeln!(f, "{direction:?} {reader:?} {payload}: {observed:?}, and the report says {claimed:?}")?;
        match what {
            What::Message(refusal) => writeln!(f, "  {refusal}")?,
            What::Field { types, written, read, .. } => writeln!(f, "  {types}: wrote {written:?}, read {read:?}")?,
        }
        findings.iter().try_for_each(|finding| writeln!(f, "  said: {finding}"))
    }
}
