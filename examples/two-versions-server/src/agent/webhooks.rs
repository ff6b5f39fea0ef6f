//! Where clients want to be told of tasks. The addresses are kept, and none of them is called: this is an example.

use std::collections::BTreeMap;

use a2a_adapter::new::lf::a2a::v1::TaskPushNotificationConfig;
use tokio::sync::Mutex;
use tonic::Status;

/// All of them, by their task and their id.
#[derive(Default)]
pub struct Webhooks {
    kept: Mutex<BTreeMap<(String, String), TaskPushNotificationConfig>>,
}

impl Webhooks {
    /// Keeps one. Where it has no id, that of its task is one.
    pub async fn keep(&self, mut config: TaskPushNotificationConfig) -> TaskPushNotificationConfig {
        if config.id.is_empty() {
            config.id.clone_from(&config.task_id);
        }
        self.kept.lock().await.insert((config.task_id.clone(), config.id.clone()), config.clone());
        config
    }

    /// One of them.
    ///
    /// # Errors
    /// When there is none.
    pub async fn get(&self, task: String, id: String) -> Result<TaskPushNotificationConfig, Status> {
        self.kept.lock().await.get(&(task, id)).cloned().ok_or_else(unknown)
    }

    /// Those of a task.
    pub async fn of(&self, task: &str) -> Vec<TaskPushNotificationConfig> {
        self.kept.lock().await.values().filter(|config| config.task_id == task).cloned().collect()
    }

    /// Forgets one.
    ///
    /// # Errors
    /// When there is none.
    pub async fn forget(&self, task: String, id: String) -> Result<(), Status> {
        self.kept.lock().await.remove(&(task, id)).map(drop).ok_or_else(unknown)
    }
}

fn unknown() -> Status {
    Status::not_found("no such push notification config")
}
