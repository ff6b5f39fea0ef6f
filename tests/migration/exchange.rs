//! A conversion between JSON that people read, one type and one way at a time.

use std::{fmt, sync::LazyLock};

use proto_diff::{
    Direction,
    dynamic::{DynamicMessage, FieldNames, Reader, UnknownNames, binary, drop_implicit_defaults, json},
    migration::{ConvertError, Converted, Migration, TypePair},
    schema::{MessageId, Schema},
};
use serde_json::Value as Json;

static A2A: LazyLock<Migration> = LazyLock::new(|| with_options(&[]));

/// The bundled migration as it is by default.
pub fn a2a() -> &'static Migration {
    &A2A
}

/// The bundled migration with options.
pub fn with_options(options: &[(&str, &str)]) -> Migration {
    Migration::a2a_with(options.iter().copied()).unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}

/// One pair of types, one way.
#[derive(Clone, Copy)]
pub struct Exchange<'m> {
    pub migration: &'m Migration,
    pub pair: TypePair,
    pub direction: Direction,
}

impl<'m> Exchange<'m> {
    pub fn named(migration: &'m Migration, name: &str, direction: Direction) -> Self {
        let pair = migration.pair_named(name, direction).unwrap_or_else(|error| panic!("{error}"));
        Exchange { migration, pair, direction }
    }

    pub fn back(self) -> Self {
        let direction = match self.direction {
            Direction::Upgrade => Direction::Downgrade,
            Direction::Downgrade => Direction::Upgrade,
        };
        Exchange { direction, ..self }
    }

    /// The side that messages come from.
    pub fn from(self) -> Side<'m> {
        let message = if self.direction == Direction::Upgrade { self.pair.old() } else { self.pair.new() };
        Side { schema: self.migration.source(self.direction), message }
    }

    /// The side that they go to.
    pub fn to(self) -> Side<'m> {
        let message = if self.direction == Direction::Upgrade { self.pair.new() } else { self.pair.old() };
        Side { schema: self.migration.target(self.direction), message }
    }

    pub fn convert(self, bytes: &[u8]) -> Result<Converted, ConvertError> {
        self.migration.convert(self.pair, bytes, self.direction)
    }

    /// Converts JSON, by the names of the `.proto` file.
    pub fn json(self, message: &Json) -> Result<Said, ConvertError> {
        let converted = self.convert(&self.from().bytes(message))?;
        Ok(Said { message: self.to().json(&converted.message), ..Said::of(&converted) })
    }
}

/// A message type of one version.
#[derive(Clone, Copy)]
pub struct Side<'m> {
    pub schema: &'m Schema,
    pub message: MessageId,
}

impl<'m> Side<'m> {
    pub fn full_name(self) -> &'m str {
        &self.schema[self.message].element.full_name
    }

    pub fn bytes(self, message: &Json) -> Vec<u8> {
        let read = json::read(self.schema, &self.schema[self.message], message, UnknownNames::Reject);
        self.write(&read.unwrap_or_else(|error| panic!("{}: {error}\n{message}", self.full_name())))
    }

    pub fn write(self, message: &DynamicMessage) -> Vec<u8> {
        binary::write(self.schema, &self.schema[self.message], message)
    }

    /// What any program sees in the bytes.
    pub fn read(self, bytes: &[u8]) -> DynamicMessage {
        let read = binary::read(self.schema, &self.schema[self.message], bytes, Reader::Conformant);
        let mut message = read.unwrap_or_else(|error| panic!("{}: {error}", self.full_name()));
        drop_implicit_defaults(self.schema, &self.schema[self.message], &mut message);
        message
    }

    /// For people: JSON where there is one.
    pub fn show(self, message: &DynamicMessage) -> String {
        json::write(self.schema, &self.schema[self.message], message, FieldNames::Proto)
            .map_or_else(|_| format!("{message:?}"), |json| json.to_string())
    }

    pub fn json(self, bytes: &[u8]) -> Json {
        json::write(self.schema, &self.schema[self.message], &self.read(bytes), FieldNames::Proto)
            .unwrap_or_else(|error| panic!("{}: {error}", self.full_name()))
    }
}

/// A converted message and the remarks about it, each as one line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Said {
    pub message: Json,
    pub losses: Vec<String>,
    pub supplied: Vec<String>,
    pub missing: Vec<String>,
}

impl Said {
    /// The remarks alone.
    pub fn of(converted: &Converted) -> Self {
        Said {
            message: Json::Null,
            losses: converted.losses.iter().map(|loss| format!("{}: {}", loss.path, loss.reason)).collect(),
            supplied: converted.supplied.iter().map(|value| format!("{} = {}", value.path, value.value)).collect(),
            missing: converted.missing.clone(),
        }
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Said { message, losses, supplied, missing } = self;
        write!(f, "{message}, lost {losses:?}, supplied {supplied:?}, missing {missing:?}")
    }
}
