//! Which old element is which new element, with the reason and a confidence.
//!
//! Pairing knows nothing about whether a difference matters; it only answers "who became whom".
//!
//! What a manifest says ([`Told`]) goes before all of it.
//!
//! 1. Packages: given, the same, or derived from the names they share.
//! 2. Messages, enums and services by name inside paired packages.
//! 3. What is left over is inferred from names, comments, structure and use, until nothing more is found.
//! 4. Fields are paired one pair of messages at a time, when it is asked for: see [`fields`].

mod evidence;
pub mod fields;
mod files;
mod inference;
mod matching;
mod methods;
mod names;
mod packages;
mod sides;
mod similarity;
mod structure;
mod told;
mod usage;
mod vocabulary;

use std::collections::HashMap;

pub use evidence::{Basis, Evidence};
pub use sides::{Pair, Sides};
pub use similarity::{comment_similarity, name_similarity};
pub use told::{Fate, Gone, MethodName, Told, ToldField, Transform, Word};

use fields::{FieldPairing, pair_fields};
use matching::Matching;

use crate::schema::{Definition, Enum, EnumId, Field, FileId, Kind, Message, MessageId, Schema, ServiceId};

/// How elements find their counterparts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By package map, names, and inference for what is left over.
    #[default]
    Auto,
    /// By full name only, as buf does.
    Exact,
}

/// What the user says about pairing.
#[derive(Debug, Clone, Default)]
pub struct PairingOptions {
    /// How elements find their counterparts.
    pub mode: Mode,
    /// Packages that became other packages: (old, new). They go before anything derived.
    pub packages: Vec<(String, String)>,
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
    /// What the manifest is called that was gone by, if one was.
    pub manifest: Option<String>,
    /// For each old enum its values of which a manifest says that they have another name now, old and new.
    pub values: HashMap<EnumId, Vec<(String, String)>>,
    gone: HashMap<Definition, Gone>,
    new_messages: HashMap<MessageId, MessageId>,
    old_messages: HashMap<MessageId, MessageId>,
    new_enums: HashMap<EnumId, EnumId>,
    fields: HashMap<(MessageId, MessageId), FieldPairing>,
}

/// Pairs all subject elements of two schemas as [`pair`] does, but for what a manifest says, which goes before anything
/// derived, in either mode.
pub fn pair_as_told(old: &Schema, new: &Schema, options: &PairingOptions, told: &Told) -> Pairing {
    let mut pairing = pair_with(old, new, options, told);
    pairing.manifest = Some(told.by.clone());
    pairing
}

/// Pairs all subject elements of two schemas. The result depends on nothing but the schemas and the options; the
/// order of files and declarations makes no difference to who is paired with whom.
pub fn pair(old: &Schema, new: &Schema, options: &PairingOptions) -> Pairing {
    pair_with(old, new, options, &Told::default())
}

fn pair_with(old: &Schema, new: &Schema, options: &PairingOptions, told: &Told) -> Pairing {
    let packages = match options.mode {
        Mode::Auto => packages::pair(old, new, &options.packages, told),
        Mode::Exact => packages::pair_exact(old, new, &options.packages, told),
    };
    let mut matched = names::match_by_name(old, new, &packages, told);
    let methods = match options.mode {
        Mode::Auto => inference::infer(old, new, &mut matched, told),
        Mode::Exact => methods::match_by_name(old, new, &matched.services, told),
    };
    let Matched { messages, enums, services } = matched;
    let mut pairing = Pairing {
        files: files::pair(old, new, &messages, &enums, options.mode),
        new_messages: messages.as_map(),
        old_messages: messages.iter().map(|(old, new)| (new, old)).collect(),
        new_enums: enums.as_map(),
        messages: messages.into_pairs(old.subject_messages(), new.subject_messages()),
        enums: enums.into_pairs(old.subject_enums(), new.subject_enums()),
        services: services.into_pairs(old.subject_services(), new.subject_services()),
        packages,
        methods,
        manifest: None,
        values: told.values.clone(),
        gone: told.gone.clone(),
        fields: HashMap::new(),
    };
    pairing.fields = pairing
        .new_messages
        .iter()
        .map(|(&a, &b)| {
            let old_fields: Vec<&Field> = old[a].fields.iter().collect();
            let new_fields: Vec<&Field> = new[b].fields.iter().collect();
            ((a, b), pair_fields(&pairing, (old, &old_fields), (new, &new_fields), told.fields_of(a)))
        })
        .collect();
    pairing
}

