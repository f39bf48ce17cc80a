//! A case: questions for several contenders, whose answers must agree before they are timed.
//!
//! A case is data: [`Case::asking`] takes the questions, then each contender adds a row. The first row is the one that
//! the others are compared with.

pub use crate::contender::{Answer, Times, usual_level};
use crate::contender::{Ask, AtLevel, Contender, Digest, InPool, Prepared, Recorded};
use anyhow::{Context, Result, bail};
use mask::SimdLevel;
use rayon::ThreadPool;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the answers of a row are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The answers must be right.
    Exact,
    /// The answers may be wrong; the report shows how often they are.
    Approximate,
    /// The row does other work than the first and shows only its time: its answers are not compared.
    Aside,
}

/// A contender's row.
pub struct Row {
    /// The name of the contender.
    pub who: &'static str,
    /// How its answers are checked.
    pub role: Role,
    /// The nanoseconds of a question that are spent on the call alone, if the contender reports them.
    pub call: Option<f64>,
    /// The number of questions in a pass.
    questions: usize,
    contender: Box<dyn Ask>,
}

/// The result of checking a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Checked {
    /// The sum of its answers' numbers.
    pub answer: u64,
    /// The mean of its answers' numbers.
    pub mean: f64,
    /// The share of its answers that are wrong; 0 in an exact row.
    pub wrong: f64,
}

impl Row {
    /// Times `passes` passes through the questions. Returns the time of one question.
    pub fn time(&mut self, passes: u64) -> Duration {
        self.contender.elapsed(passes) / self.questions.max(1) as u32
    }
}

/// How much work goes into a median.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The number of rounds, in each of which every row has its turn.
    pub rounds: u32,
    /// The desired length of a row's turn.
    pub turn: Duration,
    /// After this time a case gets no further round, if it has had the fewest.
    pub patience: Duration,
    /// The fewest rounds.
    pub least: u32,
}

/// The questions of a case and its rows so far.
pub struct Questions<Q> {
    questions: Arc<[Q]>,
    rows: Vec<Row>,
}

impl<Q: 'static> Questions<Q> {
    /// Adds a contender whose answers must be right.
    #[must_use]
    pub fn row<A: Answer + 'static>(self, who: &'static str, mut ask: impl FnMut(&Q) -> A + 'static) -> Self {
        self.row_with(who, (), move |(), question| ask(question), |(), answer| Ok(answer))
    }

    /// Adds a contender whose answers may be wrong.
    #[must_use]
    pub fn approximate<A: Answer + 'static>(self, who: &'static str, ask: impl FnMut(&Q) -> A + 'static) -> Self {
        self.row(who, ask).last_is(Role::Approximate)
    }

    /// Adds a contender that keeps state between questions, such as a tree or a reused list. `ask` is timed; `read`
    /// turns its result or the state into the answer, and is not timed.
    #[must_use]
    pub fn row_with<S: 'static, R: 'static, A: Answer + 'static>(
        self,
        who: &'static str,
        state: S,
        ask: impl FnMut(&mut S, &Q) -> R + 'static,
        read: impl FnMut(&S, R) -> Result<A> + 'static,
    ) -> Self {
        let questions = Arc::clone(&self.questions);
        self.add(who, None, Contender { questions, state, ask, read, raw: PhantomData })
    }

    /// Adds a contender that prepares for each question with `prepare`, which is not timed. For the rest, see
    /// [`Questions::row_with`].
    #[must_use]
    pub fn prepared_row<S: 'static, R: 'static, A: Answer + 'static>(
        self,
        who: &'static str,
        state: S,
        prepare: impl FnMut(&mut S, &Q) + 'static,
        ask: impl FnMut(&mut S, &Q) -> R + 'static,
        read: impl FnMut(&S, R) -> Result<A> + 'static,
    ) -> Self {
        self.prepared_row_by(Times::Mean, who, state, prepare, ask, read)
    }

    /// Adds a contender as [`Questions::prepared_row`] does, whose times are summed up as given.
    pub fn prepared_row_by<S: 'static, R: 'static, A: Answer + 'static>(
        self,
        times: Times,
        who: &'static str,
        state: S,
        prepare: impl FnMut(&mut S, &Q) + 'static,
        ask: impl FnMut(&mut S, &Q) -> R + 'static,
        read: impl FnMut(&S, R) -> Result<A> + 'static,
    ) -> Self {
        let questions = Arc::clone(&self.questions);
        let contender = Contender { questions, state, ask, read, raw: PhantomData };
        self.add(who, None, Prepared { times, prepare, contender })
    }

    /// Adds a contender as [`Questions::prepared_row_by`] does, whose turns run on a thread of a pool.
    #[expect(clippy::too_many_arguments, reason = "the arguments of a prepared row, and a pool")]
    pub fn prepared_row_in_pool<S: Send + 'static, R: 'static, A: Answer + 'static>(
        self,
        pool: ThreadPool,
        times: Times,
        who: &'static str,
        state: S,
        prepare: impl FnMut(&mut S, &Q) + Send + 'static,
        ask: impl FnMut(&mut S, &Q) -> R + Send + 'static,
        read: impl FnMut(&S, R) -> Result<A> + Send + 'static,
    ) -> Self
    where
        Q: Send + Sync,
    {
        let questions = Arc::clone(&self.questions);
        let contender = Contender { questions, state, ask, read, raw: PhantomData };
        self.add(who, None, InPool { pool, contender: Prepared { times, prepare, contender } })
    }

    /// Declares that the contender added last does other work than the first: its answers are not compared.
    #[must_use]
    pub fn aside(self) -> Self {
        self.last_is(Role::Aside)
    }

    fn last_is(mut self, role: Role) -> Self {
        self.rows.last_mut().into_iter().for_each(|row| row.role = role);
        self
    }

    /// Forces the mask kernels to a level during the turns of the contender added last.
    #[must_use]
    pub fn held_at(mut self, level: SimdLevel) -> Self {
        if let Some(row) = self.rows.pop() {
            let contender = Box::new(AtLevel { level, contender: row.contender });
            self.rows.push(Row { contender, ..row });
        }
        self
    }

    /// Adds a contender that ran elsewhere: its answers, the nanoseconds of a question, and the nanoseconds of a call
    /// that has no work to do.
    #[must_use]
    pub fn recorded(self, who: &'static str, answers: &[impl Answer], nanos: f64, call: f64) -> Self {
        self.add(who, Some(call), Recorded::new(answers, nanos))
    }

    fn add(mut self, who: &'static str, call: Option<f64>, contender: impl Ask + 'static) -> Self {
        let contender = Box::new(contender);
        self.rows.push(Row { who, role: Role::Exact, call, questions: self.questions.len(), contender });
        self
    }

    /// The questions, for contenders that prepare for all of them.
    #[must_use]
    pub fn questions(&self) -> &[Q] {
        &self.questions
    }

    /// Finishes the case.
    #[must_use]
    pub fn done(self) -> Case {
        Case { rows: self.rows }
    }
}

