//! Random messages of A2A. Their resource names are mostly names, and their versions mostly versions: random text is
//! hardly ever either.

use proptest::{prelude::*, strategy::Strategy};
use proto_diff::{
    Direction,
    dynamic::{DynamicMessage, Value, drop_implicit_defaults},
    migration::TypePair,
    schema::{MessageId, Schema},
};

use super::{
    exchange::{Exchange, a2a},
    messages::message,
};

/// What a message is made from.
#[derive(Debug, Clone)]
pub struct Seed {
    /// Which type, of all there are.
    of: prop::sample::Index,
    supply: Vec<u8>,
    /// Chooses names and versions.
    choices: Vec<u8>,
}

pub fn seeds() -> impl Strategy<Value = Seed> {
    let bytes = |most| prop::collection::vec(any::<u8>(), 0..most);
    (any::<prop::sample::Index>(), bytes(400), bytes(24)).prop_map(|(of, supply, choices)| Seed { of, supply, choices })
}

impl Seed {
    /// A type with a message of it.
    pub fn message(&self, direction: Direction) -> (Exchange<'static>, DynamicMessage) {
        let pairs: Vec<TypePair> = a2a().pairs().filter(|pair| !a2a().old[pair.old()].is_map_entry).collect();
        let exchange = Exchange { migration: a2a(), pair: *self.of.get(&pairs), direction };
        let side = exchange.from();
        let mut message = message(side.schema, side.message, &self.supply);
        let mut choices = self.choices.iter().copied().cycle();
        settle(side.schema, side.message, &mut message, &mut || choices.next().unwrap_or_default());
        drop_implicit_defaults(side.schema, &side.schema[side.message], &mut message);
        (exchange, message)
    }
}

/// What a field of text has to say beyond being text.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Task,
    Config,
    Id,
    Version,
    Free,
}

fn form(message: &str, field: &str) -> Form {
    match (message, field) {
        ("GetTaskRequest" | "CancelTaskRequest" | "TaskSubscriptionRequest", "name") => Form::Task,
        ("ListTaskPushNotificationConfigRequest" | "CreateTaskPushNotificationConfigRequest", "parent") => Form::Task,
        (_, "name") if message.contains("TaskPushNotificationConfig") => Form::Config,
        (_, "id" | "task_id" | "config_id") => Form::Id,
        ("AgentCard" | "AgentInterface", "protocol_version") => Form::Version,
        _ => Form::Free,
    }
}

/// Gives every field that has a form a value of that form, most of the time.
pub fn settle(schema: &Schema, of: MessageId, message: &mut DynamicMessage, choice: &mut dyn FnMut() -> u8) {
    const PARTS: [&str; 6] = ["t", "7", "é 𝄞", "None", "tasks", "a.b-c_d"];
    const VERSIONS: [&str; 6] = ["0.3.0", "0.3", "0.3.0", "1.0", "0.2.5", "x"];
    each_field(schema, of, message, &mut |name, field, text| {
        let choose = choice();
        let part = PARTS[usize::from(choose) % PARTS.len()];
        let other = PARTS[usize::from(choose / 8) % PARTS.len()];
        let made = match (form(name, field), choose / 16) {
            (Form::Free, _) | (_, 15) => return,
            (Form::Task, 14) | (Form::Config, 13) => format!("tasks/{part}"),
            (Form::Config, 14) => format!("tasks/{part}/pushNotificationConfigs/"),
            (Form::Task, 13) | (Form::Id, 14) => format!("{part}/{other}"),
            (Form::Task, _) => format!("tasks/{part}"),
            (Form::Config, _) => format!("tasks/{part}/pushNotificationConfigs/{other}"),
            (Form::Id, _) => part.to_owned(),
            (Form::Version, _) => VERSIONS[usize::from(choose) % VERSIONS.len()].to_owned(),
        };
        *text = made;
    });
}

/// Calls a function with the type, the name and the text of every string, here and below.
fn each_field(
    schema: &Schema,
    of: MessageId,
    message: &mut DynamicMessage,
    visit: &mut dyn FnMut(&str, &str, &mut String),
) {
    for field in &schema[of].fields {
        let Some(value) = message.fields.get_mut(&field.number) else { continue };
        let each: Vec<&mut Value> = match value {
            Value::List(values) => values.iter_mut().collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            value => vec![value],
        };
        for value in each {
            match (value, field.value_kind().message()) {
                (Value::Message(inner), Some(id)) => each_field(schema, id, inner, visit),
                (Value::String(text), _) => visit(&schema[of].element.name, field.name(), text),
                _ => {}
            }
        }
    }
}

/// Whether the message holds a name that is none, or an id that no name can hold: then it is to be refused. Said here in
/// words of its own.
pub fn is_to_be_refused(exchange: Exchange<'_>, message: &DynamicMessage) -> bool {
    let side = exchange.from();
    let (mut refused, mut copy) = (false, message.clone());
    match exchange.direction {
        Direction::Upgrade => each_field(side.schema, side.message, &mut copy, &mut |name, field, text| {
            let parts: Vec<&str> = text.split('/').collect();
            refused |= match form(name, field) {
                Form::Task => !matches!(parts[..], [""] | ["tasks", _]) || parts.last() == Some(&"") && parts.len() > 1,
                Form::Config => !matches!(parts[..], [""]) && !is_config(&parts),
                _ => false,
            };
        }),
        Direction::Downgrade => {
            let old = exchange.to().schema[exchange.to().message].element.name.as_str();
            each_message(side.schema, side.message, message, &mut |name, text| {
                let (id, task) = (text("id"), text("task_id"));
                refused |= match name {
                    "GetTaskRequest" | "CancelTaskRequest" | "SubscribeToTaskRequest" => id.contains('/'),
                    "ListTaskPushNotificationConfigsRequest" => task.contains('/'),
                    // Below a SendMessageConfiguration it becomes a message that has no name.
                    "TaskPushNotificationConfig" if old.contains("Send") || old == "PushNotificationConfig" => false,
                    "TaskPushNotificationConfig" if old.starts_with("Create") && task.contains('/') => true,
                    _ if name.contains("PushNotificationConfig") => {
                        !id.is_empty() && !task.is_empty() && (id.contains('/') || task.contains('/'))
                    }
                    _ => false,
                };
            });
        }
    }
    refused
}

fn is_config(parts: &[&str]) -> bool {
    matches!(parts, ["tasks", task, "pushNotificationConfigs", id] if !task.is_empty() && !id.is_empty())
}

/// Takes the type of a message, and what finds the text of one of its fields.
type Visit<'a> = dyn FnMut(&str, &dyn Fn(&str) -> String) + 'a;

/// Calls a function with the type of every message, here and below, and what finds the text of one of its fields.
fn each_message(schema: &Schema, of: MessageId, message: &DynamicMessage, visit: &mut Visit<'_>) {
    let text = |name: &str| {
        let field = schema[of].fields.iter().find(|field| field.name() == name);
        match field.and_then(|field| message.fields.get(&field.number)) {
            Some(Value::String(text)) => text.clone(),
            _ => String::new(),
        }
    };
    visit(&schema[of].element.name, &text);
    for field in &schema[of].fields {
        let (Some(value), Some(inner)) = (message.fields.get(&field.number), field.value_kind().message()) else {
            continue;
        };
        let mut below = |value: &Value| {
            if let Value::Message(message) = value {
                each_message(schema, inner, message, visit);
            }
        };
        match value {
            Value::List(values) => values.iter().for_each(below),
            Value::Map(entries) => entries.iter().for_each(|(_, value)| below(value)),
            value => below(value),
        }
    }
}
