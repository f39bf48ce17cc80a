//! Tokens and their files.

use std::fs;
use tiles::{Token, TokenError};

#[test]
fn a_token_has_16_to_4096_bytes() {
    for length in [0, 1, 15, 4097] {
        let token = Token::from_text(&format!(" {}\n", "x".repeat(length)));
        assert_eq!(token.unwrap_err(), TokenError::Length { length });
    }
    for length in [16, 4096] {
        let text = "x".repeat(length);
        assert_eq!(Token::from_text(&format!("\t{text} \r\n")).unwrap().as_text(), text);
    }
}

#[test]
fn random_tokens_differ() {
    let tokens = [(); 9].map(|()| Token::random().unwrap().as_text().to_owned());
    for (index, token) in tokens.iter().enumerate() {
        assert!(token.len() == 64 && !tokens[..index].contains(token), "{tokens:?}");
    }
}

#[test]
fn a_token_file_is_private_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    let missing = Token::from_file(&file).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read token file ") && missing.contains("/token: "), "{missing}");
    let write = |bytes: &[u8], mode: u32| {
        fs::write(&file, bytes).unwrap();
        #[cfg(unix)]
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
        Token::from_file(&file)
    };
    assert_eq!(write(b"sixteen letters!\n", 0o600).unwrap().as_text(), "sixteen letters!");
    assert_eq!(write(b"sixteen letters!\n", 0o400).unwrap().as_text(), "sixteen letters!");
    assert!(matches!(write(b"short\n", 0o600), Err(TokenError::Length { length: 5 })));
    assert!(matches!(write(&[b'x'; 1 << 20], 0o600), Err(TokenError::Length { length: 4097 })));
    assert!(matches!(write(&[0xff; 20], 0o600), Err(TokenError::Unreadable { .. })));
    assert!(Token::from_file(folder.path()).is_err());
    #[cfg(unix)]
    for mode in [0o640, 0o604, 0o620, 0o666, 0o601] {
        let error = write(b"sixteen letters!\n", mode).unwrap_err();
        assert_eq!(error, TokenError::Exposed { file: file.clone(), mode });
        assert!(error.to_string().contains("run chmod 600 "), "{error}");
    }
}
