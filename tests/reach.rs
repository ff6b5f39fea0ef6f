//! Where an element is reached from: one row for each shape a schema can have, and the real pair.

use std::time::{Duration, Instant};

use proto_diff::{
    CompareOptions, compare,
    reach::{Reach, Route},
    report::{
        Report, Selection,
        text::{self, Colour, Criterion, Extent, Glyphs, Style},
    },
    rules::{Level, Severity},
    schema::{self, CallPart, Definition, FieldRef, LoadOptions, Schema, SchemaLocator},
};

fn schema(text: &str) -> Schema {
    match schema::from_texts("test", [("t.proto", text)]) {
        Ok(schema) => schema,
        Err(error) => panic!("{error} at {:?}\n{text}", error.positions()),
    }
}

fn bundled(name: &str) -> Schema {
    let locator = SchemaLocator::parse(name).expect("a bundled schema");
    schema::load(&locator, &LoadOptions::default()).expect("a valid schema")
}

/// Routes as lines: the root's uses, and its paths.
fn written(schema: &Schema, routes: &[Route<'_>]) -> Vec<String> {
    let line = |route: &Route| {
        let root = &schema[route.root.message].nested_name;
        let uses: Vec<String> = route
            .root
            .calls
            .iter()
            .map(|call| {
                let part = if call.part == CallPart::Request { "request" } else { "response" };
                format!("{} {part}", call.rpc(schema).element.name)
            })
            .collect();
        let uses = if route.root.is_stored() { "stored".to_owned() } else { uses.join(", ") };
        let paths = route.paths.iter().map(|path| match path.written(schema) {
            path if path.is_empty() => root.clone(),
            path => format!("{root}.{path}"),
        });
        let more = if route.more { " …" } else { "" };
        format!("{uses}: {}{more}", paths.collect::<Vec<_>>().join(" | "))
    };
    routes.iter().map(line).collect()
}

/// What reaches the message or enum of this name, or the field `Message/field`.
fn reached(schema: &Schema, name: &str) -> Vec<String> {
    let reach = Reach::new(schema);
    let routes = match name.split_once('/') {
        Some((message, field)) => {
            let message = schema.message_named(message).expect("a message");
            let index = schema[message].fields.iter().position(|f| f.name() == field).expect("a field");
            reach.to_field(FieldRef::Member(message, index))
        }
        None => match schema.definition(name).expect("a type") {
            Definition::Message(id) => reach.to_message(id),
            Definition::Enum(id) => reach.to_enum(id),
        },
    };
    written(schema, &routes)
}

#[test]
fn every_shape_of_a_schema() {
    const P2: &str = "syntax = 'proto2'; ";
    const P3: &str = "syntax = 'proto3'; ";
    let rows: &[(&str, &str, &str, &[&str])] = &[
        // Roots.
        (P3, "message A { int32 x = 1; }", "A", &["stored: A"]),
        (P3, "message A { int32 x = 1; }", "A/x", &["stored: A.x"]),
        (P3, "message A { B b = 1; } message B {}", "B", &["stored: A.b"]),
        (P3, "message A {} service S { rpc R(A) returns (A); }", "A", &["R request, R response: A"]),
        (
            P3,
            "message A { B b = 1; } message B {} service S { rpc R(A) returns (B); }",
            "B",
            &["R request: A.b", "R response: B"],
        ),
        (
            P3,
            "message A { B b = 1; } message C { B b = 1; } message B {} service S { rpc R(A) returns (A); }",
            "B",
            &["R request, R response: A.b", "stored: C.b"],
        ),
        (
            P3,
            "message A {} message B {} service S { rpc R(A) returns (A); rpc Q(A) returns (B); }",
            "A",
            &["R request, R response, Q request: A"],
        ),
        // Steps.
        (P3, "message A { repeated B b = 1; } message B { repeated int32 x = 1; }", "B/x", &["stored: A.b[].x[]"]),
        (P3, "message A { map<string, B> b = 1; } message B {}", "B", &["stored: A.b{}"]),
        (P3, "message A { map<string, string> m = 1; }", "A/m", &["stored: A.m{}"]),
        (P3, "message A { oneof o { B b = 1; } } message B {}", "B", &["stored: A.b"]),
        (P2, "message A { repeated group B = 1 { optional C c = 2; } } message C {}", "C", &["stored: A.b[].c"]),
        (
            P2,
            "message A { extensions 9; } message B {} extend A { repeated B more = 9; }",
            "B",
            &["stored: A.[more][]"],
        ),
        (
            P2,
            "package p; message A { extensions 9; } message B { optional int32 x = 1; extend A { optional B b = 9; } }",
            "p.B/x",
            &["stored: A.[p.B.b].x"],
        ),
        (P3, "message A { B b = 1; message B { C c = 1; message C {} } }", "A.B.C", &["stored: A.b.c"]),
        (P3, "message A { message B { C c = 1; } } message C {}", "C", &["stored: A.B.c"]),
        // Enums.
        (P3, "message A { B b = 1; } message B { E e = 1; } enum E { Z = 0; }", "E", &["stored: A.b.e"]),
        (P3, "message A { repeated E e = 1; map<int32, E> m = 2; } enum E { Z = 0; }", "E", &["stored: A.e[] | A.m{}"]),
        (P3, "message A {} enum E { Z = 0; }", "E", &[]),
        // Recursion.
        (P3, "message A { A a = 1; }", "A", &["stored: A"]),
        (P3, "message A { A a = 1; B b = 2; } message B {}", "B", &["stored: A.b"]),
        (P3, "message A { B b = 1; } message B { A a = 1; }", "A", &["stored: A"]),
        (P3, "message A { B b = 1; } message B { A a = 1; }", "B", &["stored: B"]),
        (P3, "message A { B b = 1; } message B { A a = 1; C c = 2; } message C {}", "C", &["stored: B.c"]),
        (P3, "message R { A a = 1; } message A { B b = 1; } message B { A a = 1; }", "B", &["stored: R.a.b"]),
        (
            P3,
            "message A { B b = 1; } message B { A a = 1; } service S { rpc Q(A) returns (A); }",
            "B",
            &["Q request, Q response: A.b"],
        ),
        (P3, "message A { B b = 1; } message B { A a = 1; E e = 2; } enum E { Z = 0; }", "E", &["stored: B.e"]),
        // The shortest first, then in the order of the fields; one through each field before a second through any.
        (
            P3,
            "message A { C c = 1; B b = 2; B also = 3; } message C { B b = 1; } message B {}",
            "B",
            &["stored: A.b | A.also | A.c.b"],
        ),
        (P3, "message A { B a = 1; B b = 2; B c = 3; B d = 4; } message B {}", "B", &["stored: A.a | A.b | A.c …"]),
        (
            P3,
            "message A { B b = 1; C c = 2; } message B { D x = 1; D y = 2; D z = 3; D w = 4; } message C { B b = 1; } \
              message D {}",
            "D",
            &["stored: A.b.x | A.b.y | A.c.b.x …"],
        ),
        // Custom options.
        (
            P2,
            "import 'google/protobuf/descriptor.proto'; message A { optional int32 x = 1; } \
              extend google.protobuf.FieldOptions { optional A a = 50000; }",
            "A",
            &["stored: A"],
        ),
    ];
    for (syntax, text, name, expected) in rows {
        let imports_first = text.replace("import", "\nimport");
        assert_eq!(reached(&schema(&format!("{syntax}{imports_first}")), name), *expected, "{name} in {text}");
    }
}

#[test]
fn parts_of_the_real_schema() {
    let new = bundled("a2a:1.0.1");
    let part = reached(&new, "lf.a2a.v1.Part/raw");
    assert_eq!(
        part,
        [
            "SendMessage request, SendStreamingMessage request: SendMessageRequest.message.parts[].raw",
            "SendMessage response: SendMessageResponse.message.parts[].raw \
             | SendMessageResponse.task.artifacts[].parts[].raw | SendMessageResponse.task.history[].parts[].raw …",
            "SendStreamingMessage response, SubscribeToTask response: StreamResponse.message.parts[].raw \
             | StreamResponse.task.artifacts[].parts[].raw | StreamResponse.artifact_update.artifact.parts[].raw …",
            "GetTask response, CancelTask response: Task.artifacts[].parts[].raw | Task.history[].parts[].raw \
             | Task.status.message.parts[].raw",
            "ListTasks response: ListTasksResponse.tasks[].artifacts[].parts[].raw \
             | ListTasksResponse.tasks[].history[].parts[].raw | ListTasksResponse.tasks[].status.message.parts[].raw",
        ]
    );
    assert_eq!(reached(&new, "lf.a2a.v1.AgentCard"), ["GetExtendedAgentCard response: AgentCard"]);
    assert_eq!(reached(&bundled("a2a:0.3.0"), "a2a.v1.AgentCard/url"), ["GetAgentCard response: AgentCard.url"]);
}

/// Layers of messages, each with `width` fields of the next.
fn layers(depth: usize, width: usize) -> String {
    let layer = |at: usize| {
        let fields = (1..=width).map(|number| format!("L{} f{number} = {number};", at + 1));
        format!("message L{at} {{ {} }}\n", fields.collect::<String>())
    };
    let layers: String = (0..depth).map(layer).collect();
    format!("syntax = 'proto3';\n{layers}message L{depth} {{ int32 x = 1; }}")
}

#[test]
fn exponentially_many_paths_take_no_time() {
    let schema = schema(&layers(40, 2));
    let started = Instant::now();
    let routes = reached(&schema, "L40/x");
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
    let path = |fields: &[&str]| format!("L0.{}.x", fields.join("."));
    let (ones, mut last_two, mut first_two) = (vec!["f1"; 40], vec!["f1"; 40], vec!["f1"; 40]);
    (last_two[39], first_two[0]) = ("f2", "f2");
    let paths = [path(&ones), path(&last_two), path(&first_two)];
    assert_eq!(routes, [format!("stored: {} …", paths.join(" | "))]);
}

#[test]
fn everything_in_everything_takes_no_time() {
    let messages = 120;
    let message = |at: usize| {
        let fields: String = (0..messages).map(|to| format!("M{to} f{to} = {};", to + 1)).collect();
        format!("message M{at} {{ {fields} }}\n")
    };
    let text: String = (0..messages).map(message).collect();
    let schema = schema(&format!("syntax = 'proto3';\n{text}service S {{ rpc R(M0) returns (M1); }}"));
    let started = Instant::now();
    let routes = reached(&schema, "M119");
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    assert_eq!(routes[0], "R request: M0.f119 | M0.f1.f119 | M0.f2.f119 …");
    assert_eq!(routes.len(), 2);
}

#[test]
fn ten_thousand_messages_in_a_row() {
    let schema = schema(&layers(10_000, 1));
    let started = Instant::now();
    let reach = Reach::new(&schema);
    let last = schema.message_named("L10000").expect("the last");
    assert_eq!(reach.to_message(last)[0].paths[0].steps.len(), 10_000);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
}

/// The lines below the headings of messages and enums.
fn lines(old: Schema, new: Schema, extent: Extent, width: usize) -> Vec<String> {
    let report = Report::new(&compare(old, new, &CompareOptions::default()), &Selection::All);
    let style = Style { width, colour: Colour::Plain, glyphs: Glyphs::Unicode };
    let criterion = Criterion { level: Level::Json, fail_on: Severity::Error };
    let mut out = Vec::new();
    text::write(&report, criterion, extent, style, &mut out).expect("a Vec takes everything");
    let text = String::from_utf8(out).expect("text");
    let is_reach =
        |line: &&str| ["  is ", "  in ", "  stored in ", "    A."].iter().any(|start| line.starts_with(start));
    text.lines().filter(is_reach).map(str::to_owned).collect()
}

#[test]
fn the_line_of_a_group() {
    let rows: &[(&str, &[&str])] = &[
        // A message that is everything there is needs no line.
        ("message P { T t = 1; }", &[]),
        ("message A { P p = 1; } message P { T t = 1; }", &["  stored in A (p)"]),
        ("message A { P p = 1; repeated P q = 2; } message P { T t = 1; }", &["  stored in A (p, …)"]),
        ("message P { T t = 1; } message Q {} service S { rpc R(P) returns (Q); }", &["  is R's request"]),
        ("message P { T t = 1; } service S { rpc R(P) returns (P); }", &["  is R's request and response"]),
        (
            "message P { T t = 1; } message A { P p = 1; } message B { P p = 1; } service S { rpc R(P) returns (A); }",
            &["  is R's request; in R response (p); stored in B (p)"],
        ),
        (
            "message P { T t = 1; } message A { P p = 1; } service S { rpc R(A) returns (A); } \
          service U { rpc R(A) returns (A); }",
            &["  in S.R request (p), response (p); U.R request (p), response (p)"],
        ),
    ];
    for (text, expected) in rows {
        let side = |ty: &str| schema(&format!("syntax = 'proto3'; {}", text.replace("T t", &format!("{ty} t"))));
        assert_eq!(lines(side("int32"), side("sint32"), Extent::Usual, 100), *expected, "{text}");
    }
}

#[test]
fn a_line_too_long_loses_paths_and_then_rpcs() {
    let rpcs: String = (1..=6).map(|n| format!("rpc ReadSomething{n}(A) returns (A);")).collect();
    let text = format!("message P {{ T t = 1; }} message A {{ P inner_part = 1; }} service S {{ {rpcs} }}");
    let side = |ty: &str| schema(&format!("syntax = 'proto3'; {}", text.replace("T t", &format!("{ty} t"))));
    let at = |width| lines(side("int32"), side("sint32"), Extent::Usual, width);
    assert_eq!(at(72), ["  in ReadSomething1 (inner_part, …), ReadSomething2, 4 more rpcs (-v)"]);
    assert_eq!(
        at(120),
        ["  in ReadSomething1 (inner_part, …), ReadSomething2, ReadSomething3, ReadSomething4, ReadSomething5, \
          ReadSomething6"]
    );
    assert_eq!(
        at(160),
        ["  in ReadSomething1 request (inner_part), response (inner_part); ReadSomething2, ReadSomething3, \
          ReadSomething4, ReadSomething5, ReadSomething6"]
    );
}

#[test]
fn all_paths_when_everything_is_asked_for() {
    let text = "message P { T t = 1; } message A { P p = 1; repeated P q = 2; } service S { rpc R(A) returns (A); }";
    let side = |ty: &str| schema(&format!("syntax = 'proto3'; {}", text.replace("T t", &format!("{ty} t"))));
    let all = lines(side("int32"), side("sint32"), Extent::Full, 100);
    assert_eq!(all, ["  in R request, R response", "    A.p", "    A.q[]"]);
}
