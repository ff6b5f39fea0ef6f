//! How much deeper messages may nest.

/// What is left of the nesting allowance. Recursion passes it on, so no input can exhaust the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Depth(u32);

impl Depth {
    /// Levels allowed below the outermost message: the default of C++, Java, upb and prost
    /// (`google::protobuf::io::CodedInputStream::SetRecursionLimit`).
    pub const LIMIT: u32 = 100;

    /// The allowance of an outermost message.
    pub fn outermost() -> Self {
        Depth(Self::LIMIT)
    }

    /// The allowance one level further down; `None` when there is no such level.
    pub fn enter(self) -> Option<Self> {
        self.0.checked_sub(1).map(Depth)
    }
}
