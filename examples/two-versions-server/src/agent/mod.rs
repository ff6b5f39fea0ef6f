//! The one implementation, in v1.0 and in nothing else: an agent that says again what it is told, louder.

mod card;
mod pages;
mod shout;
mod tasks;
mod webhooks;

use std::{pin::Pin, sync::Arc};

use a2a_adapter::new::lf::a2a::v1 as new;
use tokio_stream::{Stream, StreamExt, once, wrappers::UnboundedReceiverStream};
use tonic::{Request, Response, Status};

use crate::rpc::new::a2a_service_server::A2aService;
use pages::page;
use tasks::{Tasks, Updates};
use webhooks::Webhooks;

/// The agent.
pub struct Agent {
    card: new::AgentCard,
    tasks: Arc<Tasks>,
    webhooks: Webhooks,
}

/// A stream as tonic has it.
type Answers = Pin<Box<dyn Stream<Item = Result<new::StreamResponse, Status>> + Send>>;

impl Agent {
    /// An agent that has not been told anything yet, to be reached at `url`.
    pub fn new(url: &str) -> Self {
        Self { card: card::card(url), tasks: Arc::default(), webhooks: Webhooks::default() }
    }

    /// Sets to work on a message: the task as it stands before anything is done, and what happens from then on.
    async fn begin(&self, request: new::SendMessageRequest) -> Result<(new::Task, Updates), Status> {
        let message = request.message.ok_or_else(|| Status::invalid_argument("no message"))?;
        if message.message_id.is_empty() {
            return Err(Status::invalid_argument("the message has no message_id"));
        }
        let (task, message, updates) = self.tasks.take(message).await?;
        if let Some(config) = request.configuration.and_then(|wish| wish.task_push_notification_config) {
            self.webhooks.keep(new::TaskPushNotificationConfig { task_id: task.id.clone(), ..config }).await;
        }
        let (tasks, id) = (Arc::clone(&self.tasks), task.id.clone());
        tokio::spawn(async move { shout::work(&tasks, &id, message).await });
        Ok((task, updates))
    }
}

#[tonic::async_trait]
impl A2aService for Agent {
    async fn send_message(
        &self,
        request: Request<new::SendMessageRequest>,
    ) -> Result<Response<new::SendMessageResponse>, Status> {
        let request = request.into_inner();
        let (at_once, history) =
            request.configuration.as_ref().map_or((false, None), |wish| (wish.return_immediately, wish.history_length));
        let (mut task, mut updates) = self.begin(request).await?;
        if !at_once {
            while updates.recv().await.is_some() {}
            task = self.tasks.get(&task.id).await?;
        }
        let payload = new::send_message_response::Payload::Task(with_history(task, history)?);
        Ok(Response::new(new::SendMessageResponse { payload: Some(payload) }))
    }

    type SendStreamingMessageStream = Answers;

    async fn send_streaming_message(
        &self,
        request: Request<new::SendMessageRequest>,
    ) -> Result<Response<Answers>, Status> {
        let (task, updates) = self.begin(request.into_inner()).await?;
        Ok(Response::new(stream(task, updates)))
    }

    async fn get_task(&self, request: Request<new::GetTaskRequest>) -> Result<Response<new::Task>, Status> {
        let request = request.into_inner();
        let task = self.tasks.get(&request.id).await?;
        Ok(Response::new(with_history(task, request.history_length)?))
    }

    async fn list_tasks(
        &self,
        request: Request<new::ListTasksRequest>,
    ) -> Result<Response<new::ListTasksResponse>, Status> {
        let request = request.into_inner();
        let mut tasks = self.tasks.all().await;
        tasks.retain(|task| is_wanted(task, &request));
        let page = page(tasks, request.page_size.unwrap_or_default(), &request.page_token)?;
        let mut tasks = Vec::with_capacity(page.items.len());
        for mut task in page.items {
            if !request.include_artifacts() {
                task.artifacts.clear();
            }
            tasks.push(with_history(task, request.history_length)?);
        }
        Ok(Response::new(new::ListTasksResponse {
            tasks,
            next_page_token: page.next,
            page_size: clamped(page.size),
            total_size: clamped(page.total),
        }))
    }

    async fn cancel_task(&self, request: Request<new::CancelTaskRequest>) -> Result<Response<new::Task>, Status> {
        Ok(Response::new(self.tasks.cancel(&request.get_ref().id).await?))
    }

    type SubscribeToTaskStream = Answers;

    async fn subscribe_to_task(
        &self,
        request: Request<new::SubscribeToTaskRequest>,
    ) -> Result<Response<Answers>, Status> {
        let (task, updates) = self.tasks.watch(&request.get_ref().id).await?;
        Ok(Response::new(stream(task, updates)))
    }

    async fn create_task_push_notification_config(
        &self,
        request: Request<new::TaskPushNotificationConfig>,
    ) -> Result<Response<new::TaskPushNotificationConfig>, Status> {
        let config = request.into_inner();
        self.tasks.get(&config.task_id).await?;
        Ok(Response::new(self.webhooks.keep(config).await))
    }

    async fn get_task_push_notification_config(
        &self,
        request: Request<new::GetTaskPushNotificationConfigRequest>,
    ) -> Result<Response<new::TaskPushNotificationConfig>, Status> {
        let request = request.into_inner();
        Ok(Response::new(self.webhooks.get(request.task_id, request.id).await?))
    }

    async fn list_task_push_notification_configs(
        &self,
        request: Request<new::ListTaskPushNotificationConfigsRequest>,
    ) -> Result<Response<new::ListTaskPushNotificationConfigsResponse>, Status> {
        let request = request.into_inner();
        let page = page(self.webhooks.of(&request.task_id).await, request.page_size, &request.page_token)?;
        Ok(Response::new(new::ListTaskPushNotificationConfigsResponse {
            configs: page.items,
            next_page_token: page.next,
        }))
    }

    async fn get_extended_agent_card(
        &self,
        _: Request<new::GetExtendedAgentCardRequest>,
    ) -> Result<Response<new::AgentCard>, Status> {
        Ok(Response::new(self.card.clone()))
    }

    async fn delete_task_push_notification_config(
        &self,
        request: Request<new::DeleteTaskPushNotificationConfigRequest>,
    ) -> Result<Response<()>, Status> {
        let request = request.into_inner();
        Ok(Response::new(self.webhooks.forget(request.task_id, request.id).await?))
    }
}

/// The task, and then what happens to it.
fn stream(task: new::Task, updates: Updates) -> Answers {
    let task = new::StreamResponse { payload: Some(new::stream_response::Payload::Task(task)) };
    Box::pin(once(task).chain(UnboundedReceiverStream::new(updates)).map(Ok))
}

/// A task with the last messages of its history: all of them if no number is given, and none for 0.
fn with_history(mut task: new::Task, length: Option<i32>) -> Result<new::Task, Status> {
    if let Some(length) = length {
        let length = usize::try_from(length).map_err(|_| Status::invalid_argument("history_length is negative"))?;
        task.history.drain(..task.history.len().saturating_sub(length));
    }
    Ok(task)
}

fn is_wanted(task: &new::Task, request: &new::ListTasksRequest) -> bool {
    let status = task.status.clone().unwrap_or_default();
    let time = |time: prost_types::Timestamp| (time.seconds, time.nanos);
    (request.context_id.is_empty() || request.context_id == task.context_id)
        && (request.status() == new::TaskState::Unspecified || request.status == status.state)
        && request.status_timestamp_after.is_none_or(|after| status.timestamp.map(time) >= Some(time(after)))
}

/// A number as the schema can say it.
fn clamped(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
