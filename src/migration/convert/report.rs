//! What a conversion has to say beside the message.

/// Something that the conversion could not carry.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Loss {
    /// The field, by the names of the version that the payload was in: `authentication.schemes[1]`.
    pub path: String,
    /// Why.
    pub reason: String,
}

/// A value that stands in the result because in the payload there was none. What the manifest puts there always
/// (`{ value = … }`) is no such remark.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Supplied {
    /// The field, by the names of the version that the result is in.
    pub path: String,
    /// What was put there.
    pub value: String,
}

/// A converted message, and everything that there is to say about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Converted {
    /// The message in the other version, in binary.
    pub message: Vec<u8>,
    /// What could not be carried.
    pub losses: Vec<Loss>,
    /// What the manifest put where nothing was.
    pub supplied: Vec<Supplied>,
    /// Required fields that the result lacks, by path: proto2 `required` and `google.api.field_behavior = REQUIRED`.
    pub missing: Vec<String>,
}

/// More remarks of a kind than this are counted and not listed, so that a hostile payload cannot fill the memory.
const LISTED: usize = 10_000;

/// Remarks as they are collected.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub losses: Vec<Loss>,
    pub supplied: Vec<Supplied>,
    pub missing: Vec<String>,
    unlisted_losses: usize,
}

impl Report {
    pub(super) fn lose(&mut self, path: impl FnOnce() -> String, reason: impl Into<String>) {
        if self.losses.len() < LISTED {
            self.losses.push(Loss { path: path(), reason: reason.into() });
        } else {
            self.unlisted_losses += 1;
        }
    }

    pub(super) fn supply(&mut self, path: String, value: String) {
        if self.supplied.len() < LISTED {
            self.supplied.push(Supplied { path, value });
        }
    }

    pub(super) fn miss(&mut self, path: impl FnOnce() -> String) {
        if self.missing.len() < LISTED {
            self.missing.push(path());
        }
    }

    pub(super) fn finish(mut self, message: Vec<u8>) -> Converted {
        if self.unlisted_losses > 0 {
            let reason = format!("{} more losses", self.unlisted_losses);
            self.losses.push(Loss { path: String::new(), reason });
        }
        Converted { message, losses: self.losses, supplied: self.supplied, missing: self.missing }
    }
}
