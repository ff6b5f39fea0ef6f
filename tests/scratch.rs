#[test]
fn a2a_resolves() {
    let text = std::fs::read_to_string("src/a2a/manifest.toml").unwrap();
    let m = proto_diff::migration::manifest::Manifest::read("a2a", &text, []).map_err(|e| format!("{:?}", miette::Report::new(e))).unwrap();
    let s = |v: &str| proto_diff::schema::load(&proto_diff::schema::SchemaLocator::parse(v).unwrap(), &Default::default()).unwrap();
    let (old, new) = (s("a2a:0.3.0"), s("a2a:1.0.1"));
    let c = proto_diff::migration::correspondence::Correspondence::resolve(&m, &old, &new).map_err(|e| eprintln!("{:?}", miette::Report::new(e)));
    println!("{}", c.unwrap().messages.len());
}
