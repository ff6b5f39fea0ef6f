//! The messages inside a source message that are taken apart together with it.

use super::{LayoutId, Scope, ScopeId, Source, Take, layout::Layouts};
use crate::{
    migration::{
        correspondence::{Path, Step},
        manifest::Select,
    },
    schema::{MessageId, Schema},
};

/// Scopes as they are asked for.
pub(super) struct Scopes {
    /// Scope 0 is the message itself and not among these.
    pub made: Vec<Scope>,
    /// The message of each scope, 0 included.
    messages: Vec<MessageId>,
}

impl Scopes {
    pub(super) fn new(root: MessageId) -> Self {
        Scopes { made: Vec::new(), messages: vec![root] }
    }

    /// Where a path ends: a slot of a scope.
    pub(super) fn source(&mut self, schema: &Schema, layouts: &mut Layouts<'_>, path: &Path) -> Source {
        let mut scope = ScopeId(0);
        let (leaf, through) = (path.leaf(), path.steps.len() - 1);
        for step in path.steps.iter().take(through) {
            scope = self.enter(schema, layouts, scope, *step);
        }
        Source { scope, slot: self.slot(layouts, scope, leaf), take: take(leaf.select) }
    }

    fn enter(&mut self, schema: &Schema, layouts: &mut Layouts<'_>, parent: ScopeId, step: Step) -> ScopeId {
        let (slot, take) = (self.slot(layouts, parent, step), take(step.select));
        let known = self.made.iter().position(|s| s.parent == parent && s.slot == slot && s.take == take);
        let index = known.unwrap_or_else(|| {
            // A path goes through messages only, so there is always one.
            let message = step.field.get(schema).value_kind().message().unwrap_or(MessageId(0));
            let layout: LayoutId = layouts.of(message);
            self.made.push(Scope { parent, slot, take, layout, carried: false, traced: false });
            self.messages.push(message);
            self.made.len() - 1
        });
        ScopeId(u16::try_from(index + 1).unwrap_or(u16::MAX))
    }

    fn slot(&self, layouts: &Layouts<'_>, scope: ScopeId, step: Step) -> u16 {
        self.messages.get(usize::from(scope.0)).map_or(0, |&message| layouts.slot_of(message, step.field))
    }

    /// The scope with this number, if it is one inside the message.
    pub(super) fn get_mut(&mut self, scope: ScopeId) -> Option<&mut Scope> {
        usize::from(scope.0).checked_sub(1).and_then(|index| self.made.get_mut(index))
    }
}

fn take(select: Select) -> Take {
    match select {
        Select::Whole => Take::All,
        Select::First => Take::First,
        Select::Rest => Take::Rest,
    }
}
