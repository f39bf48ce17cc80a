//! The part of a long scene file around an error.

use super::json::{self, ParseError};
use super::text::{Text, position};
use std::io;
use std::ops::ControlFlow;

/// The most bytes of an excerpt. A longer one has megabytes of blanks or of masks.
const MOST: usize = 1 << 26;
/// The number of bytes outside of strings that an excerpt has after the error: the error of a string may lie within it.
const AHEAD: usize = 8;

/// The text before an error, without the sprites before it except one.
#[derive(Default)]
pub(super) struct Excerpt {
    text: Vec<u8>,
    /// The start of the list of sprites, from which sprites are left out.
    list: usize,
    /// The number of bytes that are left out.
    bytes: u64,
    /// The number of sprites that are left out.
    sprites: usize,
}

impl Excerpt {
    /// Returns the excerpt before a line and a column. Returns `None` if the excerpt would be too long.
    pub(super) fn of<'de>(text: &impl Text<'de>, line: usize, column: usize) -> io::Result<Option<Excerpt>> {
        let mut excerpt = Excerpt::default();
        let (mut ahead, mut last) = (0, 0);
        let (mut here, mut depth, mut in_list, mut in_string, mut escaped) = ((1, 0), 0, false, false, false);
        text.pieces(|piece| {
            for &byte in piece {
                let is_past = here >= (line, column);
                if ahead == AHEAD || excerpt.text.len() > MOST {
                    return ControlFlow::Break(());
                }
                if !is_past {
                    here = if byte == b'\n' { (here.0 + 1, 0) } else { (here.0, here.1 + 1) };
                }
                excerpt.text.push(byte);
                match byte {
                    _ if escaped => escaped = false,
                    b'\\' if in_string => escaped = true,
                    b'"' => in_string = !in_string,
                    _ if in_string => {}
                    _ if is_past => ahead += 1,
                    b'[' | b'{' => {
                        depth += 1;
                        if depth == 2 && byte == b'[' && excerpt.list == 0 {
                            (in_list, excerpt.list) = (true, excerpt.text.len());
                            last = excerpt.list;
                        }
                    }
                    b',' if depth == 2 && in_list => excerpt.leave_out_to(&mut last),
                    b']' | b'}' => {
                        in_list &= depth != 2;
                        depth -= 1;
                    }
                    _ => {}
                }
            }
            ControlFlow::Continue(())
        })?;
        Ok(Some(excerpt).filter(|excerpt| excerpt.text.len() <= MOST))
    }

    /// Leaves out the sprites before the last complete one, which starts at `last`. A comma after it is the end of the text.
    fn leave_out_to(&mut self, last: &mut usize) {
        self.bytes += (*last - self.list) as u64;
        self.sprites += usize::from(*last > self.list);
        self.text.drain(self.list..*last);
        *last = self.text.len();
    }

    /// Returns the error of the excerpt, with its position in the whole text. Returns `None` if there is none.
    pub(super) fn explain<'de>(&self, whole: &impl Text<'de>) -> io::Result<Option<ParseError>> {
        let Err(mut error) = json::parse::<()>(&&*self.text) else { return Ok(None) };
        let before_line: usize =
            self.text.split_inclusive(|&byte| byte == b'\n').take(error.line - 1).map(<[u8]>::len).sum();
        let at = before_line + error.column;
        let at = at as u64 + if at > self.list { self.bytes } else { 0 };
        (error.line, error.column) = position(whole, at)?;
        if let Some((index, rest)) = error.path.strip_prefix("sprites[").and_then(|path| path.split_once(']'))
            && let Ok(index) = index.parse::<usize>()
        {
            error.path = format!("sprites[{}]{rest}", index + self.sprites);
        }
        Ok(Some(error))
    }
}
