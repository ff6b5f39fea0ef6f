//! What a conversion has to say: the message, and what became of the rest.

use std::fmt;

use super::{gone::Gone, trail::Trail};

/// A converted message, and everything that there is to say about it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Converted<T> {
    /// The message in the other version.
    pub message: T,
    /// What could not be carried.
    pub losses: Vec<Loss>,
    /// What the manifest put where nothing was.
    pub supplied: Vec<Supplied>,
    /// Required fields that the result lacks, by path.
    pub missing: Vec<String>,
}

impl<T> Converted<T> {
    /// The same about another form of the message.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Converted<U> {
        let Converted { message, losses, supplied, missing } = self;
        Converted { message: change(message), losses, supplied, missing }
    }
}

/// Something that the conversion could not carry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The field, by the names of the version that the message was in: `authentication.schemes[1]`.
    pub path: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.reason)
    }
}

/// A value that stands in the result because in the message there was none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Supplied {
    /// The field, by the names of the version that the result is in.
    pub path: String,
    /// What was put there.
    pub value: String,
}

impl fmt::Display for Supplied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is {}", self.path, self.value)
    }
}

/// Why a message cannot be converted. Paths are by the names of the version that it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are no message of the type.
    Decode(prost::DecodeError),
    /// Neither version can read the bytes.
    Neither,
    /// A resource name does not have the form that the manifest gives for it.
    Name {
        /// The field.
        path: String,
        /// The name as it stands there.
        name: String,
        /// The form.
        template: &'static str,
    },
    /// A value that no resource name can hold.
    NamePart {
        /// The field.
        path: String,
        /// The value.
        value: String,
        /// The form.
        template: &'static str,
    },
    /// Text that is not base64 where the manifest's options say that it is.
    Base64 {
        /// The field.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Messages in messages, more of them than readers take.
    TooDeep {
        /// The field.
        path: String,
    },
    /// A gRPC path that neither version has.
    UnknownMethod {
        /// The path as given.
        path: String,
    },
    /// A value of the version header that neither version answers to.
    UnknownVersion {
        /// The value as given.
        value: String,
    },
    /// Nothing is known about these two types.
    UnknownTypes {
        /// The old type that was named.
        old: String,
        /// The new type that was named.
        new: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Decode(error) => error.fmt(f),
            Error::Neither => f.write_str("neither version can read the bytes"),
            Error::Name { path, name, template } => {
                write!(f, "`{path}`: `{name}` is not a name of the form `{template}`")
            }
            Error::NamePart { path, value, template } => {
                write!(f, "`{path}`: `{value}` cannot be a part of a name of the form `{template}`")
            }
            Error::Base64 { path, reason } => write!(f, "`{path}`: not base64 text: {reason}"),
            Error::TooDeep { path } => write!(f, "`{path}`: messages nest deeper than {} levels", Trail::DEEPEST),
            Error::UnknownMethod { path } => write!(f, "neither version has a method `{path}`"),
            Error::UnknownVersion { value } => write!(f, "version `{value}` is not supported"),
            Error::UnknownTypes { old, new } => write!(f, "nothing is known about `{old}` and `{new}`"),
        }
    }
}

impl std::error::Error for Error {}

impl From<prost::DecodeError> for Error {
    fn from(error: prost::DecodeError) -> Self {
        Error::Decode(error)
    }
}

/// More remarks of a kind than this are counted and not listed, so that no message can fill the memory.
const LISTED: usize = 10_000;

/// Remarks as they are collected.
#[derive(Debug, Default)]
pub(crate) struct Report {
    losses: Vec<Loss>,
    supplied: Vec<Supplied>,
    missing: Vec<String>,
    unlisted_losses: usize,
    /// The paths of messages that are lost as a whole, so that nobody asks what else is in them.
    gone: Gone,
}

/// How much had been supplied and was missing at some time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark {
    supplied: usize,
    missing: usize,
}

impl Report {
    pub fn lose(&mut self, path: impl FnOnce() -> String, reason: impl Into<String>) {
        if self.losses.len() < LISTED {
            self.losses.push(Loss { path: path(), reason: reason.into() });
        } else {
            self.unlisted_losses += 1;
        }
    }

    /// Reports a message as lost, with whatever is in it.
    pub fn lose_message(&mut self, path: impl FnOnce() -> String, reason: impl Into<String>) {
        if self.losses.len() < LISTED {
            let path = path();
            self.gone.add(&path);
            self.losses.push(Loss { path, reason: reason.into() });
        } else {
            self.unlisted_losses += 1;
        }
    }

    /// How many losses are listed.
    pub fn noted(&self) -> usize {
        self.losses.len()
    }

    /// Takes back the losses inside a message that were listed after some.
    pub fn take_back(&mut self, after: usize, message: &str) {
        let is_inside = |loss: &Loss| loss.path.strip_prefix(message).is_some_and(|rest| rest.starts_with(['.', '[']));
        let later = self.losses.split_off(after.min(self.losses.len()));
        self.losses.extend(later.into_iter().filter(|loss| !is_inside(loss)));
    }

    /// Puts losses before all others, but for those inside messages that are lost as a whole.
    pub fn precede(&mut self, mut earlier: Report) {
        earlier.losses.retain(|loss| !self.gone.holds(&loss.path));
        self.unlisted_losses += earlier.unlisted_losses;
        self.losses.splice(0..0, earlier.losses);
    }

    pub fn supply(&mut self, path: impl FnOnce() -> String, value: impl Into<String>) {
        if self.supplied.len() < LISTED {
            self.supplied.push(Supplied { path: path(), value: value.into() });
        }
    }

    pub fn miss(&mut self, path: impl FnOnce() -> String) {
        if self.missing.len() < LISTED {
            self.missing.push(path());
        }
    }

    pub fn mark(&self) -> Mark {
        Mark { supplied: self.supplied.len(), missing: self.missing.len() }
    }

    /// Takes back what has been missing since: the message that lacks it has not come about.
    pub fn forget_missing(&mut self, mark: Mark) {
        self.missing.truncate(mark.missing);
    }

    /// Takes back what has been missing and supplied since.
    pub fn forget(&mut self, mark: Mark) {
        self.supplied.truncate(mark.supplied);
        self.missing.truncate(mark.missing);
    }

    pub fn finish<T>(mut self, message: T) -> Converted<T> {
        if self.unlisted_losses > 0 {
            let reason = format!("{} more losses", self.unlisted_losses);
            self.losses.push(Loss { path: String::new(), reason });
        }
        Converted { message, losses: self.losses, supplied: self.supplied, missing: self.missing }
    }
}
