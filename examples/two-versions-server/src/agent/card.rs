//! What the agent says of itself.

use a2a_adapter::new::lf::a2a::v1::{AgentCapabilities, AgentCard, AgentInterface, AgentSkill};

/// The card of an agent at `url`, which speaks both versions there.
pub fn card(url: &str) -> AgentCard {
    let interface = |version: &str| AgentInterface {
        url: url.to_owned(),
        protocol_binding: "GRPC".to_owned(),
        protocol_version: version.to_owned(),
        ..AgentInterface::default()
    };
    let text = || vec!["text/plain".to_owned()];
    AgentCard {
        name: "Shouter".to_owned(),
        description: "Says it again, louder".to_owned(),
        supported_interfaces: vec![interface("1.0"), interface("0.3")],
        version: env!("CARGO_PKG_VERSION").to_owned(),
        capabilities: Some(AgentCapabilities {
            streaming: Some(true),
            push_notifications: Some(true),
            extended_agent_card: Some(true),
            ..AgentCapabilities::default()
        }),
        default_input_modes: text(),
        default_output_modes: text(),
        skills: vec![AgentSkill {
            id: "shout".to_owned(),
            name: "Shout".to_owned(),
            description: "Text in capital letters; other parts as they are".to_owned(),
            tags: vec!["text".to_owned()],
            ..AgentSkill::default()
        }],
        icon_url: Some(format!("{url}/icon.png")),
        ..AgentCard::default()
    }
}
