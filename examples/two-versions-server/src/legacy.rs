//! v0.3 in front of any implementation of v1.0.
//!
//! A call goes up, is answered in v1.0, and the answer comes down. What a message of one version is in the other is
//! up to the generated [`upgrade`] and [`downgrade`] alone; here it is only said which of them an rpc needs.

use std::{fmt, pin::Pin, sync::Arc};

use a2a_adapter::{Converted, Error, downgrade, old::a2a::v1 as old, upgrade};
use tokio_stream::{Stream, StreamExt};
use tonic::{Request, Response, Status, metadata::MetadataValue};

use crate::rpc::{
    new::a2a_service_server::A2aService as NewService, old::a2a_service_server::A2aService as OldService,
};

/// Something that a call of v0.3 could not carry, one way or the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The rpc, by its name in v0.3.
    pub rpc: &'static str,
    /// `lost: …` or `missing: …`.
    pub text: String,
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rpc, self.text)
    }
}

/// Who is told of remarks.
pub type Journal = Arc<dyn Fn(Remark) + Send + Sync>;

/// A stream as tonic has it.
type Answers<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

/// The service of v0.3, by a service of v1.0.
pub struct Legacy<S> {
    service: Arc<S>,
    journal: Journal,
}

impl<S> Legacy<S> {
    /// Puts v0.3 in front of `service`.
    pub fn new(service: Arc<S>, journal: Journal) -> Self {
        Self { service, journal }
    }

    fn call(&self, rpc: &'static str) -> Call {
        Call { rpc, journal: Arc::clone(&self.journal) }
    }
}

#[tonic::async_trait]
impl<S: NewService> OldService for Legacy<S> {
    async fn send_message(
        &self,
        request: Request<old::SendMessageRequest>,
    ) -> Result<Response<old::SendMessageResponse>, Status> {
        let call = self.call("SendMessage");
        let request = call.up(request, upgrade::send_message_request)?;
        call.down(self.service.send_message(request).await?, downgrade::send_message_response)
    }

    type SendStreamingMessageStream = Answers<old::StreamResponse>;

    async fn send_streaming_message(
        &self,
        request: Request<old::SendMessageRequest>,
    ) -> Result<Response<Self::SendStreamingMessageStream>, Status> {
        let call = self.call("SendStreamingMessage");
        let request = call.up(request, upgrade::send_message_request)?;
        let answers = self.service.send_streaming_message(request).await?;
        Ok(call.down_each(answers, downgrade::stream_response))
    }

    async fn get_task(&self, request: Request<old::GetTaskRequest>) -> Result<Response<old::Task>, Status> {
        let call = self.call("GetTask");
        let request = call.up(request, upgrade::get_task_request)?;
        call.down(self.service.get_task(request).await?, downgrade::task)
    }

    async fn cancel_task(&self, request: Request<old::CancelTaskRequest>) -> Result<Response<old::Task>, Status> {
        let call = self.call("CancelTask");
        let request = call.up(request, upgrade::cancel_task_request)?;
        call.down(self.service.cancel_task(request).await?, downgrade::task)
    }

    type TaskSubscriptionStream = Answers<old::StreamResponse>;

    async fn task_subscription(
        &self,
        request: Request<old::TaskSubscriptionRequest>,
    ) -> Result<Response<Self::TaskSubscriptionStream>, Status> {
        let call = self.call("TaskSubscription");
        let request = call.up(request, upgrade::task_subscription_request)?;
        let answers = self.service.subscribe_to_task(request).await?;
        Ok(call.down_each(answers, downgrade::stream_response))
    }

    async fn create_task_push_notification_config(
        &self,
        request: Request<old::CreateTaskPushNotificationConfigRequest>,
    ) -> Result<Response<old::TaskPushNotificationConfig>, Status> {
        let call = self.call("CreateTaskPushNotificationConfig");
        let request = call.up(request, upgrade::create_task_push_notification_config_request)?;
        let response = self.service.create_task_push_notification_config(request).await?;
        call.down(response, downgrade::task_push_notification_config_to_task_push_notification_config)
    }

