//! Old requests read by a program that knows the new version only, through the crate that `adapt` writes.
//!
//!     cargo run --example adapter
//!
//! `examples/a2a-adapter` is that crate. It depends on prost and on nothing of this project.

use a2a_adapter::{
    Error, Read, VersionHint, downgrade, new::lf::a2a::v1 as new, old::a2a::v1 as old, reader::read_get_task_request,
    upgrade,
};

fn main() -> Result<(), Error> {
    // Types that are known are converted by name.
    let config =
        old::AuthenticationInfo { schemes: vec!["Bearer".to_owned(), "Basic".to_owned()], credentials: String::new() };
    let converted = upgrade::authentication_info(config)?;
    println!("scheme: {}", converted.message.scheme);
    for loss in &converted.losses {
        println!("lost: {}: {}", loss.path, loss.reason);
    }

    // Bytes of whatever version: what is known beside them goes first, here the path of the call.
    let stored = b"\x0a\x07tasks/7\x10\x02";
    let hint = VersionHint::Method("/a2a.v1.A2AService/GetTask");
    if let Read::Message { was, converted, .. } = read_get_task_request(stored, hint)? {
        println!("{was}: id {:?}, history {:?}", converted.message.id, converted.message.history_length);
    }

    // Without a hint the bytes are asked.
    match read_get_task_request(stored, VersionHint::None)? {
        Read::Message { detection, was, .. } => println!("{was}, {}", detection.verdict()),
        Read::Ambiguous { detection, .. } => println!("could be either: {detection}"),
    }

    // And back again; a name that cannot be built is an error, and no guess.
    let answer = new::GetTaskRequest { id: "7/8".to_owned(), ..Default::default() };
    println!("{}", downgrade::get_task_request(answer).expect_err("no name holds a slash"));
    Ok(())
}
