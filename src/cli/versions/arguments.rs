//! What can be typed about versions.

use clap::Args;

use crate::{
    cli::{Failure, once::once},
    schema::CallPart,
};

/// What goes where.
#[derive(Debug, Args)]
pub(in crate::cli) struct MigrationArguments {
    /// The manifest: a TOML file, or the name of a bundled one (a2a)
    #[arg(long, value_name = "MANIFEST", help_heading = "Versions")]
    pub manifest: Option<String>,
    /// Set one of the manifest's options (repeatable): --option file_bytes=base64-text
    #[arg(long, value_name = "NAME=VALUE", value_parser = option, help_heading = "Versions")]
    pub option: Vec<(String, String)>,
}

/// What is known about a payload beside its bytes.
#[derive(Debug, Args)]
pub(in crate::cli) struct VersionArguments {
    /// The gRPC path of the call that the payload travelled in, which says its version and type
    #[arg(long, value_name = "PATH", help_heading = "Versions")]
    pub method: Option<String>,
    /// With --method: it is the request (this is how it is by default)
    #[arg(long, requires = "method", conflicts_with = "response", help_heading = "Versions")]
    request: bool,
    /// With --method: it is a response
    #[arg(long, requires = "method", help_heading = "Versions")]
    response: bool,
    /// The version that it is in: old, new, or as the manifest names it (0.3, 1.0)
    #[arg(long, value_name = "VERSION", help_heading = "Versions")]
    pub from: Option<String>,
    /// The value of the version header that came with it (A2A-Version); empty means what the manifest says, for A2A 0.3
    #[arg(long, value_name = "VALUE", help_heading = "Versions")]
    pub version_header: Option<String>,
    /// The version to take it for where the bytes do not tell
    #[arg(long, value_name = "VERSION", help_heading = "Versions")]
    pub assume: Option<String>,
}

impl VersionArguments {
    /// Which part of the call the payload is.
    pub(in crate::cli) fn part(&self) -> CallPart {
        if self.response { CallPart::Response } else { CallPart::Request }
    }
}

impl VersionArguments {
    /// The first of these that was given, of those that only a manifest gives a meaning.
    pub(super) fn of_a_manifest(&self) -> Option<&'static str> {
        let header = self.version_header.as_ref().map(|_| "--version-header");
        self.method.as_ref().map(|_| "--method").or(header)
    }

    /// The first of these that was given, of those that choose between versions.
    pub(super) fn of_two_versions(&self) -> Option<&'static str> {
        let assume = self.assume.as_ref().map(|_| "--assume");
        self.from.as_ref().map(|_| "--from").or(assume).or(self.of_a_manifest())
    }
}

impl MigrationArguments {
    /// The options, by name.
    ///
    /// # Errors
    /// When one is set twice.
    pub(in crate::cli) fn options(&self) -> Result<Vec<(&str, &str)>, Failure> {
        once("--option", "NAME=VALUE", &self.option)?;
        Ok(self.option.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect())
    }
}

fn option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write NAME=VALUE, as in file_bytes=base64-text".to_owned()),
    }
}