    async fn get_task_push_notification_config(
        &self,
        request: Request<old::GetTaskPushNotificationConfigRequest>,
    ) -> Result<Response<old::TaskPushNotificationConfig>, Status> {
        let call = self.call("GetTaskPushNotificationConfig");
        let request = call.up(request, upgrade::get_task_push_notification_config_request)?;
        let response = self.service.get_task_push_notification_config(request).await?;
        call.down(response, downgrade::task_push_notification_config_to_task_push_notification_config)
    }

    async fn list_task_push_notification_config(
        &self,
        request: Request<old::ListTaskPushNotificationConfigRequest>,
    ) -> Result<Response<old::ListTaskPushNotificationConfigResponse>, Status> {
        let call = self.call("ListTaskPushNotificationConfig");
        let request = call.up(request, upgrade::list_task_push_notification_config_request)?;
        let response = self.service.list_task_push_notification_configs(request).await?;
        call.down(response, downgrade::list_task_push_notification_configs_response)
    }

    async fn get_agent_card(
        &self,
        request: Request<old::GetAgentCardRequest>,
    ) -> Result<Response<old::AgentCard>, Status> {
        let call = self.call("GetAgentCard");
        let request = call.up(request, upgrade::get_agent_card_request)?;
        call.down(self.service.get_extended_agent_card(request).await?, downgrade::agent_card)
    }

    async fn delete_task_push_notification_config(
        &self,
        request: Request<old::DeleteTaskPushNotificationConfigRequest>,
    ) -> Result<Response<()>, Status> {
        let call = self.call("DeleteTaskPushNotificationConfig");
        let request = call.up(request, upgrade::delete_task_push_notification_config_request)?;
        // The answer is `google.protobuf.Empty` in both versions.
        self.service.delete_task_push_notification_config(request).await
    }
}

/// A call on its way up and down.
#[derive(Clone)]
struct Call {
    rpc: &'static str,
    journal: Journal,
}

impl Call {
    /// The request in v1.0. What cannot be one is the client's mistake.
    fn up<Old, New>(
        &self,
        request: Request<Old>,
        upgrade: impl FnOnce(Old) -> Result<Converted<New>, Error>,
    ) -> Result<Request<New>, Status> {
        let (mut metadata, extensions, message) = request.into_parts();
        let message = upgrade(message).map_err(|error| Status::invalid_argument(error.to_string()))?;
        // Without the header a request is one of v0.3 (A2A specification, 3.6), which this one no longer is.
        metadata.insert("a2a-version", MetadataValue::from_static("1.0"));
        Ok(Request::from_parts(metadata, extensions, self.note(message)))
    }

    /// The response in v0.3. What cannot be one is not the client's mistake.
    fn down<New, Old>(
        &self,
        response: Response<New>,
        downgrade: impl FnOnce(New) -> Result<Converted<Old>, Error>,
    ) -> Result<Response<Old>, Status> {
        let (metadata, message, extensions) = response.into_parts();
        let message = self.down_one(message, downgrade)?;
        Ok(Response::from_parts(metadata, message, extensions))
    }

    /// A stream of responses in v0.3, each as it comes.
    fn down_each<New: 'static, Old: 'static>(
        self,
        response: Response<impl Stream<Item = Result<New, Status>> + Send + 'static>,
        downgrade: impl Fn(New) -> Result<Converted<Old>, Error> + Send + 'static,
    ) -> Response<Answers<Old>> {
        response
            .map(|stream| -> Answers<Old> { Box::pin(stream.map(move |answer| self.down_one(answer?, &downgrade))) })
    }

    fn down_one<New, Old>(
        &self,
        message: New,
        downgrade: impl FnOnce(New) -> Result<Converted<Old>, Error>,
    ) -> Result<Old, Status> {
        let message = downgrade(message).map_err(|error| Status::internal(error.to_string()))?;
        Ok(self.note(message))
    }

    /// The message; the rest goes to the journal.
    fn note<T>(&self, converted: Converted<T>) -> T {
        let losses = converted.losses.iter().map(|loss| format!("lost: `{}`: {}", loss.path, loss.reason));
        let missing = converted.missing.iter().map(|path| format!("missing: `{path}`"));
        for text in losses.chain(missing) {
            (self.journal)(Remark { rpc: self.rpc, text });
        }
        converted.message
    }
}
