//! The list of hosts.

use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tiles::Cluster;

/// No list of hosts needs more bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a list of hosts: one `host:port` a line. `#` begins a comment.
pub(super) fn read(path: &Path) -> Result<Vec<String>> {
    let read = || {
        // To open a pipe would wait for its other end.
        ensure!(fs::metadata(path)?.is_file(), "is not a regular file, expected one host:port a line");
        let mut text = String::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
        ensure!(text.len() as u64 <= MAX_BYTES, "is larger than 1 MiB, expected one host:port a line");
        parse(&text)
    };
    read().with_context(|| path.display().to_string())
}

fn parse(text: &str) -> Result<Vec<String>> {
    let mut hosts: Vec<String> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let host = line.split('#').next().unwrap_or_default().trim();
        if host.is_empty() {
            continue;
        }
        let port = host.rsplit_once(':').filter(|(name, _)| !name.is_empty()).and_then(|(_, port)| port.parse().ok());
        if !matches!(port, Some(1..=u16::MAX)) || host.contains(char::is_whitespace) {
            bail!("line {number}: expected host:port with a port from 1 to 65535, got {host:?}");
        }
        if let Some(other) = hosts.iter().position(|other| other == host) {
            bail!("line {number}: {host} is host {other} already, expected one address for each process");
        }
        hosts.push(host.to_owned());
    }
    ensure!(!hosts.is_empty(), "has no hosts, expected one host:port a line");
    let limit = Cluster::MAX_HOSTS;
    ensure!(hosts.len() <= limit, "has {} hosts, expected at most {limit}", hosts.len());
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_lines_without_comments() {
        let hosts = parse("# two machines\n\n10.0.0.1:9000 # the first\r\n  [::1]:9001\nlocalhost:65535").unwrap();
        assert_eq!(hosts, ["10.0.0.1:9000", "[::1]:9001", "localhost:65535"]);
        let many: String = (1..=64).map(|port| format!("a:{port}\n")).collect();
        assert_eq!(parse(&many).unwrap().len(), 64);
        assert!(parse(&(many + "b:1")).is_err());
    }

    #[test]
    fn faults_name_the_line_and_the_value() {
        for (text, expected) in [
            ("", "has no hosts"),
            ("# a:1", "has no hosts"),
            ("a:1\nb", "line 2: expected host:port with a port from 1 to 65535, got \"b\""),
            ("a:0", "line 1"),
            ("a:70000", "line 1"),
            (":80", "line 1"),
            ("a b:80", "line 1"),
            ("a:1\nb:1\na:1", "line 3: a:1 is host 0 already"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
