//! What fills the fields of a target message.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    Build, Candidate, Compared, Extra, Guard, How, MapValue, Number, NumberOrText, Part, PlanId, Source, Take,
    Transform, ValueWrite, Write,
    build::{Builder, Numbers, inside},
    layout::packable,
    scopes::Scopes,
};
use crate::{
    direction::Direction,
    migration::{
        correspondence::{Constant, Made, Path, Step, fields_of, in_oneof, step_name},
        manifest::{Select, Template, Via},
    },
    schema::{
        Field, FieldRef, FieldType, Kind, MessageId, Packing, Presence, Scalar, Schema, Utf8, is_required_by_annotation,
    },
    wire::WireType,
};

/// A target place and what comes there.
pub(super) struct Fill {
    pub target: Vec<Step>,
    pub what: What,
}

/// What comes to a target place.
pub(super) enum What {
    /// The value of a source place.
    Line {
        via: Via,
        source: Path,
        empty: Option<Constant>,
        loss: Option<Arc<str>>,
        why: Option<Arc<str>>,
        distinct: Vec<i32>,
    },
    /// One variable of a resource name.
    Part { template: Arc<Template>, index: usize, source: Path, loss: Option<Arc<str>> },
    /// A resource name.
    Name { template: Arc<Template>, parts: Vec<Path> },
    /// A value from elsewhere.
    Made(Made),
}

impl What {
    /// The source places that are carried by it.
    pub(super) fn sources(&self) -> Vec<&Path> {
        match self {
            What::Line { source, .. } | What::Part { source, .. } => vec![source],
            What::Name { parts, .. } => parts.iter().collect(),
            What::Made(_) => Vec::new(),
        }
    }
}

/// What is filled of one target field.
#[derive(Default)]
struct OfField<'f> {
    whole: Vec<&'f Fill>,
    inside: Vec<&'f Fill>,
    first: Vec<&'f Fill>,
    rest: Vec<&'f Fill>,
}

