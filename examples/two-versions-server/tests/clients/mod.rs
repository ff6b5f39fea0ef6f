//! A server on a port of its own, a client of each version, and what they say.

use std::{
    fmt::Debug,
    sync::{Arc, Mutex},
};

use a2a_adapter::{new::lf::a2a::v1 as new, old::a2a::v1 as old};
use tokio::net::TcpListener;
use tonic::{Code, Response, Status, transport::Channel};
use two_versions_server::{
    agent::Agent,
    legacy::Remark,
    rpc::{
        new::a2a_service_client::A2aServiceClient as NewClient, old::a2a_service_client::A2aServiceClient as OldClient,
    },
    serve,
};

/// A client of each version, at one server.
pub struct Both {
    pub old: OldClient<Channel>,
    pub new: NewClient<Channel>,
    remarks: Arc<Mutex<Vec<String>>>,
}

impl Both {
    /// Starts a server; it ends with the test.
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let remarks = Arc::new(Mutex::new(Vec::new()));
        let journal = Arc::clone(&remarks);
        let journal = Arc::new(move |remark: Remark| journal.lock().unwrap().push(remark.to_string()));
        tokio::spawn(serve(listener, Agent::new(&url), journal));
        Self {
            old: OldClient::connect(url.clone()).await.unwrap(),
            new: NewClient::connect(url).await.unwrap(),
            remarks,
        }
    }

    /// What the server has had to say since this was last asked.
    pub fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut self.remarks.lock().unwrap())
    }
}

/// A message of v0.3.
pub fn old_message(text: &str) -> old::Message {
    old::Message {
        message_id: "m".to_owned(),
        role: old::Role::User.into(),
        content: vec![old::Part { part: Some(old::part::Part::Text(text.to_owned())) }],
        ..old::Message::default()
    }
}

/// A message of v1.0.
pub fn new_message(text: &str) -> new::Message {
    new::Message {
        message_id: "m".to_owned(),
        role: new::Role::User.into(),
        parts: vec![new::Part { content: Some(new::part::Content::Text(text.to_owned())), ..new::Part::default() }],
        ..new::Message::default()
    }
}

/// A request of v0.3 to say something.
pub fn old_request(text: &str) -> old::SendMessageRequest {
    old::SendMessageRequest { request: Some(old_message(text)), ..old::SendMessageRequest::default() }
}

/// A request of v1.0 to say something.
pub fn new_request(text: &str) -> new::SendMessageRequest {
    new::SendMessageRequest { message: Some(new_message(text)), ..new::SendMessageRequest::default() }
}

/// The task in an answer of v0.3.
pub fn old_task(answer: old::SendMessageResponse) -> old::Task {
    match answer.payload {
        Some(old::send_message_response::Payload::Task(task)) => task,
        other => panic!("no task: {other:?}"),
    }
}

/// The task in an answer of v1.0.
pub fn new_task(answer: new::SendMessageResponse) -> new::Task {
    match answer.payload {
        Some(new::send_message_response::Payload::Task(task)) => task,
        other => panic!("no task: {other:?}"),
    }
}

/// What the first part says, in v0.3.
pub fn old_text(parts: &[old::Part]) -> String {
    match &parts[0].part {
        Some(old::part::Part::Text(text)) => text.clone(),
        other => panic!("no text: {other:?}"),
    }
}

/// What the first part says, in v1.0.
pub fn new_text(parts: &[new::Part]) -> String {
    match &parts[0].content {
        Some(new::part::Content::Text(text)) => text.clone(),
        other => panic!("no text: {other:?}"),
    }
}

/// With what a call failed.
pub fn failed<T: Debug>(result: Result<Response<T>, Status>) -> (Code, String) {
    let status = result.expect_err("it should fail");
    (status.code(), status.message().to_owned())
}
