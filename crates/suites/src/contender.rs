//! Contenders: how the row of a case answers its questions.

use anyhow::Result;
use mask::SimdLevel;
use rayon::ThreadPool;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The answer of a contender.
pub trait Answer: Hash {
    /// The answer as a number for the report: hits, pixels or pairs.
    fn number(&self) -> u64;
}

impl Answer for bool {
    fn number(&self) -> u64 {
        (*self).into()
    }
}

impl Answer for u64 {
    fn number(&self) -> u64 {
        *self
    }
}

/// A number, and a place that must be right as well.
impl<T: Hash> Answer for (u64, T) {
    fn number(&self) -> u64 {
        self.0
    }
}

impl<T: Hash> Answer for Option<T> {
    fn number(&self) -> u64 {
        self.is_some().into()
    }
}

impl<T: Hash> Answer for Vec<T> {
    fn number(&self) -> u64 {
        self.len() as u64
    }
}

/// The digest and the number of an answer.
pub(crate) type Digest = (u64, u64);

/// A contender of any type.
pub(crate) trait Ask {
    /// The answer to each question.
    fn answers(&mut self) -> Result<Vec<Digest>>;
    /// Times `passes` passes, each of which asks every question once.
    fn elapsed(&mut self, passes: u64) -> Duration;
}

fn digest(answer: &impl Answer) -> Digest {
    let mut hasher = DefaultHasher::new();
    answer.hash(&mut hasher);
    (hasher.finish(), answer.number())
}

/// A contender that keeps `state` between questions: `ask` is timed, `read` is not.
pub(crate) struct Contender<Q, S, R, F, G> {
    pub(crate) questions: Arc<[Q]>,
    pub(crate) state: S,
    pub(crate) ask: F,
    pub(crate) read: G,
    pub(crate) raw: PhantomData<fn() -> R>,
}

impl<Q, S, R, A, F, G> Ask for Contender<Q, S, R, F, G>
where
    A: Answer,
    F: FnMut(&mut S, &Q) -> R,
    G: FnMut(&S, R) -> Result<A>,
{
    fn answers(&mut self) -> Result<Vec<Digest>> {
        let answer = |question| {
            let raw = (self.ask)(&mut self.state, question);
            Ok(digest(&(self.read)(&self.state, raw)?))
        };
        self.questions.iter().map(answer).collect()
    }

    fn elapsed(&mut self, passes: u64) -> Duration {
        elapsed(passes, &self.questions, |question| (self.ask)(&mut self.state, question))
    }
}

/// Times `passes` passes through the questions.
fn elapsed<Q, R>(passes: u64, questions: &[Q], mut ask: impl FnMut(&Q) -> R) -> Duration {
    let start = Instant::now();
    for _ in 0..passes {
        for question in questions {
            black_box(ask(black_box(question)));
        }
    }
    start.elapsed()
}

/// How a contender sums up the times of its answers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Times {
    /// Their mean.
    Mean,
    /// The time that 99 of 100 answers do not exceed.
    Percentile99,
}

/// A contender that prepares for each question. Only its answers are timed.
pub(crate) struct Prepared<Q, S, R, P, F, G> {
    pub(crate) times: Times,
    pub(crate) prepare: P,
    pub(crate) contender: Contender<Q, S, R, F, G>,
}

impl<Q, S, R, A, P, F, G> Ask for Prepared<Q, S, R, P, F, G>
where
    A: Answer,
    P: FnMut(&mut S, &Q),
    F: FnMut(&mut S, &Q) -> R,
    G: FnMut(&S, R) -> Result<A>,
{
    fn answers(&mut self) -> Result<Vec<Digest>> {
        let Prepared { prepare, contender: Contender { questions, state, ask, read, .. }, .. } = self;
        let answer = |question| {
            prepare(state, question);
            let raw = ask(state, question);
            Ok(digest(&read(state, raw)?))
        };
        questions.iter().map(answer).collect()
    }

    fn elapsed(&mut self, passes: u64) -> Duration {
        let Prepared { times, prepare, contender: Contender { questions, state, ask, .. } } = self;
        let mut all = Vec::new();
        for question in (0..passes).flat_map(|_| questions.iter()) {
            prepare(state, question);
            let start = Instant::now();
            black_box(ask(state, black_box(question)));
            all.push(start.elapsed());
        }
        match times {
            Times::Mean => all.iter().sum(),
            Times::Percentile99 => {
                all.sort_unstable();
                let late = all.get(all.len().saturating_sub(1) * 99 / 100).copied().unwrap_or_default();
                late * all.len() as u32
            }
        }
    }
}

/// A contender whose turns run on a thread of a pool. A whole turn runs there, so that passing work to the pool and
/// waiting for it is no part of an answer.
pub(crate) struct InPool<A> {
    pub(crate) pool: ThreadPool,
    pub(crate) contender: A,
}

impl<A: Ask + Send> Ask for InPool<A> {
    fn answers(&mut self) -> Result<Vec<Digest>> {
        self.pool.install(|| self.contender.answers())
    }

    fn elapsed(&mut self, passes: u64) -> Duration {
        self.pool.install(|| self.contender.elapsed(passes))
    }
}

/// The level of the mask kernels unless a row forces another.
#[must_use]
pub fn usual_level() -> SimdLevel {
    static USUAL: OnceLock<SimdLevel> = OnceLock::new();
    *USUAL.get_or_init(SimdLevel::current)
}

/// A contender that forces the mask kernels to a level during its turns. The level is the whole process's.
pub(crate) struct AtLevel {
    pub(crate) level: SimdLevel,
    pub(crate) contender: Box<dyn Ask>,
}

impl AtLevel {
    fn held<R>(&mut self, work: impl FnOnce(&mut dyn Ask) -> R) -> R {
        let usual = usual_level();
        self.level.force();
        let result = work(&mut *self.contender);
        usual.force();
        result
    }
}

impl Ask for AtLevel {
    fn answers(&mut self) -> Result<Vec<Digest>> {
        self.held(|contender| contender.answers())
    }

    fn elapsed(&mut self, passes: u64) -> Duration {
        self.held(|contender| contender.elapsed(passes))
    }
}

/// The recorded answers and time of a contender that ran elsewhere.
pub(crate) struct Recorded {
    answers: Vec<Digest>,
    pass: Duration,
}

impl Recorded {
    /// Records the answers, and the nanoseconds of a question.
    pub(crate) fn new(answers: &[impl Answer], nanos: f64) -> Recorded {
        let pass = Duration::from_secs_f64(nanos * 1e-9 * answers.len() as f64);
        Recorded { answers: answers.iter().map(digest).collect(), pass: pass.max(Duration::from_nanos(1)) }
    }
}

impl Ask for Recorded {
    fn answers(&mut self) -> Result<Vec<Digest>> {
        Ok(self.answers.clone())
    }

    fn elapsed(&mut self, passes: u64) -> Duration {
        self.pass.mul_f64(passes as f64)
    }
}