impl Builder<'_> {
    /// The writes of the target message that `depth` steps of every fill lead to.
    pub(super) fn level(
        &mut self,
        fills: &[Fill],
        depth: usize,
        target: MessageId,
        scopes: &mut Scopes,
        moves: &BTreeSet<Numbers>,
    ) -> Vec<Write> {
        self.fields(&fills.iter().collect::<Vec<_>>(), depth, target, scopes, moves)
    }

    fn fields(
        &mut self,
        fills: &[&Fill],
        depth: usize,
        target: MessageId,
        scopes: &mut Scopes,
        moves: &BTreeSet<Numbers>,
    ) -> Vec<Write> {
        let mut by_field: BTreeMap<i32, (FieldRef, OfField<'_>)> = BTreeMap::new();
        for fill in fills {
            let Some(step) = fill.target.get(depth) else { continue };
            let ends = fill.target.len() == depth + 1;
            let number = step.field.get(self.target).number;
            let (_, of) = by_field.entry(number).or_insert_with(|| (step.field, OfField::default()));
            match (step.select, ends) {
                (Select::Whole, true) => of.whole.push(fill),
                (Select::Whole, false) => of.inside.push(fill),
                (Select::First, _) => of.first.push(fill),
                (Select::Rest, _) => of.rest.push(fill),
            }
        }
        let target_schema = self.target;
        for field in fields_of(target_schema, target) {
            let get = field.get(target_schema);
            if is_required(get) {
                by_field.entry(get.number).or_insert_with(|| (field, OfField::default()));
            }
        }
        let mut writes = Vec::new();
        let mut guarded = Vec::new();
        for (number, (field, of)) in &by_field {
            let get = field.get(target_schema);
            let how = self.how(get, of, depth, scopes, moves);
            if let (How::Build(_), Some(oneof)) = (&how, get.oneof) {
                guarded.push((writes.len(), oneof));
            }
            let (name, required) = (step_name(target_schema, *field).into(), is_required(get));
            writes.push(Write { name, number: *number, required, how });
        }
        for (index, oneof) in guarded {
            let guard = self.guard(&by_field, writes[index].number, oneof, scopes);
            if let How::Build(build) = &mut writes[index].how {
                build.guard = guard;
            }
        }
        writes
    }

    fn how(
        &mut self,
        field: &Field,
        of: &OfField<'_>,
        depth: usize,
        scopes: &mut Scopes,
        moves: &BTreeSet<Numbers>,
    ) -> How {
        let wire = wire(field);
        if !of.first.is_empty() || !of.rest.is_empty() {
            let ends: Vec<&Fill> = of.first.iter().copied().filter(|fill| fill.target.len() == depth + 1).collect();
            let base = ends.first().and_then(|fill| self.message_source(fill, scopes, moves));
            let Some(element) = field.value_kind().message() else { return How::Nothing };
            let inner: Vec<&Fill> = of.first.iter().copied().filter(|fill| fill.target.len() > depth + 1).collect();
            let writes = if inner.is_empty() && base.is_some() {
                Vec::new()
            } else {
                self.fields(&inner, depth + 1, element, scopes, moves)
            };
            let first = Box::new(Build { wire, base, writes, guard: None });
            let rest = of.rest.first().and_then(|fill| self.message_source(fill, scopes, moves));
            let distinct = match of.rest.first().map(|fill| &fill.what) {
                Some(What::Line { distinct, .. }) => distinct.as_slice(),
                _ => &[],
            };
            let of = |number: &i32| self.target[element].fields.iter().find(|field| field.number == *number);
            let compared =
                |number| of(number).map(|field| Compared { number: field.number, explicit: is_explicit(field) });
            let distinct = distinct.iter().filter_map(compared).collect();
            return How::List { first, rest, distinct };
        }
        if !of.inside.is_empty() {
            let base = of.whole.first().and_then(|fill| self.message_source(fill, scopes, moves));
            let Some(message) = field.value_kind().message() else { return How::Nothing };
            let mut writes = self.fields(&of.inside, depth + 1, message, scopes, moves);
            // What the base is missing, it reports itself.
            if base.is_some() {
                writes.retain(|write| !matches!(write.how, How::Nothing));
                writes.iter_mut().for_each(|write| write.required = false);
            }
            return How::Build(Box::new(Build { wire, base, writes, guard: None }));
        }
        self.leaf(field, &of.whole, scopes, moves)
    }

    /// The source of a message that is carried as it is, and its plan.
    fn message_source(
        &mut self,
        fill: &Fill,
        scopes: &mut Scopes,
        moves: &BTreeSet<Numbers>,
    ) -> Option<(Source, PlanId)> {
        let What::Line { source, .. } = &fill.what else { return None };
        let from = source.field(self.source).value_kind().message()?;
        let to = fill.target.last()?.field.get(self.target).value_kind().message()?;
        let numbers = self.numbers(source, 0);
        let plan = self.plan_between(from, to, inside(moves, &numbers));
        Some((scopes.source(self.source, &mut self.layouts, source), plan))
    }

    fn leaf(&mut self, field: &Field, fills: &[&Fill], scopes: &mut Scopes, moves: &BTreeSet<Numbers>) -> How {
        let Some(fill) = fills.first() else { return How::Nothing };
        match &fill.what {
            // A default is not written where it is the same as nothing.
            What::Made(Made::Constant(constant)) if constant.is_default() && !is_explicit(field) => How::Nothing,
            What::Made(Made::Constant(constant)) => How::Constant(constant.clone()),
            What::Made(Made::IsOneOf { numbers, of, .. }) => {
                let of = scopes.source(self.source, &mut self.layouts, of);
                How::IsOneOf { of, numbers: numbers.clone() }
            }
            What::Name { template, parts } => {
                let parts = parts.iter().map(|path| self.part(path, scopes)).collect();
                How::Name { template: template.clone(), parts }
            }
            What::Line { via: Via::StructValue, source, empty, .. } => {
                self.struct_or_value(source, empty.is_some(), scopes)
            }
            What::Line { source, loss, .. }
                if source.field(self.source).value_kind().is_message()
                    && !matches!(source.field(self.source).ty, FieldType::Map { .. }) =>
            {
                let Some((from, plan)) = self.message_source(fill, scopes, moves) else { return How::Nothing };
                let many =
                    matches!(source.field(self.source).ty, FieldType::Repeated { .. }) && from.take != Take::First;
                let room = matches!(field.ty, FieldType::Repeated { .. });
                let extra = if many && !room { Extra::Lost } else { Extra::Room };
                How::Message { source: from, plan, wire: wire(field), extra, loss: loss.clone() }
            }
            What::Line { source, loss, .. } => {
                let from = source.field(self.source);
                let place = scopes.source(self.source, &mut self.layouts, source);
                match (&from.ty, &field.ty) {
                    (FieldType::Map { value: a, .. }, FieldType::Map { value: b, .. }) => {
                        let (a, b) = (a.clone(), b.clone());
                        let value = self.map_value(&a, &b, from, field, moves, source);
                        How::Map { source: place, value, loss: loss.clone() }
                    }
                    (FieldType::Repeated { kind, .. }, FieldType::Repeated { .. }) if place.take != Take::First => {
                        let (a, b) = self.types(from, field);
                        let closed = matches!(kind, Kind::Enum(id) if self.source[*id].closed);
                        if a == b && !changes(&a) && place.take == Take::All && !closed {
                            return How::Records { source: place, loss: loss.clone() };
                        }
                        let packed = matches!(field.ty, FieldType::Repeated { packing: Packing::Packed, .. })
                            && packable(field.value_kind());
                        How::Values { source: place, from: a, to: b, packed, loss: loss.clone() }
                    }
                    _ => self.value(field, fills, scopes),
                }
            }
            What::Part { .. } => self.value(field, fills, scopes),
        }
    }

    /// One number, string or bytes, from the first of several places that has one.
    fn value(&mut self, field: &Field, fills: &[&Fill], scopes: &mut Scopes) -> How {
        let explicit = is_explicit(field);
        let mut candidates = Vec::new();
        let mut filler = None;
        let mut form = None;
        for fill in fills {
            let (path, transform, loss, why) = match &fill.what {
                What::Line { via, source, empty, loss, why, .. } => {
                    filler = filler.or(empty.clone());
                    (source, self.transform(via, source, field), loss, why.clone())
                }
                What::Part { template, index, source, loss } => {
                    (source, Transform::Part { template: template.clone(), index: *index }, loss, None)
                }
                What::Name { .. } | What::Made(_) => continue,
            };
            let from = path.field(self.source);
            let (a, b) = self.types(from, field);
            form.get_or_insert(b);
            let source = scopes.source(self.source, &mut self.layouts, path);
            let explicit = is_explicit(from);
            candidates.push(Candidate { source, from: a, explicit, transform, loss: loss.clone(), why });
        }
        if let ([one], None) = (candidates.as_slice(), &filler) {
            let same = Some(&one.from) == form.as_ref() && !changes(&one.from) && one.explicit == explicit;
            let repeated = matches!(field.ty, FieldType::Repeated { .. });
            if same && matches!(one.transform, Transform::Copy) && !repeated && one.source.take == Take::All {
                return How::Records { source: one.source, loss: one.loss.clone() };
            }
        }
        let form = form.unwrap_or(NumberOrText::Bytes);
        How::Value(Box::new(ValueWrite { candidates, explicit, form, empty: filler }))
    }

    fn transform(&self, via: &Via, source: &Path, target: &Field) -> Transform {
        let many =
            matches!(source.field(self.source).ty, FieldType::Repeated { .. }) && source.leaf().select == Select::Whole;
        match (via, self.direction) {
            (Via::Not, _) => Transform::Not,
            (Via::ZeroIsUnset, Direction::Upgrade) => Transform::ZeroToUnset,
            (Via::ZeroIsUnset, Direction::Downgrade) => Transform::UnsetFromZero,
            (Via::Base64Text, Direction::Upgrade) => Transform::DecodeBase64,
            (Via::Base64Text, Direction::Downgrade) => Transform::EncodeBase64,
            (Via::MajorMinor, Direction::Upgrade) => Transform::MajorMinor,
            _ if many && !matches!(target.ty, FieldType::Repeated { .. }) => Transform::First,
            _ => Transform::Copy,
        }
    }

    fn part(&mut self, path: &Path, scopes: &mut Scopes) -> Part {
        let source = scopes.source(self.source, &mut self.layouts, path);
        let uses = self.uses.get(&self.numbers(path, 0)).copied().unwrap_or(0);
        Part { source, carried: uses > 1 }
    }

    fn map_value(
        &mut self,
        a: &Kind,
        b: &Kind,
        from: &Field,
        to: &Field,
        moves: &BTreeSet<Numbers>,
        path: &Path,
    ) -> MapValue {
        if let (Some(x), Some(y)) = (a.message(), b.message()) {
            let numbers = self.numbers(path, 0);
            return MapValue::Message(self.plan_between(x, y, inside(moves, &numbers)));
        }
        let (x, y) = self.types(from, to);
        if x == y && !changes(&x) { MapValue::Same } else { MapValue::Other { from: x, to: y } }
    }

    /// A `Struct` into a `Value`, or out of it.
    fn struct_or_value(&mut self, source: &Path, empty: bool, scopes: &mut Scopes) -> How {
        let place = scopes.source(self.source, &mut self.layouts, source);
        let find = |schema: &Schema, name: &str| schema.message_named(name).unwrap_or(MessageId(0));
        let (struct_name, value_name) = ("google.protobuf.Struct", "google.protobuf.Value");
        let structs = (find(self.source, struct_name), find(self.target, struct_name));
        let values = (find(self.source, value_name), find(self.target, value_name));
        let structs = self.plan_between(structs.0, structs.1, BTreeSet::new());
        match self.direction {
            Direction::Upgrade => How::Wrap { source: place, plan: structs, empty },
            Direction::Downgrade => {
                let layout = self.layouts.of(values.0);
                let values = self.plan_between(values.0, values.1, BTreeSet::new());
                How::Unwrap { source: place, layout, structs, values }
            }
        }
    }

    /// The types of two fields' values, the first with what its enum numbers become.
    fn types(&self, from: &Field, to: &Field) -> (NumberOrText, NumberOrText) {
        let (mut a, mut b) = (form(self.source, from), form(self.target, to));
        // Where text was always meant to be, a reader may do without a look at it. Bytes may well be none.
        if let (Kind::Scalar(Scalar::Bytes), Kind::Scalar(Scalar::String)) = (from.value_kind(), to.value_kind()) {
            b = NumberOrText::String;
        }
        // A number that a closed enum does not have would be an unknown field to whoever reads it.
        if let (NumberOrText::Number(number), Kind::Scalar(_), NumberOrText::Number(closed)) =
            (&mut a, from.value_kind(), &b)
        {
            number.known.clone_from(&closed.known);
        }
        if let (NumberOrText::Number(number), Kind::Enum(x), Kind::Enum(y)) =
            (&mut a, from.value_kind(), to.value_kind())
        {
            let pair = match self.direction {
                Direction::Upgrade => self.correspondence.enum_pair(*x, *y),
                Direction::Downgrade => self.correspondence.enum_pair(*y, *x),
            };
            let map = pair.map(|pair| pair.map(self.direction));
            number.map = map.filter(|map| !map.is_identity()).map(|map| Arc::new(map.clone()));
        }
        (a, b)
    }

    /// What keeps the oneof that a built member belongs to from being set twice.
    fn guard(
        &mut self,
        by_field: &BTreeMap<i32, (FieldRef, OfField<'_>)>,
        number: i32,
        oneof: usize,
        scopes: &mut Scopes,
    ) -> Option<Guard> {
        let mut guard = Guard { own: Vec::new(), others: Vec::new(), company: Vec::new() };
        for (member, (field, of)) in by_field {
            if field.get(self.target).oneof != Some(oneof) {
                continue;
            }
            for fill in of.whole.iter().chain(&of.inside) {
                for path in fill.what.sources() {
                    let called = in_oneof(path, self.source);
                    let source = scopes.source(self.source, &mut self.layouts, path);
                    match (*member == number, called) {
                        (true, true) => guard.own.push(source),
                        (true, false) => guard.company.push(source),
                        (false, true) => guard.others.push(source),
                        (false, false) => {}
                    }
                }
            }
        }
        (!guard.company.is_empty() && !guard.others.is_empty()).then_some(guard)
    }
}

fn is_required(field: &Field) -> bool {
    field.is_required() || is_required_by_annotation(field)
}

/// Whether absent and default are two things; elements of lists are never absent.
fn is_explicit(field: &Field) -> bool {
    match &field.ty {
        FieldType::Singular { presence, .. } => *presence != Presence::Implicit,
        FieldType::Repeated { .. } | FieldType::Map { .. } => true,
    }
}

fn wire(field: &Field) -> WireType {
    match field.value_kind() {
        Kind::Group(_) => WireType::Group,
        _ => WireType::Len,
    }
}

fn form(schema: &Schema, field: &Field) -> NumberOrText {
    match field.value_kind() {
        Kind::Scalar(Scalar::String) if field.utf8 == Utf8::Verify => NumberOrText::String,
        kind => Number::of(schema, kind).map_or(NumberOrText::Bytes, NumberOrText::Number),
    }
}

/// Whether numbers of this type do not all stay what they are.
fn changes(of: &NumberOrText) -> bool {
    matches!(of, NumberOrText::Number(number) if number.map.is_some())
}
