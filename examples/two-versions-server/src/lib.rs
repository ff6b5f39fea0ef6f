//! A gRPC server of A2A that answers `/lf.a2a.v1.A2AService/*` and `/a2a.v1.A2AService/*`, v1.0 and v0.3, on one port.
//!
//! There is one implementation, the [`agent`], and it knows v1.0 only. [`legacy`] puts v0.3 in front of it, by what
//! `proto-diff adapt` has written.

pub mod agent;
pub mod legacy;
pub mod rpc;

use std::sync::Arc;

use tokio::net::TcpListener;
use tonic::transport::{Error, Server, server::TcpIncoming};

use agent::Agent;
use legacy::{Journal, Legacy};
use rpc::{new, old};

/// Answers both versions, until the listener fails.
///
/// # Errors
/// When connections cannot be served.
pub async fn serve(listener: TcpListener, agent: Agent, journal: Journal) -> Result<(), Error> {
    let agent = Arc::new(agent);
    Server::builder()
        .add_service(new::a2a_service_server::A2aServiceServer::from_arc(Arc::clone(&agent)))
        .add_service(old::a2a_service_server::A2aServiceServer::new(Legacy::new(agent, journal)))
        .serve_with_incoming(TcpIncoming::from(listener))
        .await
}