/// Contenders with equal questions.
pub struct Case {
    /// The rows; the others are compared with the first.
    pub rows: Vec<Row>,
}

impl Case {
    /// Begins a case.
    #[must_use]
    pub fn asking<Q>(questions: Vec<Q>) -> Questions<Q> {
        Questions { questions: questions.into(), rows: Vec::new() }
    }

    /// Asks every row, and compares its answers with the first row's, unless it does other work.
    ///
    /// # Errors
    /// If an exact row answers differently, or a contender fails.
    pub fn check(&mut self) -> Result<Vec<Checked>> {
        let ask = |row: &mut Row| row.contender.answers().with_context(|| format!("{} failed", row.who));
        let answers = self.rows.iter_mut().map(ask).collect::<Result<Vec<_>>>()?;
        let compare = |(row, digests): (&Row, &Vec<Digest>)| {
            anyhow::ensure!(digests.len() == answers[0].len(), "{} does not answer every question", row.who);
            let compared = if row.role == Role::Aside { 0 } else { digests.len() };
            let wrong: Vec<usize> = (0..compared).filter(|&i| digests[i] != answers[0][i]).collect();
            if let (Role::Exact, Some(&first)) = (row.role, wrong.first()) {
                let (got, expected) = (digests[first].1, answers[0][first].1);
                bail!("{} answers question {first} with {got}, {} with {expected}", row.who, self.rows[0].who);
            }
            let answer = digests.iter().map(|&(_, number)| number).sum();
            let share = |part: f64| part / digests.len().max(1) as f64;
            Ok(Checked { answer, mean: share(answer as f64), wrong: share(wrong.len() as f64) })
        };
        self.rows.iter().zip(&answers).map(compare).collect()
    }

    /// Times the rows: the nanoseconds of a question for each, the median of several rounds. Every row has a turn in
    /// each round, so that a processor that gets hot or busy slows all rows alike.
    pub fn time(&mut self, effort: &Effort) -> Vec<f64> {
        let start = Instant::now();
        let mut turns: Vec<Turn> = self.rows.iter_mut().map(|row| Turn::new(row, effort.turn)).collect();
        for round in 1..effort.rounds {
            if round >= effort.least && start.elapsed() > effort.patience {
                break;
            }
            for (row, turn) in self.rows.iter_mut().zip(&mut turns) {
                turn.take(row);
            }
        }
        let nanos = |(row, turn): (&Row, &mut Turn)| median(&mut turn.nanos) / row.questions.max(1) as f64;
        self.rows.iter().zip(&mut turns).map(nanos).collect()
    }
}

/// The length of a pass, in nanoseconds, up to which every turn begins with an uncounted pass.
const WARM_UP: f64 = 5e6;

/// A row's turns: the number of passes in each, and the time of a pass in each.
struct Turn {
    passes: u64,
    nanos: Vec<f64>,
}

impl Turn {
    /// Takes the first turn, which also determines the number of passes in a turn.
    fn new(row: &mut Row, length: Duration) -> Turn {
        let mut passes = 1;
        loop {
            let elapsed = row.contender.elapsed(passes);
            // A long turn may have been interrupted rather than be full: such a turn is repeated.
            if elapsed >= 50 * length || elapsed >= length / 2 && row.contender.elapsed(passes) >= length / 2 {
                return Turn { passes, nanos: vec![elapsed.as_nanos() as f64 / passes as f64] };
            }
            passes *= 2;
        }
    }

    /// Takes another turn. If a pass is short, the turn begins with an uncounted one, because the other rows' turns
    /// have evicted this row's masks from the caches.
    fn take(&mut self, row: &mut Row) {
        if self.nanos[0] < WARM_UP {
            row.contender.elapsed(1);
        }
        self.nanos.push(row.contender.elapsed(self.passes).as_nanos() as f64 / self.passes as f64);
    }
}

/// The middle number, or the mean of the two in the middle; 0 if there are no numbers.
#[must_use]
pub fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.get(numbers.len().saturating_sub(1) / 2..=numbers.len() / 2).unwrap_or_default();
    middle.iter().sum::<f64>() / middle.len().max(1) as f64
}
