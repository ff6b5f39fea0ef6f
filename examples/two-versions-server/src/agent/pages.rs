//! Lists, page by page.

use tonic::Status;

/// How many are on a page when nobody says, and how many at most.
const USUAL: usize = 50;
const MOST: usize = 100;

/// A part of a list.
pub struct Page<T> {
    /// What is on it.
    pub items: Vec<T>,
    /// What asks for the next one; empty after the last.
    pub next: String,
    /// How many fit on it.
    pub size: usize,
    /// How long the list is.
    pub total: usize,
}

/// The page that starts where `token` says. A token is a place in the list.
///
/// # Errors
/// When the token is none of ours, or the size is negative.
pub fn page<T>(list: Vec<T>, size: i32, token: &str) -> Result<Page<T>, Status> {
    let size = match usize::try_from(size) {
        Ok(0) => USUAL,
        Ok(size) => size.min(MOST),
        Err(_) => return Err(Status::invalid_argument("page_size is negative")),
    };
    let start = match token {
        "" => 0,
        token => token.parse::<usize>().map_err(|_| Status::invalid_argument("page_token is none of mine"))?,
    };
    let total = list.len();
    let items: Vec<T> = list.into_iter().skip(start).take(size).collect();
    let end = start.saturating_add(items.len());
    let next = if end < total { end.to_string() } else { String::new() };
    Ok(Page { items, next, size, total })
}
