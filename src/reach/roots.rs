//! Roots: the messages that exist as a whole, because an rpc carries them or because nothing contains them.

use super::{components::Components, references::References};
use crate::schema::{CallPart, Kind, MessageId, Method, Schema, ServiceId};

/// A message that exists as a whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// The message.
    pub message: MessageId,
    /// The calls that carry it, in the order of the services. None where it is stored.
    pub calls: Vec<Call>,
}

/// The request or response of an rpc.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The service.
    pub service: ServiceId,
    /// The index of the rpc in [`Service::methods`](crate::schema::Service::methods).
    pub method: usize,
    /// Request or response.
    pub part: CallPart,
}

impl Root {
    /// Whether no rpc carries it and nothing contains it: whoever uses it keeps it somewhere.
    pub fn is_stored(&self) -> bool {
        self.calls.is_empty()
    }
}

impl Call {
    /// The rpc.
    pub fn rpc(self, schema: &Schema) -> &Method {
        &schema[self.service].methods[self.method]
    }
}

/// All roots of a schema: those of rpcs in the order of the services, then stored ones in the order of declaration.
#[derive(Debug)]
pub(super) struct Roots {
    list: Vec<Root>,
    /// The place in the list, for every message.
    places: Vec<Option<usize>>,
}

impl Roots {
    pub(super) fn of(schema: &Schema, references: &References, components: &Components) -> Self {
        let mut roots = Roots { list: Vec::new(), places: vec![None; schema.messages.len()] };
        for service in schema.subject_services() {
            for (method, rpc) in schema[service].methods.iter().enumerate() {
                roots.add_call(&rpc.input, Call { service, method, part: CallPart::Request });
                roots.add_call(&rpc.output, Call { service, method, part: CallPart::Response });
            }
        }
        roots.add_stored(schema, references, components);
        roots
    }

    fn add_call(&mut self, kind: &Kind, call: Call) {
        if let Some(message) = kind.message() {
            self.root(message).calls.push(call);
        }
    }

    /// Messages that nothing contains. Of a cycle that nothing contains, any member may be what is stored.
    fn add_stored(&mut self, schema: &Schema, references: &References, components: &Components) {
        let mut is_inside = vec![false; components.count()];
        for root in &self.list {
            is_inside[components.component(root.message)] = true;
        }
        for message in schema.subject_messages() {
            let mut holders = references.to_message(message).iter().map(|reference| reference.holder);
            // Custom options stand in descriptors, which nobody means by data: libraries contain nothing of ours.
            let contains = |holder| !components.are_one(holder, message) && schema.is_subject(&schema[holder].element);
            if holders.any(contains) {
                is_inside[components.component(message)] = true;
            }
        }
        for message in schema.subject_messages().filter(|&message| !is_inside[components.component(message)]) {
            self.root(message);
        }
    }

    fn root(&mut self, message: MessageId) -> &mut Root {
        let place = *self.places[message.0].get_or_insert_with(|| {
            self.list.push(Root { message, calls: Vec::new() });
            self.list.len() - 1
        });
        &mut self.list[place]
    }

    /// The place of a message among the roots, if it is one.
    pub(super) fn place(&self, message: MessageId) -> Option<usize> {
        self.places[message.0]
    }

    /// The root at a place.
    pub(super) fn at(&self, place: usize) -> &Root {
        &self.list[place]
    }
}