/// The matchings that name pairing starts and inference completes.
struct Matched {
    messages: Matching<MessageId>,
    enums: Matching<EnumId>,
    services: Matching<ServiceId>,
}

/// Whether an old and a new type are one and the same, as far as is known.
trait SameType {
    fn same_message(&self, old: (&Schema, MessageId), new: (&Schema, MessageId)) -> bool;
    fn same_enum(&self, old: (&Schema, EnumId), new: (&Schema, EnumId)) -> bool;

    fn same_kind(&self, (old, old_kind): (&Schema, &Kind), (new, new_kind): (&Schema, &Kind)) -> bool {
        match (old_kind, new_kind) {
            (Kind::Scalar(a), Kind::Scalar(b)) => a == b,
            (Kind::Enum(a), Kind::Enum(b)) => self.same_enum((old, *a), (new, *b)),
            (Kind::Message(a), Kind::Message(b)) | (Kind::Group(a), Kind::Group(b)) => {
                self.same_message((old, *a), (new, *b))
            }
            // What an import would have defined goes by its name, whether it was found on one side or on neither.
            (Kind::StandIn(_), Kind::Scalar(_)) | (Kind::Scalar(_), Kind::StandIn(_)) => false,
            (Kind::StandIn(_), _) | (_, Kind::StandIn(_)) => old.kind_name(old_kind, "") == new.kind_name(new_kind, ""),
            _ => false,
        }
    }
}

impl SameType for Matched {
    fn same_message(&self, (old, a): (&Schema, MessageId), (new, b): (&Schema, MessageId)) -> bool {
        same(self.messages.new_of(a), b, || old[a].element.full_name == new[b].element.full_name)
    }

    fn same_enum(&self, (old, a): (&Schema, EnumId), (new, b): (&Schema, EnumId)) -> bool {
        same(self.enums.new_of(a), b, || old[a].element.full_name == new[b].element.full_name)
    }
}

impl SameType for Pairing {
    fn same_message(&self, (old, a): (&Schema, MessageId), (new, b): (&Schema, MessageId)) -> bool {
        same(self.new_message(a), b, || old[a].element.full_name == new[b].element.full_name)
    }

    fn same_enum(&self, (old, a): (&Schema, EnumId), (new, b): (&Schema, EnumId)) -> bool {
        same(self.new_enum(a), b, || old[a].element.full_name == new[b].element.full_name)
    }
}

/// Types without a counterpart in the matching are library types (or removed ones): they go by name.
fn same<T: PartialEq>(paired: Option<T>, with: T, same_name: impl FnOnce() -> bool) -> bool {
    paired.map_or_else(same_name, |paired| paired == with)
}

impl Pairing {
    /// The new counterpart of an old subject message.
    pub fn new_message(&self, old: MessageId) -> Option<MessageId> {
        self.new_messages.get(&old).copied()
    }

    /// The old counterpart of a new subject message.
    pub fn old_message(&self, new: MessageId) -> Option<MessageId> {
        self.old_messages.get(&new).copied()
    }

    /// The new counterpart of an old subject enum.
    pub fn new_enum(&self, old: EnumId) -> Option<EnumId> {
        self.new_enums.get(&old).copied()
    }

    /// What a manifest says about an old type without a counterpart of its own.
    pub fn gone(&self, old: Definition) -> Option<&Gone> {
        self.gone.get(&old)
    }

    /// The fields of a pair of messages, paired. `None` when the two are not a pair.
    pub fn fields_of(&self, old: MessageId, new: MessageId) -> Option<&FieldPairing> {
        self.fields.get(&(old, new))
    }

    /// Whether an old and a new kind are one and the same: equal scalars, or types that are paired. Library types
    /// are the same when their names are. Two stand-ins are the same when their names are, which says nothing about
    /// what they hold.
    pub fn same_kind(&self, old: (&Schema, &Kind), new: (&Schema, &Kind)) -> bool {
        SameType::same_kind(self, old, new)
    }
}

/// Where the words that similarity works on come from.
trait Named {
    fn own_name(&self) -> &str;
    fn comment(&self) -> &str;
}

impl Named for Message {
    fn own_name(&self) -> &str {
        &self.element.name
    }
    fn comment(&self) -> &str {
        &self.element.comments.leading
    }
}

impl Named for Enum {
    fn own_name(&self) -> &str {
        &self.element.name
    }
    fn comment(&self) -> &str {
        &self.element.comments.leading
    }
}
