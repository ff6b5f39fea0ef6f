//! The two `google.api` annotations that change what data means to somebody: http bindings and field behaviour.

use std::fmt;

use serde_json::Value;

use super::{Field, Method, Options};

/// One way to reach a method over HTTP (`google.api.HttpRule`,
/// <https://github.com/googleapis/googleapis/blob/master/google/api/http.proto>).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct HttpBinding {
    /// The verb: `GET`, `POST`, … or the kind of a custom pattern.
    pub verb: String,
    /// The path template.
    pub path: String,
    /// The request field that is the body, `*` for all that the path does not bind, empty for none.
    pub body: String,
    /// The response field that is the body, empty for the whole response.
    pub response_body: String,
}

impl HttpBinding {
    /// Whether both answer the same requests in the same way. `{id}` is short for `{id=*}` (http.proto, "Path template
    /// syntax").
    pub fn is_same_as(&self, other: &HttpBinding) -> bool {
        let full = |path: &str| path.replace("=*}", "}");
        (&self.verb, &self.body, &self.response_body) == (&other.verb, &other.body, &other.response_body)
            && full(&self.path) == full(&other.path)
    }
}

impl fmt::Display for HttpBinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.verb, self.path)?;
        if !self.body.is_empty() {
            write!(f, " body={}", self.body)?;
        }
        if !self.response_body.is_empty() {
            write!(f, " response_body={}", self.response_body)?;
        }
        Ok(())
    }
}

/// The http bindings of a method, the primary one first, then the additional ones in order.
pub fn http_bindings(method: &Method) -> Vec<HttpBinding> {
    let Some(rule) = method.options.get("(google.api.http)") else { return Vec::new() };
    let additional = rule.get("additional_bindings").and_then(Value::as_array).into_iter().flatten();
    std::iter::once(rule).chain(additional).filter_map(http_binding).collect()
}

fn http_binding(rule: &Value) -> Option<HttpBinding> {
    let text = |key: &str| rule.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let standard = ["get", "put", "post", "delete", "patch"]
        .into_iter()
        .find_map(|verb| Some((verb.to_uppercase(), rule.get(verb)?.as_str()?.to_owned())));
    let custom = || {
        let custom = rule.get("custom")?;
        Some((custom.get("kind")?.as_str()?.to_owned(), custom.get("path")?.as_str()?.to_owned()))
    };
    let (verb, path) = standard.or_else(custom)?;
    Some(HttpBinding { verb, path, body: text("body"), response_body: text("response_body") })
}

/// Whether `google.api.field_behavior` says that a caller must send this field. Nothing enforces it on the wire.
pub fn is_required_by_annotation(field: &Field) -> bool {
    has_behavior(&field.options, "REQUIRED")
}

fn has_behavior(options: &Options, behavior: &str) -> bool {
    options
        .get("(google.api.field_behavior)")
        .and_then(Value::as_array)
        .is_some_and(|list| list.iter().any(|v| v == behavior))
}
