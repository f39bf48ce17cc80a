//! A case: the same questions put to several contenders, whose answers must agree before they are timed.
//!
//! A case is data: [`Case::asking`] some questions, then a row for each contender. The first row is the
//! one that the others are compared with.

use anyhow::{Context, Result, bail};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What a contender answers.
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

/// A contender that keeps `state` between questions: `ask` is timed, `read` is not.
struct Contender<Q, S, R, F, G> {
    questions: Rc<[Q]>,
    state: S,
    ask: F,
    read: G,
    raw: PhantomData<R>,
}

/// A contender, whatever its types.
trait Ask {
    /// The answer to each question: its digest and its number.
    fn answers(&mut self) -> Result<Vec<(u64, u64)>>;
    /// Puts every question once.
    fn pass(&mut self);
}

impl<Q, S, R, A, F, G> Ask for Contender<Q, S, R, F, G>
where
    A: Answer,
    F: FnMut(&mut S, &Q) -> R,
    G: FnMut(&S, R) -> Result<A>,
{
    fn answers(&mut self) -> Result<Vec<(u64, u64)>> {
        let answer = |question| {
            let raw = (self.ask)(&mut self.state, question);
            let answer = (self.read)(&self.state, raw)?;
            let mut hasher = DefaultHasher::new();
            answer.hash(&mut hasher);
            Ok((hasher.finish(), answer.number()))
        };
        self.questions.iter().map(answer).collect()
    }

    fn pass(&mut self) {
        for question in &*self.questions {
            black_box((self.ask)(&mut self.state, black_box(question)));
        }
    }
}

/// A contender's row.
pub struct Row {
    /// Its name.
    pub who: &'static str,
    /// Whether its answers must be right. If not, the report says how often they are wrong.
    pub exact: bool,
    /// The questions of a pass.
    questions: usize,
    contender: Box<dyn Ask>,
}

/// What a check found about a row.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Checked {
    /// The sum of its answers' numbers.
    pub answer: u64,
    /// The mean of them.
    pub mean: f64,
    /// The share of its answers that are wrong; 0 in an exact row.
    pub wrong: f64,
}

impl Row {
    /// The time of so many passes through the questions, for one question.
    pub fn time(&mut self, passes: u64) -> Duration {
        self.elapsed(passes) / self.questions.max(1) as u32
    }

    /// The time of so many passes.
    fn elapsed(&mut self, passes: u64) -> Duration {
        let start = Instant::now();
        for _ in 0..passes {
            self.contender.pass();
        }
        start.elapsed()
    }
}

/// How much work goes into a median.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// Rounds, in each of which every row has its turn.
    pub rounds: u32,
    /// How long a row's turn should be.
    pub turn: Duration,
    /// After this long a case gets no further round, if it has had [`Effort::LEAST`].
    pub patience: Duration,
}

impl Effort {
    /// The fewest rounds.
    pub const LEAST: u32 = 3;
}

/// Rows that are about to get the same questions.
pub struct Questions<Q> {
    questions: Rc<[Q]>,
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
        let mut rows = self.row(who, ask);
        rows.rows.iter_mut().filter(|row| row.who == who).for_each(|row| row.exact = false);
        rows
    }

    /// Adds a contender that keeps something between questions, such as a tree, or a list it reuses.
    /// `ask` is what is timed; `read` turns what it gave or left behind into the answer.
    #[must_use]
    pub fn row_with<S: 'static, R: 'static, A: Answer + 'static>(
        mut self,
        who: &'static str,
        state: S,
        ask: impl FnMut(&mut S, &Q) -> R + 'static,
        read: impl FnMut(&S, R) -> Result<A> + 'static,
    ) -> Self {
        let questions = Rc::clone(&self.questions);
        let contender = Box::new(Contender { questions, state, ask, read, raw: PhantomData });
        self.rows.push(Row { who, exact: true, questions: self.questions.len(), contender });
        self
    }

    /// The case.
    #[must_use]
    pub fn done(self) -> Case {
        Case { rows: self.rows }
    }
}

/// Contenders with the same questions.
pub struct Case {
    /// The rows; the first is what the others are compared with.
    pub rows: Vec<Row>,
}

impl Case {
    /// Begins a case.
    #[must_use]
    pub fn asking<Q>(questions: Vec<Q>) -> Questions<Q> {
        Questions { questions: questions.into(), rows: Vec::new() }
    }

    /// Asks every row, and compares its answers with those of the first.
    ///
    /// # Errors
    /// Where an exact row answers otherwise, or a contender fails.
    pub fn check(&mut self) -> Result<Vec<Checked>> {
        let ask = |row: &mut Row| row.contender.answers().with_context(|| format!("{} failed", row.who));
        let answers = self.rows.iter_mut().map(ask).collect::<Result<Vec<_>>>()?;
        let compare = |(row, given): (&Row, &Vec<(u64, u64)>)| {
            let wrong: Vec<usize> = (0..given.len()).filter(|&i| given[i] != answers[0][i]).collect();
            if let (true, Some(&first)) = (row.exact, wrong.first()) {
                let (got, expected) = (given[first].1, answers[0][first].1);
                bail!("{} answers question {first} with {got}, {} with {expected}", row.who, self.rows[0].who);
            }
            let answer = given.iter().map(|&(_, number)| number).sum();
            let share = |part: f64| part / given.len().max(1) as f64;
            Ok(Checked { answer, mean: share(answer as f64), wrong: share(wrong.len() as f64) })
        };
        self.rows.iter().zip(&answers).map(compare).collect()
    }

    /// The nanoseconds each row takes for a question: the median of several rounds. In each round every row
    /// has its turn, so that a processor that gets hot or busy slows all alike.
    pub fn time(&mut self, effort: &Effort) -> Vec<f64> {
        let start = Instant::now();
        let mut turns: Vec<Turn> = self.rows.iter_mut().map(|row| Turn::new(row, effort.turn)).collect();
        for round in 1..effort.rounds {
            if round >= Effort::LEAST && start.elapsed() > effort.patience {
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

/// A row's turns: how many passes fill one, and what a pass took in each.
struct Turn {
    passes: u64,
    nanos: Vec<f64>,
}

impl Turn {
    /// The first turn, which also finds out how many passes fill one.
    fn new(row: &mut Row, length: Duration) -> Turn {
        let mut passes = 1;
        loop {
            let elapsed = row.elapsed(passes);
            if elapsed >= length / 2 {
                return Turn { passes, nanos: vec![elapsed.as_nanos() as f64 / passes as f64] };
            }
            passes *= 2;
        }
    }

    fn take(&mut self, row: &mut Row) {
        self.nanos.push(row.elapsed(self.passes).as_nanos() as f64 / self.passes as f64);
    }
}

/// The middle of the numbers, or the mean of the two in the middle; 0 where there are none.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.get(numbers.len().saturating_sub(1) / 2..=numbers.len() / 2).unwrap_or_default();
    middle.iter().sum::<f64>() / middle.len().max(1) as f64
}
