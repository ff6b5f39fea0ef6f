//! The tasks, and who watches them.

use std::{collections::HashMap, time::SystemTime};

use a2a_adapter::new::lf::a2a::v1::{
    Artifact, Message, StreamResponse, Task, TaskArtifactUpdateEvent, TaskState, TaskStatus, TaskStatusUpdateEvent,
    stream_response::Payload,
};
use tokio::sync::{
    Mutex,
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};
use tonic::Status;

/// What happens to a task, until it stops.
pub type Updates = UnboundedReceiver<StreamResponse>;

/// All tasks, in memory.
#[derive(Default)]
pub struct Tasks {
    kept: Mutex<HashMap<String, Entry>>,
}

/// A task and its watchers, who are let go when it stops. A task has a handful of updates, so nobody's queue grows long.
struct Entry {
    task: Task,
    watchers: Vec<UnboundedSender<StreamResponse>>,
}

impl Tasks {
    /// Takes a message into the task that it names, or into a new one: the task as it stands now, the message as it
    /// was taken, and what happens from here on.
    ///
    /// # Errors
    /// When there is no such task, or it does not wait for a message.
    pub async fn take(&self, mut message: Message) -> Result<(Task, Message, Updates), Status> {
        let mut kept = self.kept.lock().await;
        if message.task_id.is_empty() {
            message.task_id = format!("task-{}", kept.len() + 1);
            if message.context_id.is_empty() {
                message.context_id = format!("context-of-{}", message.task_id);
            }
            let task = Task {
                id: message.task_id.clone(),
                context_id: message.context_id.clone(),
                status: Some(status(TaskState::Submitted, None)),
                ..Task::default()
            };
            kept.insert(task.id.clone(), Entry { task, watchers: Vec::new() });
        } else {
            let entry = kept.get_mut(&message.task_id).ok_or_else(unknown)?;
            if entry.state() != TaskState::InputRequired {
                return Err(Status::failed_precondition("the task does not wait for a message"));
            }
            message.context_id.clone_from(&entry.task.context_id);
            entry.task.status = Some(status(TaskState::Submitted, None));
        }
        let entry = kept.get_mut(&message.task_id).ok_or_else(unknown)?;
        entry.task.history.push(message.clone());
        let updates = entry.watch();
        Ok((entry.task.clone(), message, updates))
    }

    /// A task as it stands now.
    ///
    /// # Errors
    /// When there is none.
    pub async fn get(&self, id: &str) -> Result<Task, Status> {
        self.kept.lock().await.get(id).map(|entry| entry.task.clone()).ok_or_else(unknown)
    }

    /// All tasks, those that changed last before the others.
    pub async fn all(&self) -> Vec<Task> {
        let mut all: Vec<Task> = self.kept.lock().await.values().map(|entry| entry.task.clone()).collect();
        all.sort_by_key(|task| {
            let time = task.status.as_ref().and_then(|status| status.timestamp);
            std::cmp::Reverse(time.map(|time| (time.seconds, time.nanos)))
        });
        all
    }

    /// A task as it stands now, and what happens to it from here on.
    ///
    /// # Errors
    /// When there is none, or it is over.
    pub async fn watch(&self, id: &str) -> Result<(Task, Updates), Status> {
        let mut kept = self.kept.lock().await;
        let entry = kept.get_mut(id).ok_or_else(unknown)?;
        if is_over(entry.state()) {
            return Err(Status::failed_precondition("the task is over"));
        }
        let updates = entry.watch();
        Ok((entry.task.clone(), updates))
    }

    /// Cancels a task.
    ///
    /// # Errors
    /// When there is none, or it is over.
    pub async fn cancel(&self, id: &str) -> Result<Task, Status> {
        let mut kept = self.kept.lock().await;
        let entry = kept.get_mut(id).ok_or_else(unknown)?;
        if is_over(entry.state()) {
            return Err(Status::failed_precondition("the task is over"));
        }
        entry.enter(TaskState::Canceled, None);
        Ok(entry.task.clone())
    }

    /// Tells that a task is in another state, unless it is over.
    pub async fn enter(&self, id: &str, state: TaskState, message: Option<Message>) {
        self.update(id, |entry| entry.enter(state, message)).await;
    }

    /// Adds what has come out of a task, unless it is over.
    pub async fn produce(&self, id: &str, artifact: Artifact) {
        self.update(id, |entry| entry.produce(artifact)).await;
    }

    /// What is canceled while it is worked on stays so.
    async fn update(&self, id: &str, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.kept.lock().await.get_mut(id)
            && !is_over(entry.state())
        {
            change(entry);
        }
    }
}

impl Entry {
    fn state(&self) -> TaskState {
        self.task.status.as_ref().map(TaskStatus::state).unwrap_or_default()
    }

    fn watch(&mut self) -> Updates {
        let (sender, receiver) = unbounded_channel();
        self.watchers.push(sender);
        receiver
    }

    fn enter(&mut self, state: TaskState, message: Option<Message>) {
        let status = status(state, message);
        self.task.status = Some(status.clone());
        self.tell(Payload::StatusUpdate(TaskStatusUpdateEvent {
            task_id: self.task.id.clone(),
            context_id: self.task.context_id.clone(),
            status: Some(status),
            ..TaskStatusUpdateEvent::default()
        }));
        if is_over(state) || state == TaskState::InputRequired {
            self.watchers.clear();
        }
    }

    fn produce(&mut self, artifact: Artifact) {
        self.task.artifacts.push(artifact.clone());
        self.tell(Payload::ArtifactUpdate(TaskArtifactUpdateEvent {
            task_id: self.task.id.clone(),
            context_id: self.task.context_id.clone(),
            artifact: Some(artifact),
            last_chunk: true,
            ..TaskArtifactUpdateEvent::default()
        }));
    }

    /// Tells those who still listen.
    fn tell(&mut self, payload: Payload) {
        let update = StreamResponse { payload: Some(payload) };
        self.watchers.retain(|watcher| watcher.send(update.clone()).is_ok());
    }
}

/// Whether nothing happens to a task any more.
fn is_over(state: TaskState) -> bool {
    matches!(state, TaskState::Completed | TaskState::Failed | TaskState::Canceled | TaskState::Rejected)
}

fn status(state: TaskState, message: Option<Message>) -> TaskStatus {
    TaskStatus { state: state.into(), message, timestamp: Some(SystemTime::now().into()) }
}

fn unknown() -> Status {
    Status::not_found("no such task")
}
