use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};
use thiserror::Error;

/// A secret that all workers of a cluster share. Each worker proves that it has the token. The token itself is never sent.
///
/// The token proves who connects. It does not hide the bytes that workers exchange: the network must be private.
///
/// ```
/// use tiles::Token;
///
/// let token = Token::random()?;
/// assert_eq!(Token::from_text(token.as_text())?.as_text(), token.as_text());
/// assert!(Token::from_text("too short").is_err());
/// assert_eq!(format!("{token:?}"), "Token(..)");
/// # Ok::<(), tiles::TokenError>(())
/// ```
#[derive(Clone)]
pub struct Token(String);

/// A token that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TokenError {
    /// The file of the token cannot be read as text.
    #[error("cannot read token file {}: {message}", file.display())]
    Unreadable {
        /// The path of the file.
        file: PathBuf,
        /// The error of the system.
        message: String,
    },
    /// The file of the token gives rights to other users.
    #[error("token file {} gives rights to other users (mode {mode:03o}): run chmod 600 {}", file.display(), file.display())]
    Exposed {
        /// The path of the file.
        file: PathBuf,
        /// The permission bits of the file.
        mode: u32,
    },
    /// The token is too short or too long.
    #[error("token must have {MIN} to {MAX} bytes without spaces at its ends, got {}", describe(*length))]
    Length {
        /// The length in bytes. One more than the maximum if there are more.
        length: usize,
    },
    /// The system has no random bytes.
    #[error("cannot make a random token: {message}")]
    NoRandomness {
        /// The error of the system.
        message: String,
    },
}

const MIN: usize = 16;
const MAX: usize = 4096;

fn describe(length: usize) -> String {
    if length > MAX { "more".to_owned() } else { length.to_string() }
}

impl Token {
    /// Reads a token from a file of 16 to 4096 bytes of text. Spaces and line ends around the token do not count.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if the token is too short or too long. On Unix, it is an error
    /// too if the group or others have any right to the file.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Token, TokenError> {
        let file = path.as_ref();
        let unreadable =
            |error: io::Error| TokenError::Unreadable { file: file.to_owned(), message: error.to_string() };
        // To open a pipe would wait for its other end.
        if !fs::metadata(file).map_err(unreadable)?.is_file() {
            return Err(unreadable(io::Error::other("is not a regular file")));
        }
        let opened = File::open(file).map_err(unreadable)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = opened.metadata().map_err(unreadable)?.permissions().mode() & 0o777;
            if mode & 0o077 != 0 {
                return Err(TokenError::Exposed { file: file.to_owned(), mode });
            }
        }
        let mut text = String::new();
        // One byte more than a token may have, and line ends, show that a token is too long.
        opened.take(MAX as u64 + 64).read_to_string(&mut text).map_err(unreadable)?;
        Token::from_text(&text)
    }

    /// Returns a token of 16 to 4096 bytes. Spaces and line ends around the text do not count.
    ///
    /// # Errors
    /// Returns an error if the text is too short or too long.
    pub fn from_text(text: &str) -> Result<Token, TokenError> {
        let text = text.trim();
        match text.len() {
            MIN..=MAX => Ok(Token(text.to_owned())),
            length => Err(TokenError::Length { length: length.min(MAX + 1) }),
        }
    }

    /// Returns a token of 64 random hexadecimal digits.
    ///
    /// # Errors
    /// Returns an error if the system has no random bytes.
    pub fn random() -> Result<Token, TokenError> {
        Ok(Token(random()?.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns the secret text, for a worker that is started with this token.
    #[must_use]
    pub fn as_text(&self) -> &str {
        &self.0
    }

    /// Returns a hash of the token and of some texts, which only a holder of the token can compute.
    pub(super) fn prove(&self, texts: &[&[u8]]) -> [u8; 32] {
        self.hash(texts).finalize().into_bytes().into()
    }

    /// Returns whether a peer that proved the texts has this token, in a time that does not depend on the proof.
    pub(super) fn accepts(&self, texts: &[&[u8]], proof: &[u8; 32]) -> bool {
        self.hash(texts).verify_slice(proof).is_ok()
    }

    fn hash(&self, texts: &[&[u8]]) -> Hmac<Sha256> {
        // A key of any length is valid, so the default key is never used.
        let mut hash = Hmac::new_from_slice(self.0.as_bytes()).unwrap_or_else(|_| Hmac::new(&Default::default()));
        texts.iter().for_each(|text| hash.update(text));
        hash
    }
}

/// Returns random bytes of the system.
pub(super) fn random() -> Result<[u8; 32], TokenError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| TokenError::NoRandomness { message: error.to_string() })?;
    Ok(bytes)
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
