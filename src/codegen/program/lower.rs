//! From a plan to functions: slots become fields, numbers on the wire become types, and what follows from the schemas
//! alone is decided.

use super::{
    Build, Candidate, Carry, Conversion, EnumFunction, EnumId, Filter, Function, FunctionId, Guard, Host, How, List,
    Literal, Lost, MapValue, OnDefault, Part, Place, Scope, Unread, Value, Way, Write,
    names::{Ends, names},
    told,
};
use crate::{
    direction::Direction,
    migration::{
        Migration,
        correspondence::fields_of,
        plan::{self, Back, Extra, MessagePlan, NumberOrText, Plan, ScopeId, Source, Transform},
    },
    schema::{Field, FieldRef, FieldType, Kind, MessageId, Presence, Schema},
};

/// One direction of a migration.
pub(super) fn way(migration: &Migration, direction: Direction) -> Way<'_> {
    let plan = migration.plan(direction);
    let (source, target) = (migration.source(direction), migration.target(direction));
    let names = function_names(migration, plan, direction);
    let lower = Lower { migration, plan, direction, source, target };
    let functions = plan.messages.iter().zip(names).enumerate().map(|(index, (message, name))| {
        let public = plan.is_root(plan::PlanId(index));
        Lowered { lower: &lower, message, function: name, public }.function()
    });
    Way { direction, source, target, functions: functions.collect(), enums: lower.enums() }
}

fn function_names(migration: &Migration, plan: &Plan, direction: Direction) -> Vec<String> {
    let (source, target) = (migration.source(direction), migration.target(direction));
    let ends: Vec<Ends<'_>> = plan
        .messages
        .iter()
        .enumerate()
        .map(|(index, message)| {
            let from = &source[plan.layout(message.layout).message];
            Ends {
                source: &from.nested_name,
                source_package: &source.files[from.element.file.0].package,
                target: &target[message.target].nested_name,
                is_rest: !plan.is_root(plan::PlanId(index)),
            }
        })
        .collect();
    names(&ends)
}

/// What lowering a direction has at hand.
struct Lower<'m> {
    migration: &'m Migration,
    plan: &'m Plan,
    direction: Direction,
    source: &'m Schema,
    target: &'m Schema,
}

impl<'m> Lower<'m> {
    fn enums(&self) -> Vec<EnumFunction<'m>> {
        let pairs = &self.migration.correspondence.enums;
        let ends = |pair: &crate::migration::correspondence::EnumPair| match self.direction {
            Direction::Upgrade => (pair.old, pair.new),
            Direction::Downgrade => (pair.new, pair.old),
        };
        let all: Vec<Ends<'_>> = pairs
            .iter()
            .map(|pair| {
                let (source, target) = ends(pair);
                let (source, target) = (&self.source[source], &self.target[target]);
                let source_package = &self.source.files[source.element.file.0].package;
                Ends { source: &source.nested_name, source_package, target: &target.nested_name, is_rest: false }
            })
            .collect();
        let of_pair = |(pair, name): (&'m crate::migration::correspondence::EnumPair, String)| {
            let (source, target) = ends(pair);
            EnumFunction { name, source, target, pair, told: told::about_enum(self.migration, pair) }
        };
        pairs.iter().zip(names(&all)).map(of_pair).collect()
    }

    /// The function of a pair of enums.
    fn enum_of(&self, source: crate::schema::EnumId, target: crate::schema::EnumId) -> Option<EnumId> {
        let pairs = &self.migration.correspondence.enums;
        let is_it = |pair: &crate::migration::correspondence::EnumPair| match self.direction {
            Direction::Upgrade => (pair.old, pair.new) == (source, target),
            Direction::Downgrade => (pair.new, pair.old) == (source, target),
        };
        pairs.iter().position(is_it).map(EnumId)
    }
}

/// One function at work.
struct Lowered<'l, 'm> {
    lower: &'l Lower<'m>,
    message: &'m MessagePlan,
    function: String,
    public: bool,
}

