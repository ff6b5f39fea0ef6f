//! A client of v0.3 and a client of v1.0 at the same server.

mod clients;

use a2a_adapter::{new::lf::a2a::v1 as new, old::a2a::v1 as old};
use tokio_stream::StreamExt;
use tonic::Code;

use clients::{Both, failed, new_message, new_request, new_task, old_message, old_request, old_task};

#[tokio::test]
async fn both_send_a_message_and_wait_for_the_answer() {
    let mut both = Both::start().await;

    let configuration = old::SendMessageConfiguration { blocking: true, ..Default::default() };
    let request = old::SendMessageRequest { configuration: Some(configuration), ..old_request("hello") };
    let task = old_task(both.old.send_message(request).await.unwrap().into_inner());
    assert_eq!(task.status.as_ref().unwrap().state(), old::TaskState::Completed);
    assert_eq!(clients::old_text(&task.artifacts[0].parts), "HELLO");
    assert_eq!(
        task.history,
        [old::Message { task_id: task.id.clone(), context_id: task.context_id.clone(), ..old_message("hello") }]
    );

    let task = new_task(both.new.send_message(new_request("hello")).await.unwrap().into_inner());
    assert_eq!(task.status.as_ref().unwrap().state(), new::TaskState::Completed);
    assert_eq!(clients::new_text(&task.artifacts[0].parts), "HELLO");
    assert_eq!(task.artifacts[0].parts[0].filename, "shout.txt");
}

/// `blocking` and `return_immediately` have the same number and are opposites, defaults included.
#[tokio::test]
async fn neither_waits_when_it_does_not_want_to() {
    let mut both = Both::start().await;

    let configuration = Some(old::SendMessageConfiguration::default());
    let request = old::SendMessageRequest { configuration, ..old_request("hello") };
    let task = old_task(both.old.send_message(request).await.unwrap().into_inner());
    assert_eq!(task.status.unwrap().state(), old::TaskState::Submitted);

    let configuration = Some(new::SendMessageConfiguration { return_immediately: true, ..Default::default() });
    let request = new::SendMessageRequest { configuration, ..new_request("hello") };
    let task = new_task(both.new.send_message(request).await.unwrap().into_inner());
    assert_eq!(task.status.unwrap().state(), new::TaskState::Submitted);

    let configuration = Some(new::SendMessageConfiguration::default());
    let request = new::SendMessageRequest { configuration, ..new_request("hello") };
    let task = new_task(both.new.send_message(request).await.unwrap().into_inner());
    assert_eq!(task.status.unwrap().state(), new::TaskState::Completed);
}

