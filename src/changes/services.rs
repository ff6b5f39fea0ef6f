//! Services and rpcs.

use super::{CallPart, ChangeKind, Detail, Finder, Subject, messages::identity, options};
use crate::{
    pairing::{Basis, Pair, Sides},
    schema::{HttpBinding, Kind, Method, Schema, ServiceId, http_bindings},
};

/// Options that are changes of their own kind.
const FACTS_OF_THEIR_OWN: &[&str] = &["(google.api.http)"];

impl Finder<'_> {
    pub(super) fn services(&mut self) {
        let pairing = self.pairing;
        for pair in &pairing.services {
            match pair {
                Pair::Old(_) => self.add(ChangeKind::ServiceRemoved, Subject::Service(pair.sides()), Detail::None),
                Pair::New(_) => self.add(ChangeKind::ServiceAdded, Subject::Service(pair.sides()), Detail::None),
                Pair::Both { old, new, basis } => self.service(*old, *new, basis),
            }
        }
    }

    fn service(&mut self, old_id: ServiceId, new_id: ServiceId, basis: &Basis) {
        let (old, new) = (&self.old[old_id], &self.new[new_id]);
        let services = Sides::Both { old: old_id, new: new_id };
        let subject = Subject::Service(services);
        if old.element.name != new.element.name {
            self.add(ChangeKind::ServiceRenamed, subject.clone(), identity(basis));
        }
        let kind = ChangeKind::RpcOptionChanged;
        self.changes.extend(options::changes(kind, &subject, &old.options, &new.options, &[]));
        let pairing = self.pairing;
        for pair in pairing.methods.get(&(old_id, new_id)).into_iter().flatten() {
            let subject = Subject::Rpc { services, method: pair.sides() };
            match pair {
                Pair::Old(_) => self.add(ChangeKind::RpcRemoved, subject, Detail::None),
                Pair::New(_) => self.add(ChangeKind::RpcAdded, subject, Detail::None),
                Pair::Both { old: i, new: j, basis } => {
                    self.rpc(subject, &old.methods[*i], &new.methods[*j], basis);
                }
            }
        }
    }

    fn rpc(&mut self, subject: Subject, old: &Method, new: &Method, basis: &Basis) {
        if old.element.name != new.element.name {
            self.add(ChangeKind::RpcRenamed, subject.clone(), identity(basis));
        }
        for (part, old_kind, new_kind) in
            [(CallPart::Request, &old.input, &new.input), (CallPart::Response, &old.output, &new.output)]
        {
            if !self.pairing.same_kind((self.old, old_kind), (self.new, new_kind)) {
                let detail = Detail::CallType { part, old: name(self.old, old_kind), new: name(self.new, new_kind) };
                self.add(ChangeKind::RpcTypeChanged, subject.clone(), detail);
            }
        }
        let streams = |method: &Method| (method.client_streaming, method.server_streaming);
        if streams(old) != streams(new) {
            let detail = Detail::Streaming { old: streams(old), new: streams(new) };
            self.add(ChangeKind::RpcStreamingChanged, subject.clone(), detail);
        }
        let (before, after) = (http_bindings(old), http_bindings(new));
        let only_in = |these: &[HttpBinding], those: &[HttpBinding]| -> Vec<HttpBinding> {
            these.iter().filter(|binding| !those.iter().any(|other| binding.is_same_as(other))).cloned().collect()
        };
        let (gone, added) = (only_in(&before, &after), only_in(&after, &before));
        if !gone.is_empty() || !added.is_empty() {
            self.add(ChangeKind::RpcHttpChanged, subject.clone(), Detail::Http { gone, added });
        }
        let kind = ChangeKind::RpcOptionChanged;
        self.changes.extend(options::changes(kind, &subject, &old.options, &new.options, FACTS_OF_THEIR_OWN));
    }
}

fn name(schema: &Schema, kind: &Kind) -> String {
    schema.kind_name(kind, "").to_owned()
}
