//! The gRPC clients and servers of both versions, as tonic writes them.

#![allow(missing_docs, clippy::all, reason = "tonic has its own style")]

/// Of v0.3: `/a2a.v1.A2AService/*`.
pub mod old {
    tonic::include_proto!("a2a.v1");
}

/// Of v1.0: `/lf.a2a.v1.A2AService/*`.
pub mod new {
    tonic::include_proto!("lf.a2a.v1");
}
