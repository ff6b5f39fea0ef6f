//! Where changed elements are reached from, worked out once for each message and enum that has changes.

use std::{cell::OnceCell, collections::HashMap, sync::Arc};

use super::place::Side;
use crate::{
    Comparison,
    changes::Subject,
    reach::{Reach, Root, Route, step},
    report::{Reached, RouteEntry, RpcEntry, SideReached},
    rules::Finding,
    schema::{EnumId, MessageId, Schema},
};

/// What is known so far about both sides.
pub(super) struct Routes<'c> {
    old: SideRoutes<'c>,
    new: SideRoutes<'c>,
}

impl<'c> Routes<'c> {
    pub(super) fn new(comparison: &'c Comparison) -> Self {
        Routes { old: SideRoutes::new(&comparison.old), new: SideRoutes::new(&comparison.new) }
    }

    /// Where the changed element is reached from. Nothing where no data is changed.
    pub(super) fn reached(&mut self, finding: &Finding) -> Reached {
        let effects = &finding.effects;
        if effects.binary.is_none() && effects.json.is_none() {
            return Reached::default();
        }
        let subject = &finding.change.subject;
        Reached { old: self.old.reached(subject, Side::Old), new: self.new.reached(subject, Side::New) }
    }
}

/// What is known so far about one side.
struct SideRoutes<'c> {
    schema: &'c Schema,
    reach: OnceCell<Reach<'c>>,
    messages: HashMap<MessageId, Arc<[RouteEntry]>>,
    enums: HashMap<EnumId, Arc<[RouteEntry]>>,
    /// The rpcs that carry a message.
    rpcs: HashMap<MessageId, Arc<[RpcEntry]>>,
}

impl<'c> SideRoutes<'c> {
    fn new(schema: &'c Schema) -> Self {
        let (reach, messages) = (OnceCell::new(), HashMap::new());
        SideRoutes { schema, reach, messages, enums: HashMap::new(), rpcs: HashMap::new() }
    }

    fn reached(&mut self, subject: &Subject, side: Side) -> SideReached {
        let itself = |is_there: bool| is_there.then(String::new);
        let (holder, element) = match subject {
            Subject::Field { messages, field } => {
                let element = side.of(field).map(|&field| step(self.schema, field));
                (side.of(messages).map(|&message| self.message(message)), element)
            }
            Subject::Oneof { messages, oneof } => {
                (side.of(messages).map(|&message| self.message(message)), itself(side.of(oneof).is_some()))
            }
            Subject::Message(messages) => (side.of(messages).map(|&message| self.message(message)), itself(true)),
            Subject::Enum(enums) => (side.of(enums).map(|&of| self.enumeration(of)), itself(true)),
            Subject::EnumValue { enums, value } => {
                (side.of(enums).map(|&of| self.enumeration(of)), itself(side.of(value).is_some()))
            }
            Subject::Service(_) | Subject::Rpc { .. } | Subject::File(_) | Subject::Package(_) => (None, None),
        };
        SideReached { holder: holder.unwrap_or_default(), element }
    }

    fn message(&mut self, message: MessageId) -> Arc<[RouteEntry]> {
        let SideRoutes { schema, reach, messages, rpcs, .. } = self;
        let routes = messages.entry(message).or_insert_with(|| {
            let reach = reach.get_or_init(|| Reach::new(schema));
            reach.to_message(message).iter().map(|route| entry(route, schema, rpcs)).collect()
        });
        Arc::clone(routes)
    }

    fn enumeration(&mut self, of: EnumId) -> Arc<[RouteEntry]> {
        let SideRoutes { schema, reach, enums, rpcs, .. } = self;
        let routes = enums.entry(of).or_insert_with(|| {
            let reach = reach.get_or_init(|| Reach::new(schema));
            reach.to_enum(of).iter().map(|route| entry(route, schema, rpcs)).collect()
        });
        Arc::clone(routes)
    }
}

fn entry(route: &Route<'_>, schema: &Schema, rpcs: &mut HashMap<MessageId, Arc<[RpcEntry]>>) -> RouteEntry {
    let message = &schema[route.root.message];
    RouteEntry {
        root: message.element.full_name.clone(),
        name: message.nested_name.clone(),
        rpcs: Arc::clone(rpcs.entry(route.root.message).or_insert_with(|| carriers(route.root, schema))),
        paths: route.paths.iter().map(|path| path.written(schema)).collect(),
        more: route.more,
    }
}

fn carriers(root: &Root, schema: &Schema) -> Arc<[RpcEntry]> {
    let calls = root.calls.iter();
    calls.map(|call| RpcEntry { rpc: call.rpc(schema).element.full_name.clone(), part: call.part }).collect()
}
