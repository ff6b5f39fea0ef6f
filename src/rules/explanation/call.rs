//! Packages, services and rpcs: what callers notice.

use super::{super::Context, observed, option};
use crate::{
    changes::{CallPart, Change, ChangeKind, Detail, Subject},
    effects::Effects,
    pairing::Sides,
    schema::{Schema, ServiceId},
};

pub(super) fn of(context: Context<'_>, change: &Change, effects: &Effects) -> String {
    let old_path = path(context.old, &change.subject, |sides| sides.old().copied(), |m| m.old().copied());
    let new_path = path(context.new, &change.subject, |sides| sides.new().copied(), |m| m.new().copied());
    match (change.kind, &change.detail) {
        (ChangeKind::ServiceAdded, _) => "A new service.".to_owned(),
        (ChangeKind::ServiceRemoved, _) => "The service is gone: callers get UNIMPLEMENTED.".to_owned(),
        (ChangeKind::ServiceRenamed, detail) => format!(
            "Renamed{}: gRPC paths {old_path}* became {new_path}*, and old clients get UNIMPLEMENTED.",
            observed::because(detail)
        ),
        (ChangeKind::RpcAdded, _) => "A new rpc: old servers answer UNIMPLEMENTED.".to_owned(),
        (ChangeKind::RpcRemoved, _) => format!("{old_path} is gone: callers get UNIMPLEMENTED."),
        (ChangeKind::RpcRenamed, detail) => format!(
            "Renamed{}: {old_path} became {new_path}, and old clients get UNIMPLEMENTED.",
            observed::because(detail)
        ),
        (ChangeKind::RpcTypeChanged, Detail::CallType { part, old, new }) => {
            let part = match part {
                CallPart::Request => "request",
                CallPart::Response => "response",
            };
            let (taken_new, taken_old) = (format!("a `{}`", short(new)), format!("a `{}`", short(old)));
            format!(
                "The {part} is `{}` now, was `{}`.{}",
                short(new),
                short(old),
                observed::binary(effects, &taken_new, &taken_old)
            )
        }
        (ChangeKind::RpcStreamingChanged, Detail::Streaming { old, new }) => {
            format!(
                "{} became {}: generated signatures differ, and calls break in one of both directions.",
                streams(*old),
                streams(*new)
            )
        }
        (ChangeKind::RpcHttpChanged, Detail::Http { gone, added }) => {
            let list = |bindings: &[crate::schema::HttpBinding]| {
                bindings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            };
            match (gone.as_slice(), added.as_slice()) {
                ([], added) => format!("Additional binding {}: what was there stays.", list(added)),
                (gone, []) => format!("{} is gone: REST callers get 404.", list(gone)),
                (gone, added) => format!("{} became {}: REST callers of the old one get 404.", list(gone), list(added)),
            }
        }
        (_, detail) => option(context, detail),
    }
}

pub(super) fn of_package(context: Context<'_>, packages: &Sides<String>) -> String {
    let (Some(old), Some(new)) = (packages.old(), packages.new()) else { return String::new() };
    let example = context
        .old
        .subject_services()
        .map(|id| &context.old[id])
        .filter(|service| context.old[service.element.file].package == *old)
        .find_map(|service| Some((service, service.methods.first()?)));
    let calls = match example {
        Some((service, method)) => {
            let old_path = service.grpc_path(method);
            let new_path = old_path.replacen(&format!("/{old}."), &format!("/{new}."), 1);
            format!(
                " gRPC paths change ({old_path} becomes {new_path}): old clients get UNIMPLEMENTED. As the names \
                 differ, one server can host both."
            )
        }
        None => String::new(),
    };
    format!(
        "Package `{old}` became `{new}`. Message payloads do not carry it; `Any` type URLs, extension names and \
         generated code do.{calls}"
    )
}

fn streams((client, server): (bool, bool)) -> &'static str {
    match (client, server) {
        (false, false) => "Unary",
        (true, false) => "Client streaming",
        (false, true) => "Server streaming",
        (true, true) => "Bidirectional streaming",
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