#[tokio::test]
async fn both_are_told_as_it_happens() {
    let mut both = Both::start().await;

    let stream = both.old.send_streaming_message(old_request("hello")).await.unwrap().into_inner();
    let answers: Vec<_> = stream.map(|answer| answer.unwrap().payload.unwrap()).collect().await;
    use old::stream_response::Payload as Old;
    let [Old::Task(task), Old::StatusUpdate(working), Old::ArtifactUpdate(artifact), Old::StatusUpdate(completed)] =
        answers.as_slice()
    else {
        panic!("{answers:?}");
    };
    assert_eq!(task.status.as_ref().unwrap().state(), old::TaskState::Submitted);
    assert_eq!((working.status.as_ref().unwrap().state(), working.r#final), (old::TaskState::Working, false));
    assert_eq!(clients::old_text(&artifact.artifact.as_ref().unwrap().parts), "HELLO");
    // v1.0 has no `final`: it is made of the state.
    assert_eq!((completed.status.as_ref().unwrap().state(), completed.r#final), (old::TaskState::Completed, true));
    // v0.3 has no names of parts, in no answer of a stream either.
    assert_eq!(
        both.remarks(),
        [
            "SendStreamingMessage: lost: `artifact_update.artifact.parts[0].filename`: the v0.3.0 proto has no name in FilePart"
        ]
    );

    let stream = both.new.send_streaming_message(new_request("hello")).await.unwrap().into_inner();
    let answers: Vec<_> = stream.map(|answer| answer.unwrap().payload.unwrap()).collect().await;
    use new::stream_response::Payload as New;
    let [New::Task(_), New::StatusUpdate(_), New::ArtifactUpdate(artifact), New::StatusUpdate(completed)] =
        answers.as_slice()
    else {
        panic!("{answers:?}");
    };
    assert_eq!(clients::new_text(&artifact.artifact.as_ref().unwrap().parts), "HELLO");
    assert_eq!(completed.status.as_ref().unwrap().state(), new::TaskState::Completed);
    assert_eq!(both.remarks(), [""; 0], "a client of v1.0 loses nothing");
}

#[tokio::test]
async fn a_task_of_one_is_a_task_of_the_other() {
    let mut both = Both::start().await;

    let begun = new_task(both.new.send_message(new_request("hello")).await.unwrap().into_inner());
    let name = format!("tasks/{}", begun.id);
    let seen = both.old.get_task(old::GetTaskRequest { name, history_length: 0 }).await.unwrap().into_inner();
    assert_eq!((seen.id, seen.context_id), (begun.id.clone(), begun.context_id));
    assert_eq!(seen.status.unwrap().state(), old::TaskState::Completed);
    assert_eq!(clients::old_text(&seen.artifacts[0].parts), "HELLO");
    // 0 is all of it in v0.3 and none of it in v1.0.
    assert_eq!(seen.history.len(), 1);
    let request = new::GetTaskRequest { id: begun.id, history_length: Some(0), ..Default::default() };
    assert_eq!(both.new.get_task(request).await.unwrap().into_inner().history, []);

    let begun = old_task(both.old.send_message(old_request("again")).await.unwrap().into_inner());
    let request = new::GetTaskRequest { id: begun.id.clone(), ..Default::default() };
    let seen = both.new.get_task(request).await.unwrap().into_inner();
    assert_eq!((seen.id.clone(), seen.context_id.clone()), (begun.id, begun.context_id));

    // v0.3 cannot list tasks over gRPC; v1.0 lists those of both.
    let listed = both.new.list_tasks(new::ListTasksRequest::default()).await.unwrap().into_inner();
    assert_eq!((listed.tasks.len(), listed.total_size, listed.next_page_token.as_str()), (2, 2, ""));
    let request = new::ListTasksRequest { context_id: seen.context_id, ..Default::default() };
    let listed = both.new.list_tasks(request).await.unwrap().into_inner();
    assert_eq!(listed.tasks.iter().map(|task| &task.id).collect::<Vec<_>>(), [&seen.id]);
    let mut request = new::ListTasksRequest { page_size: Some(1), ..Default::default() };
    request.page_token = both.new.list_tasks(request.clone()).await.unwrap().into_inner().next_page_token;
    let listed = both.new.list_tasks(request).await.unwrap().into_inner();
    assert_eq!((listed.tasks.len(), listed.next_page_token.as_str()), (1, ""));
}

/// Without parts the agent asks back, and one version goes on where the other began.
#[tokio::test]
async fn one_watches_what_the_other_cancels() {
    let mut both = Both::start().await;
    let nothing = old::Message { content: Vec::new(), ..old_message("") };
    let configuration = Some(old::SendMessageConfiguration { blocking: true, ..Default::default() });
    let request = old::SendMessageRequest { request: Some(nothing), configuration, ..Default::default() };

    let asked = old_task(both.old.send_message(request.clone()).await.unwrap().into_inner());
    let status = asked.status.unwrap();
    assert_eq!(status.state(), old::TaskState::InputRequired);
    assert_eq!(clients::old_text(&status.update.unwrap().content), "What shall I shout?");
    assert_eq!(both.remarks(), ["SendMessage: missing: `message.parts`"]);
    let name = format!("tasks/{}", asked.id);
    let subscription = old::TaskSubscriptionRequest { name: name.clone() };
    let watching = both.old.task_subscription(subscription).await.unwrap().into_inner();
    let request_to_cancel = new::CancelTaskRequest { id: asked.id.clone(), ..Default::default() };
    let canceled = both.new.cancel_task(request_to_cancel).await.unwrap().into_inner();
    assert_eq!(canceled.status.unwrap().state(), new::TaskState::Canceled);
    let seen: Vec<_> = watching.map(|answer| answer.unwrap().payload.unwrap()).collect().await;
    let [old::stream_response::Payload::Task(_), old::stream_response::Payload::StatusUpdate(end)] = seen.as_slice()
    else {
        panic!("{seen:?}");
    };
    assert_eq!((end.status.as_ref().unwrap().state(), end.r#final), (old::TaskState::Cancelled, true));
    assert_eq!(
        failed(both.old.cancel_task(old::CancelTaskRequest { name }).await),
        (Code::FailedPrecondition, "the task is over".to_owned())
    );

    let asked = old_task(both.old.send_message(request).await.unwrap().into_inner());
    let subscription = new::SubscribeToTaskRequest { id: asked.id.clone(), ..Default::default() };
    let watching = both.new.subscribe_to_task(subscription).await.unwrap().into_inner();
    let answer = new::Message { task_id: asked.id.clone(), ..new_message("hello") };
    let request = new::SendMessageRequest { message: Some(answer), ..Default::default() };
    let done = new_task(both.new.send_message(request).await.unwrap().into_inner());
    assert_eq!((done.id, clients::new_text(&done.artifacts[0].parts).as_str()), (asked.id, "HELLO"));
    assert_eq!(watching.collect::<Vec<_>>().await.len(), 4);

    let nothing = new::Message { parts: Vec::new(), ..new_message("") };
    let request = new::SendMessageRequest { message: Some(nothing), ..Default::default() };
    let asked = new_task(both.new.send_message(request).await.unwrap().into_inner());
    let name = format!("tasks/{}", asked.id);
    let canceled = both.old.cancel_task(old::CancelTaskRequest { name }).await.unwrap().into_inner();
    assert_eq!(canceled.status.unwrap().state(), old::TaskState::Cancelled);
}

#[tokio::test]
async fn both_keep_push_notification_configs() {
    let mut both = Both::start().await;
    let task = new_task(both.new.send_message(new_request("hello")).await.unwrap().into_inner());
    let name = |id: &str| format!("tasks/{}/pushNotificationConfigs/{id}", task.id);
    let parent = format!("tasks/{}", task.id);

    let config = old::PushNotificationConfig {
        id: "p".to_owned(),
        url: "https://client.example/hook".to_owned(),
        token: "t".to_owned(),
        authentication: Some(old::AuthenticationInfo {
            schemes: vec!["Bearer".to_owned(), "Basic".to_owned()],
            credentials: "c".to_owned(),
        }),
    };
    let request = old::CreateTaskPushNotificationConfigRequest {
        parent: parent.clone(),
        config_id: "p".to_owned(),
        config: Some(old::TaskPushNotificationConfig {
            name: name("p"),
            push_notification_config: Some(config.clone()),
        }),
    };
    let kept = both.old.create_task_push_notification_config(request).await.unwrap().into_inner();
    // v1.0 has one scheme, and v0.3 gets it back.
    let mut expected = config;
    expected.authentication.as_mut().unwrap().schemes.truncate(1);
    let expected = old::TaskPushNotificationConfig { name: name("p"), push_notification_config: Some(expected) };
    assert_eq!(kept, expected);
    assert_eq!(
        both.remarks(),
        ["CreateTaskPushNotificationConfig: lost: \
          `config.push_notification_config.authentication.schemes[1]`: the other version has room for one"]
    );

    let request = new::GetTaskPushNotificationConfigRequest {
        task_id: task.id.clone(),
        id: "p".to_owned(),
        ..Default::default()
    };
    let seen = both.new.get_task_push_notification_config(request).await.unwrap().into_inner();
    let expected_new = new::TaskPushNotificationConfig {
        id: "p".to_owned(),
        task_id: task.id.clone(),
        url: "https://client.example/hook".to_owned(),
        token: "t".to_owned(),
        authentication: Some(new::AuthenticationInfo { scheme: "Bearer".to_owned(), credentials: "c".to_owned() }),
        ..Default::default()
    };
    assert_eq!(seen, expected_new);
    let request = old::GetTaskPushNotificationConfigRequest { name: name("p") };
    assert_eq!(both.old.get_task_push_notification_config(request).await.unwrap().into_inner(), expected);

    let other = new::TaskPushNotificationConfig { id: "q".to_owned(), ..expected_new };
    assert_eq!(both.new.create_task_push_notification_config(other.clone()).await.unwrap().into_inner(), other);
    let request = old::ListTaskPushNotificationConfigRequest { parent: parent.clone(), ..Default::default() };
    let listed = both.old.list_task_push_notification_config(request).await.unwrap().into_inner();
    assert_eq!(listed.configs.iter().map(|config| config.name.clone()).collect::<Vec<_>>(), [name("p"), name("q")]);

    let request = old::DeleteTaskPushNotificationConfigRequest { name: name("p") };
    both.old.delete_task_push_notification_config(request.clone()).await.unwrap();
    assert_eq!(failed(both.old.delete_task_push_notification_config(request).await).0, Code::NotFound);
    let request = new::ListTaskPushNotificationConfigsRequest { task_id: task.id.clone(), ..Default::default() };
    let listed = both.new.list_task_push_notification_configs(request).await.unwrap().into_inner();
    assert_eq!(listed.configs, [other]);
    let request = new::DeleteTaskPushNotificationConfigRequest {
        task_id: task.id.clone(),
        id: "q".to_owned(),
        ..Default::default()
    };
    both.new.delete_task_push_notification_config(request).await.unwrap();
}

/// The one that comes with a message does not name its task yet.
#[tokio::test]
async fn a_push_notification_config_comes_with_a_message() {
    let mut both = Both::start().await;
    let config = old::PushNotificationConfig {
        id: "p".to_owned(),
        url: "https://client.example/hook".to_owned(),
        ..Default::default()
    };
    let configuration = old::SendMessageConfiguration { push_notification: Some(config), ..Default::default() };
    let request = old::SendMessageRequest { configuration: Some(configuration), ..old_request("hello") };
    let task = old_task(both.old.send_message(request).await.unwrap().into_inner());
    let request = new::ListTaskPushNotificationConfigsRequest { task_id: task.id.clone(), ..Default::default() };
    let listed = both.new.list_task_push_notification_configs(request).await.unwrap().into_inner();
    assert_eq!((listed.configs.len(), &listed.configs[0].task_id), (1, &task.id));
}

#[tokio::test]
async fn both_read_the_card_as_far_as_it_goes() {
    let mut both = Both::start().await;

    let request = new::GetExtendedAgentCardRequest::default();
    let card = both.new.get_extended_agent_card(request).await.unwrap().into_inner();
    let versions: Vec<_> = card.supported_interfaces.iter().map(|it| it.protocol_version.as_str()).collect();
    assert_eq!(versions, ["1.0", "0.3"]);
    assert_eq!(both.remarks(), [""; 0]);

    let seen = both.old.get_agent_card(old::GetAgentCardRequest {}).await.unwrap().into_inner();
    assert_eq!(
        (seen.name, seen.url, seen.additional_interfaces.len()),
        (card.name, card.supported_interfaces[1].url.clone(), 0)
    );
    assert_eq!((seen.protocol_version.as_str(), seen.preferred_transport.as_str()), ("0.3", "GRPC"));
    assert!(seen.supports_authenticated_extended_card);
    assert_eq!(
        both.remarks(),
        [
            "GetAgentCard: lost: `supported_interfaces[0]`: version \"1.0\": a v0.3 client cannot use an interface that speaks only 1.0 or later",
            "GetAgentCard: lost: `icon_url`: the v0.3.0 proto has no icon_url",
        ]
    );
}

#[tokio::test]
async fn files_and_data_go_through() {
    let mut both = Both::start().await;
    let file = old::FilePart {
        mime_type: "image/png".to_owned(),
        file: Some(old::file_part::File::FileWithBytes(b"\x89PNG".to_vec())),
    };
    let fields = [("answer".to_owned(), prost_types::Value::from(42.0))].into();
    let data = old::DataPart { data: Some(prost_types::Struct { fields }) };
    let content = vec![
        old::Part { part: Some(old::part::Part::File(file)) },
        old::Part { part: Some(old::part::Part::Data(data)) },
    ];
    let message = old::Message { content: content.clone(), ..old_message("") };
    let configuration = Some(old::SendMessageConfiguration { blocking: true, ..Default::default() });
    let request = old::SendMessageRequest { request: Some(message), configuration, ..Default::default() };
    let task = old_task(both.old.send_message(request).await.unwrap().into_inner());
    assert_eq!((&task.artifacts[0].parts, &task.history[0].content), (&content, &content));
    assert_eq!(both.remarks(), [""; 0]);

    let request = new::GetTaskRequest { id: task.id, ..Default::default() };
    let seen = both.new.get_task(request).await.unwrap().into_inner();
    let parts = &seen.artifacts[0].parts;
    assert_eq!(parts[0].content, Some(new::part::Content::Raw(b"\x89PNG".to_vec())));
    assert_eq!(parts[0].media_type, "image/png");
}

#[tokio::test]
async fn what_cannot_be_is_refused() {
    let mut both = Both::start().await;

    let request = old::GetTaskRequest { name: "7".to_owned(), history_length: 0 };
    let expected = "`name`: `7` is not a name of the form `tasks/{id}`";
    assert_eq!(failed(both.old.get_task(request).await), (Code::InvalidArgument, expected.to_owned()));
    let request = old::TaskSubscriptionRequest { name: "tasks/7/8".to_owned() };
    assert_eq!(failed(both.old.task_subscription(request).await).0, Code::InvalidArgument);
    let request = old::GetTaskPushNotificationConfigRequest { name: "tasks/7".to_owned() };
    assert_eq!(failed(both.old.get_task_push_notification_config(request).await).0, Code::InvalidArgument);

    // What the implementation refuses, it refuses both.
    let request = old::GetTaskRequest { name: "tasks/7".to_owned(), history_length: 0 };
    let unknown = (Code::NotFound, "no such task".to_owned());
    assert_eq!(failed(both.old.get_task(request).await), unknown);
    let request = new::GetTaskRequest { id: "7".to_owned(), ..Default::default() };
    assert_eq!(failed(both.new.get_task(request).await), unknown);
    let request = old::SendMessageRequest::default();
    assert_eq!(failed(both.old.send_message(request).await).0, Code::InvalidArgument);
}
