//! The two versions of A2A, what is known about each, and which type became which.

use std::sync::LazyLock;

use proto_diff::{
    CompareOptions, compare,
    migration::detection::{
        DraftContent, DraftField, Expectation, Hints, NameField, Reading, Repetition, Side, Verdict, judge,
    },
    schema::{self, LoadOptions, MessageId, Scalar, Schema, SchemaLocator},
};

use super::same::Converter;

/// Both versions.
pub struct Sides {
    pub old: Schema,
    pub new: Schema,
    pub old_hints: Hints,
    pub new_hints: Hints,
    /// Old and new type of each message.
    pub pairs: Vec<(MessageId, MessageId)>,
}

pub static SIDES: LazyLock<Sides> = LazyLock::new(Sides::load);

impl Sides {
    fn load() -> Sides {
        let a2a = |release: &str| {
            let locator = SchemaLocator::parse(&format!("a2a:{release}")).expect("a bundled release");
            schema::load(&locator, &LoadOptions::default()).expect("bundled releases are valid")
        };
        let comparison = compare(a2a("0.3.0"), a2a("1.0.1"), &CompareOptions::default());
        let (old, new) = (comparison.old, comparison.new);
        let mut pairs: Vec<_> =
            old.subject_messages().filter_map(|id| Some((id, comparison.pairing.new_message(id)?))).collect();
        // Types that meet in a call or a field without being one.
        for (before, after) in [
            ("CreateTaskPushNotificationConfigRequest", "TaskPushNotificationConfig"),
            ("PushNotificationConfig", "TaskPushNotificationConfig"),
        ] {
            let before = old.message_named(&format!("a2a.v1.{before}")).expect("an old type");
            let after = new.message_named(&format!("lf.a2a.v1.{after}")).expect("a new type");
            if !pairs.contains(&(before, after)) {
                pairs.push((before, after));
            }
        }
        Sides { old, new, old_hints: old_hints(), new_hints: new_hints(), pairs }
    }

    pub fn schema(&self, side: Side) -> &Schema {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    pub fn readings<'a>(&'a self, types: (MessageId, MessageId), bytes: &[u8]) -> (Reading<'a>, Reading<'a>) {
        let old = Reading::of(&self.old, types.0, &self.old_hints, bytes);
        (old, Reading::of(&self.new, types.1, &self.new_hints, bytes))
    }

    /// The verdict, with the stand-in for a converter.
    pub fn judge(&self, types: (MessageId, MessageId), bytes: &[u8]) -> Verdict {
        self.judge_readings(types, self.readings(types, bytes))
    }

    /// The verdict of one who knows nothing but the schemas.
    pub fn judge_by_schemas(&self, types: (MessageId, MessageId), bytes: &[u8]) -> Verdict {
        let hints = Hints::default();
        let old = Reading::of(&self.old, types.0, &hints, bytes);
        self.judge_readings(types, (old, Reading::of(&self.new, types.1, &hints, bytes)))
    }

    fn judge_readings(&self, types: (MessageId, MessageId), (old, new): (Reading<'_>, Reading<'_>)) -> Verdict {
        let converter = Converter { old: &self.old, new: &self.new };
        judge(&old, &new, || match (old.message(), new.message()) {
            (Ok(old), Ok(new)) => converter.same(types, old, new),
            _ => false,
        })
    }

    /// The pair of the types with these full names.
    pub fn types(&self, old: &str, new: &str) -> (MessageId, MessageId) {
        let old = self.old.message_named(old).unwrap_or_else(|| panic!("no {old}"));
        (old, self.new.message_named(new).unwrap_or_else(|| panic!("no {new}")))
    }

    /// Verdict and evidence, for a person who wonders.
    pub fn story(&self, types: (MessageId, MessageId), bytes: &[u8]) -> String {
        use std::fmt::Write;
        let (old, new) = self.readings(types, bytes);
        let contrast = proto_diff::migration::detection::Contrast::of(&old, &new);
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let name = &self.old[types.0].element.full_name;
        let mut story = format!("{name} {hex}: {}\n", judge(&old, &new, || false));
        for (side, reading) in [(Side::Old, &old), (Side::New, &new)] {
            match reading.message() {
                Ok(_) => writeln!(story, "  {side} possible"),
                Err(error) => writeln!(story, "  {side}: {error}"),
            }
            .expect("a string takes anything");
            for weighed in contrast.side(side) {
                writeln!(story, "    {:?} {}", weighed.weight, weighed.evidence).expect("a string takes anything");
            }
        }
        story
    }
}

