//! What the agent can do: say it again, louder.

use a2a_adapter::new::lf::a2a::v1::{Artifact, Message, Part, Role, TaskState, part::Content};

use super::tasks::Tasks;

/// Works on a task, until it is done or needs something to go on.
pub async fn work(tasks: &Tasks, id: &str, message: Message) {
    tasks.enter(id, TaskState::Working, None).await;
    if message.parts.is_empty() {
        tasks.enter(id, TaskState::InputRequired, Some(question(&message))).await;
        return;
    }
    let shout = Artifact {
        artifact_id: format!("{}-shout", message.message_id),
        name: "shout".to_owned(),
        parts: message.parts.into_iter().map(louder).collect(),
        ..Artifact::default()
    };
    tasks.produce(id, shout).await;
    tasks.enter(id, TaskState::Completed, None).await;
}

fn louder(part: Part) -> Part {
    match part.content {
        Some(Content::Text(text)) => Part {
            content: Some(Content::Text(text.to_uppercase())),
            // v0.3 has no name for a part, so its clients do not see this one, and the journal says so.
            filename: "shout.txt".to_owned(),
            ..part
        },
        _ => part,
    }
}

fn question(asked: &Message) -> Message {
    Message {
        message_id: format!("{}-question", asked.message_id),
        context_id: asked.context_id.clone(),
        task_id: asked.task_id.clone(),
        role: Role::Agent.into(),
        parts: vec![Part { content: Some(Content::Text("What shall I shout?".to_owned())), ..Part::default() }],
        ..Message::default()
    }
}
