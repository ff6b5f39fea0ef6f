//! Why two elements are taken for one.

/// Something that speaks for two elements being one and the same, with a weight from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// A manifest says so; why, in its words.
    Manifest(Option<String>),
    /// Names are alike.
    Name(f64),
    /// Doc comments are alike, word by word.
    Comment(f64),
    /// Field or value numbers, types and names agree.
    Structure(f64),
    /// Fields and rpcs changed from one type to the other at the same number or name.
    Use(f64),
    /// Both have this ProtoJSON name.
    JsonName(String),
    /// Both have this message or enum type, itself paired.
    Type(String),
    /// Http bindings or request and response types of two rpcs agree.
    Call(f64),
}

impl std::fmt::Display for Evidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Evidence::Manifest(None) => write!(f, "the manifest says so"),
            Evidence::Manifest(Some(why)) => write!(f, "the manifest says so: {why}"),
            Evidence::Name(score) => write!(f, "similar names ({score:.2})"),
            Evidence::Comment(score) => write!(f, "similar comments ({score:.2})"),
            Evidence::Structure(score) => write!(f, "same numbers and types ({score:.2})"),
            Evidence::Use(score) => write!(f, "used in the same places ({score:.2})"),
            Evidence::JsonName(name) => write!(f, "same JSON name `{name}`"),
            Evidence::Type(name) => write!(f, "same type `{name}`"),
            Evidence::Call(score) => write!(f, "same request, response and path ({score:.2})"),
        }
    }
}

/// On what grounds two elements were paired.
#[derive(Debug, Clone, PartialEq)]
pub enum Basis {
    /// Same fully-qualified name.
    SameName,
    /// Same name inside a pair of packages that was derived or given.
    PackageMap,
    /// An argument says so, or there is nothing to choose from.
    Told,
    /// A manifest says so.
    Manifest,
    /// Inferred.
    Inferred {
        /// From 0 to 1.
        score: f64,
        /// What speaks for it, strongest first.
        evidence: Vec<Evidence>,
    },
}
