//! What is to be known of a write by itself, and of those in the message that it puts together.

use super::{Build, Conversion, Function, How, Write};

impl Function<'_> {
    /// All writes, those of messages that are put together behind the one that puts the message together.
    pub fn all_writes(&self) -> impl Iterator<Item = &Write<'_>> {
        self.writes.iter().flat_map(Write::with_inner)
    }
}

impl<'m> Write<'m> {
    /// The message that it puts together, if it does; of a list, the first element.
    pub fn build(&self) -> Option<&Build<'m>> {
        match &self.how {
            How::Build(build) => Some(build),
            How::List(list) => Some(&list.first),
            _ => None,
        }
    }

    /// This one, and then those in the message that it puts together, at any depth.
    fn with_inner(&self) -> Box<dyn Iterator<Item = &Self> + '_> {
        let inner = self.build().into_iter().flat_map(|build| &build.writes);
        Box::new(std::iter::once(self).chain(inner.flat_map(Write::with_inner)))
    }

    /// Whether the field is written whatever the message of the source holds.
    pub fn is_always(&self) -> bool {
        match &self.how {
            How::Constant(_) => true,
            How::Value(value) => {
                let is_there = value.candidates.iter().any(|candidate| candidate.from.scope == 0);
                let keeps = value
                    .candidates
                    .iter()
                    .all(|candidate| !matches!(candidate.conversion, Conversion::Not | Conversion::Number { .. }));
                value.empty.is_some() && is_there && (keeps || value.explicit)
            }
            _ => false,
        }
    }
}
