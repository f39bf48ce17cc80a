//! The other worker: a thread of this process, or this program, started a second time.

use super::commands;
use super::commands::{ECHO, LIST, QUIT, STEP};
use super::swarm::Swarm;
use anyhow::{Context, Result, bail};
use std::{env, io};
use tiles::{Cluster, Exchange, Token};

/// Names the address of worker 0. If it is set, the program is a worker, and not the report.
pub(super) const FIRST: &str = "HITMASK_BENCH_FIRST";

/// The process that [`Crew`](super::Crew) starts.
pub struct Peer;

impl Peer {
    /// Returns the address of worker 0 if this process is to be its peer.
    #[must_use]
    pub fn address_of_first() -> Option<String> {
        env::var(FIRST).ok()
    }

    /// Runs the worker until worker 0 is done. The first line of standard input is the token, the second line is the number
    /// of sprites and the seed.
    ///
    /// # Errors
    /// If worker 0 cannot be reached or ends.
    pub fn run(first: String) -> Result<()> {
        let mut lines = io::stdin().lines();
        let mut line = || lines.next().context("worker 0 sent too few lines")?.context("standard input");
        let token = Token::from_text(&line()?)?;
        let line = line()?;
        let (sprites, seed) = line.split_once(' ').context("worker 0 sent no seed")?;
        let cluster = Cluster::hosts(vec![first, "127.0.0.1:0".to_owned()], 1, token);
        let connection = cluster.connect()?.pop().context("the cluster has no connection")?;
        serve(Exchange::new(connection)?, sprites.parse()?, seed.parse()?)
    }
}

/// Does what worker 0 commands.
pub(super) fn serve(exchange: Exchange, sprites: usize, seed: u64) -> Result<()> {
    let mut swarm = Swarm::new(exchange, sprites, seed)?;
    loop {
        let command = swarm.tiles.gather_to_all(&[])?;
        match command[0][..] {
            [STEP] => swarm.step()?,
            [LIST] => commands::list(&mut swarm).map(|_| ())?,
            [ECHO, ref bytes @ ..] => {
                let length = bytes.try_into().map(u32::from_le_bytes).context("worker 0 sent no length")?;
                commands::echo(&mut swarm, length as usize)?;
            }
            [QUIT] => return Ok(swarm.tiles.finish()?),
            ref other => bail!("worker 0 sent the unknown command {other:?}"),
        }
    }
}
