//! The source of a stub: its classes, functions and values, by their lines.

use std::ops::Range;

/// Lines that give way to others.
pub(super) type Change = (Range<usize>, Vec<String>);

#[derive(PartialEq)]
pub(super) enum Kind {
    Class,
    Function,
    /// An annotation, such as `x: int`.
    Value,
}

/// A class, a function or a value. Lines are counted from 0.
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) name: String,
    pub(super) indent: usize,
    /// Whether there are decorators, and whether one is that of a setter.
    pub(super) is_decorated: bool,
    pub(super) is_setter: bool,
    /// The line of `class`, `def` or the value.
    pub(super) start: usize,
    /// The line behind the header.
    pub(super) body: usize,
    /// The line behind the node.
    pub(super) end: usize,
    pub(super) doc: Option<Range<usize>>,
    /// What is in a class.
    pub(super) nodes: Vec<Node>,
}

/// Returns the nodes of a source.
pub(super) fn nodes(lines: &[&str]) -> Vec<Node> {
    block(lines, 0..lines.len(), 0)
}

/// Returns the nodes of some lines with an indentation.
fn block(lines: &[&str], range: Range<usize>, indent: usize) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut decorators: Vec<&str> = Vec::new();
    let mut at = range.start;
    while at < range.end {
        let text = lines[at].trim_start();
        if text.is_empty() || lines[at].len() - text.len() != indent {
            at += 1;
            continue;
        }
        if text.starts_with('@') {
            decorators.push(text);
            at += 1;
            continue;
        }
        let node = node(lines, at, range.end, indent, &std::mem::take(&mut decorators));
        at = node.as_ref().map_or(at + 1, |node| node.end);
        nodes.extend(node);
    }
    nodes
}

/// Returns the node that begins at a line.
fn node(lines: &[&str], start: usize, end: usize, indent: usize, decorators: &[&str]) -> Option<Node> {
    let text = &lines[start][indent..];
    let (kind, rest) = if let Some(rest) = text.strip_prefix("class ") {
        (Kind::Class, rest)
    } else if let Some(rest) = text.strip_prefix("def ") {
        (Kind::Function, rest)
    } else {
        (Kind::Value, text)
    };
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let (name, rest) = rest.split_at(rest.find(|c| !is_of_name(c)).unwrap_or(rest.len()));
    if name.is_empty() || kind == Kind::Value && !rest.starts_with(": ") {
        return None;
    }
    let body = header_end(lines, start, end);
    let mut node = Node {
        kind,
        name: name.to_owned(),
        indent,
        is_decorated: !decorators.is_empty(),
        is_setter: decorators.iter().any(|decorator| decorator.ends_with(".setter")),
        start,
        body,
        end: body,
        doc: None,
        nodes: Vec::new(),
    };
    if node.kind == Kind::Value || !code(lines[body - 1]).ends_with(':') {
        return Some(node);
    }
    let is_inside = |line: &str| line.trim().is_empty() || line.len() - line.trim_start().len() > indent;
    let behind = (body..end).find(|&line| !is_inside(lines[line])).unwrap_or(end);
    node.end = (body..behind).rev().find(|&line| !lines[line].trim().is_empty()).map_or(body, |last| last + 1);
    node.doc = docstring(lines, body..node.end);
    if node.kind == Kind::Class {
        node.nodes = block(lines, node.doc.as_ref().map_or(body, |doc| doc.end)..node.end, indent + 4);
    }
    Some(node)
}

/// Returns the line behind a header or a value, which may go over several lines in brackets.
fn header_end(lines: &[&str], start: usize, end: usize) -> usize {
    let mut depth = 0_i32;
    for (number, line) in lines[..end].iter().enumerate().skip(start) {
        let line = code(line);
        depth += line.matches(['(', '[', '{']).count() as i32 - line.matches([')', ']', '}']).count() as i32;
        if depth <= 0 {
            return number + 1;
        }
    }
    end
}

/// Returns a line without its comment.
fn code(line: &str) -> &str {
    line.split_once(" #").map_or(line, |(code, _)| code).trim_end()
}

/// Returns the lines of the docstring at the beginning of a body.
fn docstring(lines: &[&str], body: Range<usize>) -> Option<Range<usize>> {
    let start = body.clone().find(|&line| !lines[line].trim().is_empty())?;
    let first = lines[start].trim().strip_prefix("\"\"\"")?;
    let is_last = |line: &str| line.trim_end().ends_with("\"\"\"") && !line.trim_end().ends_with("\\\"\"\"");
    if is_last(first) {
        return Some(start..start + 1);
    }
    let last = (start + 1..body.end).find(|&line| is_last(lines[line]))?;
    Some(start..last + 1)
}

/// Returns a source after some changes.
pub(super) fn replace(lines: &[&str], mut changes: Vec<Change>) -> String {
    let mut lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    changes.sort_by_key(|change| (change.0.start, change.0.end));
    for (range, new) in changes.into_iter().rev() {
        lines.splice(range, new);
    }
    lines.join("\n")
}
