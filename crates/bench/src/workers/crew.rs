//! Worker 0, and the commands for the other worker.

use super::commands::{ECHO, LIST, QUIT, STEP};
use super::peer::FIRST;
use super::swarm::Swarm;
use super::{commands, peer};
use anyhow::{Context, Result};
use std::io::Write;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::{env, thread};
use tiles::{Cluster, Exchange, Token};

/// How many workers there are, and what they are. Each of them has one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// One worker.
    Alone,
    /// Two threads of this process.
    Threads,
    /// This process, and a second one on loopback.
    Processes,
}

/// The workers of a scene. Worker 0 lives in the caller.
pub struct Crew {
    /// `None` after it was dropped.
    swarm: Option<Swarm>,
    other: Other,
}

enum Other {
    None,
    Thread(JoinHandle<Result<()>>),
    Process(Child),
}

impl Crew {
    /// Starts the workers, and places the sprites of a uniform scene.
    ///
    /// # Errors
    /// If a worker cannot be started.
    pub fn start(place: Place, sprites: usize, seed: u64) -> Result<Crew> {
        let (connection, other) = match place {
            Place::Alone => (Cluster::threads(1).connect()?.pop(), Other::None),
            Place::Threads => {
                let mut connections = Cluster::threads(2).connect()?;
                let second = connections.pop().context("the cluster has no second connection")?;
                let run = move || peer::serve(Exchange::new(second)?, sprites, seed);
                (connections.pop(), Other::Thread(thread::spawn(run)))
            }
            Place::Processes => {
                let listener = TcpListener::bind("127.0.0.1:0")?;
                let (address, token) = (listener.local_addr()?.to_string(), Token::random()?);
                let mut command = Command::new(env::current_exe()?);
                let mut child = command.env(FIRST, &address).stdin(Stdio::piped()).spawn()?;
                let mut input = child.stdin.take().context("the second process has no input")?;
                writeln!(input, "{}\n{sprites} {seed}", token.as_text())?;
                let cluster = Cluster::hosts(vec![address, "127.0.0.1:0".to_owned()], 0, token);
                (cluster.listener(listener).connect()?.pop(), Other::Process(child))
            }
        };
        let exchange = Exchange::new(connection.context("the cluster has no connection")?)?;
        Ok(Crew { swarm: Some(Swarm::new(exchange, sprites, seed)?), other })
    }

    /// Moves all sprites, and lists the collisions.
    ///
    /// # Errors
    /// If a worker fails.
    pub fn step(&mut self) -> Result<()> {
        self.command(&[STEP])?.step()
    }

    /// Returns the pairs of the last step.
    ///
    /// # Errors
    /// If a worker fails.
    pub fn pairs(&mut self) -> Result<Vec<[u64; 2]>> {
        commands::list(self.command(&[LIST])?)
    }

    /// Sends as many bytes to the other worker as it sends here, in one round, and checks them.
    ///
    /// # Errors
    /// If a worker fails.
    pub fn echo(&mut self, length: usize) -> Result<()> {
        let command = [&[ECHO][..], &(length as u32).to_le_bytes()].concat();
        commands::echo(self.command(&command)?, length)
    }

    /// Sends a command.
    fn command(&mut self, bytes: &[u8]) -> Result<&mut Swarm> {
        let swarm = self.swarm.as_mut().context("the crew has ended")?;
        if swarm.tiles.workers() > 1 {
            swarm.tiles.gather_to_all(bytes)?;
        }
        Ok(swarm)
    }
}

impl Drop for Crew {
    fn drop(&mut self) {
        // After an error the other worker has ended by itself.
        let _ = self.command(&[QUIT]);
        if let Some(swarm) = self.swarm.take() {
            let _ = swarm.tiles.finish();
        }
        match std::mem::replace(&mut self.other, Other::None) {
            Other::None => {}
            Other::Thread(thread) => drop(thread.join()),
            Other::Process(mut child) => drop(child.wait()),
        }
    }
}
