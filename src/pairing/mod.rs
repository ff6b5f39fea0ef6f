//! Which old element is which new element, with the reason and a confidence.
//!
//! Pairing knows nothing about whether a difference matters; it only answers "who became whom".

mod evidence;
mod sides;

use std::collections::HashMap;

pub use evidence::{Basis, Evidence};
pub use sides::{Pair, Sides};

use crate::schema::{EnumId, FileId, MessageId, ServiceId};

/// How elements find their counterparts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By package map, names, and inference for what is left over.
    #[default]
    Auto,
    /// By full name only, as buf does.
    Exact,
}

/// Who became whom. Every subject element of both schemas is in exactly one pair of its sort.
#[derive(Debug, Clone, Default)]
pub struct Pairing {
    /// Packages, by name.
    pub packages: Vec<Pair<String>>,
    /// Files.
    pub files: Vec<Pair<FileId>>,
    /// Messages.
    pub messages: Vec<Pair<MessageId>>,
    /// Enums.
    pub enums: Vec<Pair<EnumId>>,
    /// Services.
    pub services: Vec<Pair<ServiceId>>,
    /// For each pair of services, their methods by index in [`Service::methods`](crate::schema::Service::methods).
    pub methods: HashMap<(ServiceId, ServiceId), Vec<Pair<usize>>>,
}
