//! Where an element is reached from: which rpcs carry it, in what, and what is stored with it inside.
//!
//! Data is never just a `Part`; it is a `SendMessageRequest` that holds one somewhere below. [`Reach`] knows one
//! schema and answers for each message, enum and field with [`Route`]s: a type that is sent, answered or stored as a
//! whole, and the paths that lead from it to the element, such as `artifact_update.artifact.parts[].raw`.
//!
//! ```text
//! Schema ──▶ References (who refers to whom) ──▶ Components (cycles) ──▶ Roots ──▶ Search (one for each question)
//! ```
//!
//! ```
//! use proto_diff::{reach::Reach, schema};
//!
//! let text = "syntax = 'proto3'; message Tree { repeated Leaf leaves = 1; } message Leaf { string name = 1; }";
//! let schema = schema::from_texts("tree", [("tree.proto", text)])?;
//! let leaf = schema.message_named("Leaf").expect("a message of the schema");
//! let reach = Reach::new(&schema);
//! let routes = reach.to_message(leaf);
//! assert!(routes[0].root.is_stored());
//! assert_eq!(routes[0].paths[0].written(&schema), "leaves[]");
//! # Ok::<(), schema::SchemaError>(())
//! ```

mod components;
mod path;
mod references;
mod roots;
mod search;

pub use path::{Path, step};
pub use roots::{Call, Root};

use components::Components;
use references::References;
use roots::Roots;
use search::Search;

use crate::schema::{EnumId, FieldRef, MessageId, Schema};

/// More paths from one root than these are a list nobody reads.
pub const NAMED: usize = 3;

/// Who reaches whom in one schema. Made once; a question then costs about as much as there is above the element.
#[derive(Debug)]
pub struct Reach<'s> {
    schema: &'s Schema,
    references: References,
    components: Components,
    roots: Roots,
}

/// The ways from one root to an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route<'r> {
    /// Where they begin.
    pub root: &'r Root,
    /// The shortest few, shortest first, then in the order of the fields; one through each field of the root before a
    /// second through any. Never none.
    pub paths: Vec<Path>,
    /// Whether there are more.
    pub more: bool,
}

impl<'s> Reach<'s> {
    /// Finds out who refers to whom, and what is not inside anything else.
    pub fn new(schema: &'s Schema) -> Self {
        let references = References::of(schema);
        let components = Components::of(&references);
        let roots = Roots::of(schema, &references, &components);
        Reach { schema, references, components, roots }
    }

    /// The routes to a message: those of rpcs in the order of the services, then those of stored types.
    ///
    /// A message that is a root itself is reached by the empty path.
    pub fn to_message(&self, message: MessageId) -> Vec<Route<'_>> {
        Search::from_message(self, message).routes()
    }

    /// The routes to the fields whose type is this enum.
    pub fn to_enum(&self, of: EnumId) -> Vec<Route<'_>> {
        Search::from_enum(self, of).routes()
    }

    /// The routes to a field: those to the message that has it, and the field.
    pub fn to_field(&self, field: FieldRef) -> Vec<Route<'_>> {
        let holder = match field {
            FieldRef::Member(message, _) => Some(message),
            FieldRef::Extension(index) => self.schema.message_named(&self.schema.extensions[index].extendee),
        };
        let mut routes = holder.map(|message| self.to_message(message)).unwrap_or_default();
        for path in routes.iter_mut().flat_map(|route| &mut route.paths) {
            path.steps.push(field);
        }
        routes
    }
}