impl<'m> Lowered<'_, 'm> {
    fn function(self) -> Function<'m> {
        let Lower { migration, plan, direction, source: schema, target: target_schema } = *self.lower;
        let (source, target) = (plan.layout(self.message.layout).message, self.message.target);
        let (old, new) = match direction {
            Direction::Upgrade => (source, target),
            Direction::Downgrade => (target, source),
        };
        let told = migration.correspondence.pair(old, new).map(|pair| told::about(migration, pair));
        let name = &schema[source].element.full_name;
        let shared = self.message.copyable
            && name.starts_with("google.protobuf.")
            && *name == target_schema[target].element.full_name;
        let mut scopes = vec![Scope { message: source, place: None, carried: true, hollow_is_lost: false }];
        scopes.extend(self.message.scopes.iter().map(|scope| Scope {
            message: plan.layout(scope.layout).message,
            place: Some(self.place(Source { scope: scope.parent, slot: scope.slot, take: scope.take })),
            carried: scope.carried,
            hollow_is_lost: !scope.carried && !scope.traced,
        }));
        Function {
            public: self.public,
            source,
            target,
            shared,
            told: told.unwrap_or_default(),
            scopes,
            filters: self.message.filters.iter().map(|filter| self.filter(filter)).collect(),
            unread: self.message.unread.iter().map(|unread| self.unread(unread)).collect(),
            writes: self.writes(target, &self.message.writes),
            name: self.function,
        }
    }

    /// The message that a scope is.
    fn scope(&self, scope: ScopeId) -> MessageId {
        let inner = usize::from(scope.0).checked_sub(1).and_then(|index| self.message.scopes.get(index));
        self.lower.plan.layout(inner.map_or(self.message.layout, |scope| scope.layout)).message
    }

    fn place(&self, source: Source) -> Place {
        let message = self.scope(source.scope);
        let field = fields_of(self.lower.source, message).nth(usize::from(source.slot));
        let field = field.unwrap_or_else(|| unreachable!("a slot is a field of its message"));
        Place { scope: usize::from(source.scope.0), field, take: source.take }
    }

    fn kind(&self, place: Place) -> &'m Kind {
        place.field.get(self.lower.source).value_kind()
    }

    fn filter(&self, filter: &'m plan::Filter) -> Filter<'m> {
        let list = self.place(Source { scope: filter.scope, slot: filter.slot, take: plan::Take::All });
        let element = self.kind(list).message();
        let is_version = |field: &FieldRef| field.get(self.lower.source).number == filter.version_field;
        let version = element.and_then(|element| fields_of(self.lower.source, element).find(is_version));
        let version = version.unwrap_or_else(|| unreachable!("a filter goes by a field of the elements"));
        Filter { list, version, from: filter.from, below: filter.below, empty: filter.empty, reason: &filter.reason }
    }

    fn unread(&self, unread: &'m plan::Unread) -> Unread<'m> {
        let place = self.place(unread.source);
        let lost = match &unread.back {
            None => Lost::Set,
            Some(Back::Constant(constant)) => Lost::Not(Literal::of(self.lower.source, self.kind(place), constant)),
            Some(Back::IsOneOf { of, numbers }) => Lost::NotOneOf { of: self.place(*of), numbers: numbers.clone() },
        };
        Unread { place, reason: &unread.reason, lost }
    }

    fn writes(&self, target: MessageId, writes: &'m [plan::Write]) -> Vec<Write<'m>> {
        let schema = self.lower.target;
        let of = |write: &'m plan::Write| {
            let field = fields_of(schema, target).find(|field| field.get(schema).number == write.number);
            let field = field.unwrap_or_else(|| unreachable!("a write is of a field of its message"));
            Write { field, required: write.required, how: self.how(field, &write.how) }
        };
        writes.iter().map(of).collect()
    }

    fn how(&self, field: FieldRef, how: &'m plan::How) -> How<'m> {
        let target = field.get(self.lower.target);
        match how {
            plan::How::Records { source, loss } => self.records(target, self.place(*source), loss.as_deref()),
            plan::How::Value(value) => How::Value(self.value(target.value_kind(), value)),
            plan::How::Values { source, from, loss, .. } => {
                let place = self.place(*source);
                let conversion = self.conversion(self.kind(place), target.value_kind(), from);
                How::Values { from: place, conversion, loss: loss.as_deref() }
            }
            plan::How::Message { source, plan, extra, loss, .. } => {
                let from = self.place(*source);
                let repeated = matches!(from.field.get(self.lower.source).ty, FieldType::Repeated { .. });
                let carry = match (repeated, extra) {
                    (false, _) => Carry::One,
                    (true, Extra::Room) => Carry::Each,
                    (true, Extra::Lost) => Carry::First,
                };
                How::Message { from, function: FunctionId(plan.0), carry, loss: loss.as_deref() }
            }
            plan::How::Map { source, value, loss } => {
                let from = self.place(*source);
                let kinds = (self.kind(from), target.value_kind());
                let value = match value {
                    // On the wire text and bytes are the same, and in a program they are not.
                    plan::MapValue::Same => {
                        MapValue::Converted(self.conversion(kinds.0, kinds.1, &NumberOrText::Bytes))
                    }
                    plan::MapValue::Other { from, .. } => MapValue::Converted(self.conversion(kinds.0, kinds.1, from)),
                    plan::MapValue::Message(plan) => MapValue::Message(FunctionId(plan.0)),
                };
                How::Map { from, value, loss: loss.as_deref() }
            }
            plan::How::Build(build) => How::Build(Box::new(self.build(target.value_kind(), build))),
            plan::How::List { first, rest, distinct } => {
                let first = self.build(target.value_kind(), first);
                let rest = rest.as_ref().map(|(source, plan)| (self.place(*source), FunctionId(plan.0)));
                let schema = self.lower.target;
                let field = |compared: &plan::Compared| {
                    fields_of(schema, first.message).find(|field| field.get(schema).number == compared.number)
                };
                let distinct = distinct.iter().filter_map(field).collect();
                How::List(Box::new(List { first, rest, distinct }))
            }
            plan::How::Name { template, parts } => {
                let part = |part: &plan::Part| Part { from: self.place(part.source), carried: part.carried };
                How::Name { template, parts: parts.iter().map(part).collect() }
            }
            plan::How::Wrap { source, empty, .. } => How::Wrap { from: self.place(*source), empty: *empty },
            plan::How::Unwrap { source, .. } => How::Unwrap { from: self.place(*source) },
            plan::How::Constant(constant) => {
                How::Constant(Literal::of(self.lower.target, target.value_kind(), constant))
            }
            plan::How::IsOneOf { of, numbers } => How::IsOneOf { of: self.place(*of), numbers: numbers.clone() },
            plan::How::Nothing => How::Nothing,
        }
    }

    /// What is the same records on the wire. Where it is text on one side and bytes on the other, it is not the same in a
    /// program.
    fn records(&self, target: &'m Field, from: Place, loss: Option<&'m str>) -> How<'m> {
        let conversion = self.conversion(self.kind(from), target.value_kind(), &NumberOrText::Bytes);
        match (&target.ty, conversion) {
            (_, Conversion::Same) => How::Copy { from, loss },
            (FieldType::Singular { presence, .. }, conversion) => {
                let explicit = *presence != Presence::Implicit;
                let default = if explicit { OnDefault::Value } else { OnDefault::Nothing };
                let candidate = Candidate { from, explicit, default, conversion, loss };
                How::Value(Value { candidates: vec![candidate], explicit, empty: None })
            }
            (_, conversion) => How::Values { from, conversion, loss },
        }
    }

    fn build(&self, kind: &Kind, build: &'m plan::Build) -> Build<'m> {
        let message = kind.message().unwrap_or_else(|| unreachable!("only messages are put together"));
        let places = |sources: &[Source]| sources.iter().map(|source| self.place(*source)).collect();
        Build {
            message,
            base: build.base.map(|(source, plan)| (self.place(source), FunctionId(plan.0))),
            writes: self.writes(message, &build.writes),
            guard: build.guard.as_ref().map(|guard| Guard {
                own: places(&guard.own),
                others: places(&guard.others),
                company: places(&guard.company),
            }),
        }
    }

    fn value(&self, target: &'m Kind, value: &'m plan::ValueWrite) -> Value<'m> {
        let candidate = |candidate: &'m plan::Candidate| {
            let from = self.place(candidate.source);
            Candidate {
                from,
                explicit: candidate.explicit,
                default: on_default(candidate, value.explicit),
                conversion: match &candidate.transform {
                    Transform::Not => Conversion::Not,
                    Transform::Part { template, index } => Conversion::Part { template, index: *index },
                    Transform::DecodeBase64 => Conversion::DecodeBase64,
                    Transform::EncodeBase64 => Conversion::EncodeBase64,
                    Transform::MajorMinor => Conversion::MajorMinor,
                    Transform::Copy | Transform::First | Transform::ZeroToUnset | Transform::UnsetFromZero => {
                        self.conversion(self.kind(from), target, &candidate.from)
                    }
                },
                loss: candidate.loss.as_deref(),
            }
        };
        Value {
            candidates: value.candidates.iter().map(candidate).collect(),
            explicit: value.explicit,
            empty: value.empty.as_ref().map(|constant| Literal::of(self.lower.target, target, constant)),
        }
    }

    fn conversion(&self, source: &Kind, target: &Kind, from: &NumberOrText) -> Conversion<'m> {
        let (a, b) = (Host::of(source), Host::of(target));
        match (a, b, from) {
            (Host::Text, Host::Bytes, _) => Conversion::TextToBytes,
            (Host::Bytes, Host::Text, _) => Conversion::BytesToText,
            (_, _, NumberOrText::Number(number)) => {
                let known = number.known.as_deref().cloned();
                let map = match (source, target, &number.map) {
                    (Kind::Enum(a), Kind::Enum(b), Some(_)) => self.lower.enum_of(*a, *b),
                    _ => None,
                };
                let cast = (!a.is_like(b)).then_some((a, b));
                match (&known, map, cast) {
                    (None, None, None) => Conversion::Same,
                    _ => Conversion::Number { known, map, cast },
                }
            }
            _ => Conversion::Same,
        }
    }
}

/// What an explicit default of the source is, in the order in which `convert` asks.
fn on_default(candidate: &plan::Candidate, target_is_explicit: bool) -> OnDefault {
    match &candidate.transform {
        Transform::Not => OnDefault::Value,
        Transform::ZeroToUnset if candidate.explicit => {
            OnDefault::Lost("set to zero, which in the other version is unset".to_owned())
        }
        Transform::ZeroToUnset => OnDefault::Nothing,
        _ if !candidate.explicit => OnDefault::Nothing,
        Transform::UnsetFromZero => {
            let why = candidate.why.as_deref().unwrap_or("an explicit zero has no form in the other version");
            OnDefault::Lost(format!("set to zero: {why}"))
        }
        Transform::Part { .. } => OnDefault::Nothing,
        _ if !target_is_explicit => {
            OnDefault::Lost("set to its default, which the other version cannot tell from unset".to_owned())
        }
        _ => OnDefault::Value,
    }
}
