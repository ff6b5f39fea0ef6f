//! One case: a schema, what was done to it, and messages.

use std::fmt;

use proptest::prelude::*;

use super::{
    model::{Model, Syntax},
    print,
    seeds::schemas,
    steps::{Step, steps, take},
};

#[derive(Clone)]
pub struct Evolution {
    pub old: Model,
    pub steps: Vec<Step>,
    /// Messages are made from these, under either version.
    pub supplies: Vec<Vec<u8>>,
}

/// Messages of each version in one case.
const MESSAGES: usize = 8;
/// Bytes that a message is made from.
const SUPPLY: usize = 80;

impl Evolution {
    pub fn of(syntax: Syntax) -> impl Strategy<Value = Evolution> {
        let supplies = prop::collection::vec(prop::collection::vec(any::<u8>(), 0..SUPPLY), MESSAGES);
        (schemas(syntax), steps(syntax), supplies).prop_map(|(old, steps, supplies)| Evolution { old, steps, supplies })
    }

    /// Of either syntax.
    pub fn any() -> impl Strategy<Value = Evolution> {
        prop_oneof![Evolution::of(Syntax::Proto3), Evolution::of(Syntax::Proto2)]
    }

    /// The schema with all steps taken.
    pub fn evolved(&self) -> Model {
        let mut model = self.old.clone();
        self.steps.iter().for_each(|step| take(&mut model, step));
        model
    }
}

/// What a person wants to see of a case that fails.
impl fmt::Debug for Evolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (version, model) in [("old", &self.old), ("new", &self.evolved())] {
            for (name, text) in print::files(model) {
                writeln!(f, "// {version} {name}\n{text}")?;
            }
        }
        write!(f, "{:?}", self.steps)
    }
}
