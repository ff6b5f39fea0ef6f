//! What a manifest says about who became whom. It goes before everything that names and evidence suggest.

use std::collections::{HashMap, HashSet};

use crate::schema::{Definition, EnumId, MessageId};

/// What a manifest says about two schemas, in their own terms. What it leaves open is paired as without it.
#[derive(Debug, Clone, Default)]
pub struct Told {
    /// What the manifest is called, the way `--manifest` takes it.
    pub by: String,
    /// Packages, old and new.
    pub packages: Vec<(String, String)>,
    /// Messages that have another name now; nobody stands in two pairs.
    pub messages: Vec<(MessageId, MessageId)>,
    /// Enums that have another name now.
    pub enums: Vec<(EnumId, EnumId)>,
    /// Old types without a counterpart of their own.
    pub gone: HashMap<Definition, Gone>,
    /// New types that no old one became.
    pub fresh: HashSet<Definition>,
    /// Rpcs that have another name now.
    pub methods: Vec<(MethodName, MethodName)>,
    /// For each old message what is said about its fields, by their index.
    pub fields: HashMap<MessageId, Vec<Option<ToldField>>>,
    /// For each old enum its values that have another name now, old and new.
    pub values: HashMap<EnumId, Vec<(String, String)>>,
}

/// An rpc, by the simple names of its service and its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodName {
    /// The service.
    pub service: String,
    /// The method.
    pub method: String,
}

/// Why an old type has no counterpart of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// In the words of the manifest.
    Because(String),
    /// It became this new type, which another old one is.
    MergedInto(String),
}

/// What is said about an old field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ToldField {
    /// It is this field of the new message, by its index.
    Is(usize, Word),
    /// It is no field of the new message.
    Went(Fate),
}

/// What comes with being told that two fields are one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// Why, in the words of the manifest.
    pub why: Option<String>,
    /// What has to be done to a value so that it means the same; nothing where it may be copied.
    pub transform: Option<Transform>,
}

/// What became of an old field that no new field is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// It went to these places, as paths from the new message.
    To {
        /// The paths.
        places: Vec<String>,
        /// Why, in the words of the manifest.
        why: Option<String>,
    },
    /// It has no place in the new version, for this reason.
    Dropped(String),
}

/// How a value of an old field becomes the value of the new one that means the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transform {
    /// `true` becomes `false`.
    Not,
    /// The name of a resource becomes its id, which stood between these two texts.
    Name {
        /// Before the id.
        before: String,
        /// After it.
        after: String,
    },
    /// Zero becomes unset; an explicit zero of the new field has no old value.
    ZeroIsUnset,
    /// `0.3.0` becomes `0.3`.
    MajorMinor,
    /// Base64 text becomes the bytes it stands for.
    Base64Text,
}

impl Told {
    /// What is said about the fields of a message, by their index. Beyond the end nothing is.
    pub(super) fn fields_of(&self, old: MessageId) -> &[Option<ToldField>] {
        self.fields.get(&old).map_or(&[], Vec::as_slice)
    }

    /// Whether an old type has no counterpart whatever names suggest.
    pub(super) fn is_gone(&self, old: Definition) -> bool {
        self.gone.contains_key(&old)
    }

    /// Whether a new type has no counterpart whatever names suggest.
    pub(super) fn is_fresh(&self, new: Definition) -> bool {
        self.fresh.contains(&new)
    }
}
