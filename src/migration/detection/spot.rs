//! What one version sees in each record.

/// A record as one version sees it. Spots come in the order of their offsets, which lets two readings be laid side by
/// side in one pass, and know the record around them, which gives paths without keeping any.
#[derive(Debug, Clone)]
pub(super) struct Spot<'s> {
    /// Where the tag begins.
    pub offset: usize,
    /// The spot of the message around it; `None` at the root.
    pub parent: Option<usize>,
    /// Which field it is.
    pub place: Place<'s>,
    /// What is there.
    pub sight: Sight,
}

/// Which field a record belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'s> {
    /// A field.
    Field(&'s str),
    /// An element of a repeated field.
    Element(&'s str, usize),
    /// A number without a field.
    Number(i32),
}

/// What a version sees in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// A number or an enum value, or something that does not fit.
    Plain,
    /// A string.
    Text,
    /// Bytes.
    Bytes,
    /// A message that is fine all the way down.
    Message(Substance),
    /// A message with faults.
    Faulty,
    /// A message that breaks off after so many known fields.
    Broken(usize),
}

/// How much there is to a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Substance {
    /// Known fields in it and below.
    pub fields: usize,
    /// The length of its payload.
    pub bytes: usize,
}

/// The path of a spot: `supported_interfaces[0].url`, `#18`.
pub(super) fn path(spots: &[Spot<'_>], spot: Option<usize>) -> String {
    let mut steps = Vec::new();
    let mut next = spot;
    while let Some(spot) = next.and_then(|index| spots.get(index)) {
        steps.push(match spot.place {
            Place::Field(name) => name.to_owned(),
            Place::Element(name, index) => format!("{name}[{index}]"),
            Place::Number(number) => format!("#{number}"),
        });
        next = spot.parent;
    }
    steps.reverse();
    steps.join(".")
}