fn old_hints() -> Hints {
    const TASK: &str = "tasks/{id}";
    const PUSH: &str = "tasks/{task_id}/pushNotificationConfigs/{id}";
    let names = [
        ("GetTaskRequest", "name", TASK),
        ("CancelTaskRequest", "name", TASK),
        ("TaskSubscriptionRequest", "name", TASK),
        ("GetTaskPushNotificationConfigRequest", "name", PUSH),
        ("DeleteTaskPushNotificationConfigRequest", "name", PUSH),
        ("TaskPushNotificationConfig", "name", PUSH),
        ("ListTaskPushNotificationConfigRequest", "parent", TASK),
        ("CreateTaskPushNotificationConfigRequest", "parent", TASK),
        // What gateways make of the pattern in v0.3.0.
        ("CreateTaskPushNotificationConfigRequest", "parent", "task/{id}/pushNotificationConfigs"),
    ];
    let hints = names.into_iter().fold(Hints::default(), |hints, (message, field, template)| {
        let expectation = Expectation::Is(template.parse().expect("a template"));
        hints.with_name(NameField { message: format!("a2a.v1.{message}"), field: field.to_owned(), expectation })
    });
    let hints = with_uris(
        hints,
        &[("a2a.v1.AgentCard", "url"), ("a2a.v1.FilePart", "file_with_uri"), ("a2a.v1.PushNotificationConfig", "url")],
    );
    let metadata = || DraftContent::Message("google.protobuf.Struct".to_owned());
    let text = || DraftContent::Scalar(Scalar::String);
    let drafts = [
        ("Part", "metadata", 4, metadata(), Repetition::Single),
        ("FilePart", "name", 4, text(), Repetition::Single),
        ("AgentCard", "icon_url", 18, text(), Repetition::Single),
        ("Message", "reference_task_ids", 8, text(), Repetition::Repeated),
        ("AgentCapabilities", "state_transition_history", 4, DraftContent::Scalar(Scalar::Bool), Repetition::Single),
    ];
    drafts.into_iter().fold(hints, |hints, (message, name, number, content, repetition)| {
        let (message, name) = (format!("a2a.v1.{message}"), name.to_owned());
        hints.with_draft(DraftField { message, name, number, content, repetition })
    })
}

fn new_hints() -> Hints {
    const TASK: &str = "tasks/{id}";
    const PUSH: &str = "tasks/{task_id}/pushNotificationConfigs/{id}";
    let names = [
        ("GetTaskRequest", &["id"][..], TASK),
        ("CancelTaskRequest", &["id"], TASK),
        ("SubscribeToTaskRequest", &["id"], TASK),
        ("GetTaskPushNotificationConfigRequest", &["task_id", "id"], PUSH),
        ("DeleteTaskPushNotificationConfigRequest", &["task_id", "id"], PUSH),
        ("TaskPushNotificationConfig", &["task_id", "id"], PUSH),
        ("TaskPushNotificationConfig", &["task_id", "id"], TASK),
    ];
    let names = names.into_iter().flat_map(|(message, fields, template)| {
        fields.iter().map(move |field| (message, (*field).to_owned(), template))
    });
    let uris = [
        ("lf.a2a.v1.AgentCard", "icon_url"),
        ("lf.a2a.v1.Part", "url"),
        ("lf.a2a.v1.AgentInterface", "url"),
        ("lf.a2a.v1.TaskPushNotificationConfig", "url"),
    ];
    names.fold(with_uris(Hints::default(), &uris), |hints, (message, field, template)| {
        let expectation = Expectation::IsNot(template.parse().expect("a template"));
        hints.with_name(NameField { message: format!("lf.a2a.v1.{message}"), field, expectation })
    })
}

fn with_uris(hints: Hints, fields: &[(&str, &str)]) -> Hints {
    fields.iter().fold(hints, |hints, (message, field)| {
        let (message, field) = ((*message).to_owned(), (*field).to_owned());
        hints.with_name(NameField { message, field, expectation: Expectation::Uri })
    })
}
