//! Packages, services and rpcs: what callers notice.

use super::{
    super::Context,
    observed::{self, Words},
    option,
};
use crate::{
    changes::{CallPart, Change, ChangeKind, Detail, Subject},
    effects::{Effects, Verdict},
    pairing::Sides,
    schema::{HttpBinding, Schema, ServiceId},
};

pub(super) fn of(context: Context<'_>, change: &Change, effects: &Effects) -> (String, String) {
    let old_path = path(context.old, &change.subject, |sides| sides.old().copied(), |m| m.old().copied());
    let new_path = path(context.new, &change.subject, |sides| sides.new().copied(), |m| m.new().copied());
    let unimplemented = || "Old clients get UNIMPLEMENTED.".to_owned();
    match (change.kind, &change.detail) {
        (ChangeKind::ServiceAdded, _) => ("a new service".to_owned(), String::new()),
        (ChangeKind::ServiceRemoved, _) => (format!("{old_path}* is gone"), unimplemented()),
        (ChangeKind::ServiceRenamed, detail) => {
            (format!("renamed{}: {old_path}* became {new_path}*", observed::because(detail)), unimplemented())
        }
        (ChangeKind::RpcAdded, _) => ("a new rpc".to_owned(), "Old servers answer UNIMPLEMENTED.".to_owned()),
        (ChangeKind::RpcRemoved, _) => (format!("{old_path} is gone"), unimplemented()),
        (ChangeKind::RpcRenamed, detail) => {
            (format!("renamed{}: {old_path} became {new_path}", observed::because(detail)), unimplemented())
        }
        (ChangeKind::RpcTypeChanged, Detail::CallType { part, old, new }) => {
            let part = match part {
                CallPart::Request => "request",
                CallPart::Response => "response",
            };
            let (in_new, in_old) = (format!("a `{}`", short(new)), format!("a `{}`", short(old)));
            let reason = format!("the {part} was `{}` and is `{}` now", short(old), short(new));
            (reason, observed::data(effects, Words::of_field(&in_new, &in_old)))
        }
        (ChangeKind::RpcStreamingChanged, Detail::Streaming { old, new }) => (
            format!("{} became {}", streams(*old), streams(*new)),
            "Generated signatures differ, and one side waits for what the other does not send.".to_owned(),
        ),
        (ChangeKind::RpcHttpChanged, Detail::Http { gone, added }) => http(gone, added),
        (_, detail) => (option(detail), String::new()),
    }
}

fn http(gone: &[HttpBinding], added: &[HttpBinding]) -> (String, String) {
    let list = |bindings: &[HttpBinding]| bindings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    match (gone, added) {
        ([], added) => (format!("additional binding {}", list(added)), "What was there stays.".to_owned()),
        (gone, []) => (format!("{} is gone", list(gone)), "REST callers of it get 404.".to_owned()),
        (gone, added) => (format!("{} became {}", list(gone), list(added)), answer(gone, added).to_owned()),
    }
}

/// What callers of the old bindings get from a server with the new ones.
fn answer(gone: &[HttpBinding], added: &[HttpBinding]) -> &'static str {
    let any = |same: fn(&HttpBinding, &HttpBinding) -> bool| gone.iter().any(|a| added.iter().any(|b| same(a, b)));
    if any(|a, b| a.path == b.path && a.verb == b.verb && a.body != b.body) {
        "The path answers, and takes the request from another place: what callers send is read otherwise."
    } else if any(|a, b| a.path == b.path && a.verb == b.verb) {
        "The path answers, with another shape of body."
    } else if any(|a, b| a.path == b.path) {
        "REST callers with the old verb get 405."
    } else {
        "REST callers of the old path get 404."
    }
}

pub(super) fn of_package(context: Context<'_>, effects: &Effects, packages: &Sides<String>) -> (String, String) {
    let (Some(old), Some(new)) = (packages.old(), packages.new()) else { return Default::default() };
    let moves_a_service = effects.http == Verdict::Breaking;
    let example = context
        .old
        .subject_services()
        .map(|id| &context.old[id])
        .filter(|service| context.old[service.element.file].package == *old)
        .find_map(|service| Some(service.grpc_path(service.methods.first()?)))
        .filter(|_| moves_a_service);
    let payloads = "Message payloads do not carry the package; `Any` type URLs, extension names and generated code do.";
    match example {
        Some(old_path) => {
            let new_path = old_path.replacen(&format!("/{old}."), &format!("/{new}."), 1);
            (
                format!("gRPC paths change: {old_path} becomes {new_path}"),
                format!("Old clients get UNIMPLEMENTED. As the names differ, one server can host both. {payloads}"),
            )
        }
        None => (format!("package `{old}` became `{new}`"), payloads.to_owned()),
    }
}

fn streams((client, server): (bool, bool)) -> &'static str {
    match (client, server) {
        (false, false) => "unary",
        (true, false) => "client streaming",
        (false, true) => "server streaming",
        (true, true) => "bidirectional streaming",
    }
}

fn short(full_name: &str) -> &str {
    full_name.rsplit('.').next().unwrap_or(full_name)
}

/// The gRPC path of the subject on one side; of a service, the part before the method.
fn path(
    schema: &Schema,
    subject: &Subject,
    service_of: impl Fn(&Sides<ServiceId>) -> Option<ServiceId>,
    method_of: impl Fn(&Sides<usize>) -> Option<usize>,
) -> String {
    match subject {
        Subject::Service(services) => {
            service_of(services).map_or_else(String::new, |id| format!("/{}/", schema[id].element.full_name))
        }
        Subject::Rpc { services, method } => service_of(services)
            .zip(method_of(method))
            .map_or_else(String::new, |(id, index)| schema[id].grpc_path(&schema[id].methods[index])),
        _ => String::new(),
    }
}
