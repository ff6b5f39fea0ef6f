//! Services and their methods.

use serde::Serialize;

use super::{Element, Kind, Options};

/// A service.
#[derive(Debug, Clone)]
pub struct Service {
    /// Name, place, comments.
    pub element: Element,
    /// Methods in declaration order.
    pub methods: Vec<Method>,
    /// Options set on the service.
    pub options: Options,
}

/// An rpc.
#[derive(Debug, Clone)]
pub struct Method {
    /// Name, place, comments.
    pub element: Element,
    /// Request type: [`Kind::Message`] or [`Kind::StandIn`].
    pub input: Kind,
    /// Response type: [`Kind::Message`] or [`Kind::StandIn`].
    pub output: Kind,
    /// Whether the client sends a stream.
    pub client_streaming: bool,
    /// Whether the server sends a stream.
    pub server_streaming: bool,
    /// Options set on the method, `(google.api.http)` among them.
    pub options: Options,
}

/// A part of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CallPart {
    /// What the client sends.
    Request,
    /// What the server answers.
    Response,
}

impl Service {
    /// The method with this name.
    pub fn method_named(&self, name: &str) -> Option<&Method> {
        self.methods.iter().find(|m| m.element.name == name)
    }

    /// The path gRPC sends for a method: `/package.Service/Method`
    /// (<https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md>).
    pub fn grpc_path(&self, method: &Method) -> String {
        format!("/{}/{}", self.element.full_name, method.element.name)
    }
}
