//! A case: the same questions put to several contenders, whose answers must agree before they are timed.
//!
//! A case is data: [`Case::asking`] some questions, then a row for each contender. The first row is the
//! one that the others are compared with.

pub use crate::contender::Answer;
use crate::contender::{Ask, AtLevel, Contender, Given, Told};
use anyhow::{Context, Result, bail};
use mask::Level;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// What the answers of a row are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// They must be right.
    Exact,
    /// They may be wrong, and the report says how often they are.
    Approximate,
    /// The row does other work than the first, and is there for its time: they are not compared.
    Aside,
}

/// A contender's row.
pub struct Row {
    /// Its name.
    pub who: &'static str,
    /// What its answers are worth.
    pub role: Role,
    /// The nanoseconds of a question that are only the call, where a row tells.
    pub call: Option<f64>,
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
        self.contender.elapsed(passes) / self.questions.max(1) as u32
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
        self.row(who, ask).last_is(Role::Approximate)
    }

    /// Adds a contender that keeps something between questions, such as a tree, or a list it reuses.
    /// `ask` is what is timed; `read` turns what it gave or left behind into the answer.
    #[must_use]
    pub fn row_with<S: 'static, R: 'static, A: Answer + 'static>(
        self,
        who: &'static str,
        state: S,
        ask: impl FnMut(&mut S, &Q) -> R + 'static,
        read: impl FnMut(&S, R) -> Result<A> + 'static,
    ) -> Self {
        let questions = Rc::clone(&self.questions);
        self.add(who, None, Contender { questions, state, ask, read, raw: PhantomData })
    }

    /// Says that the contender added last does other work than the first: its answers are not compared.
    #[must_use]
    pub fn aside(self) -> Self {
        self.last_is(Role::Aside)
    }

    fn last_is(mut self, role: Role) -> Self {
        self.rows.last_mut().into_iter().for_each(|row| row.role = role);
        self
    }

    /// Holds the mask kernels at a level while the contender added last has its turns.
    #[must_use]
    pub fn held_at(mut self, level: Level) -> Self {
        if let Some(row) = self.rows.pop() {
            let contender = Box::new(AtLevel { level, contender: row.contender });
            self.rows.push(Row { contender, ..row });
        }
        self
    }

    /// Adds a contender that was asked and timed elsewhere: its answers, and the nanoseconds that a
    /// question took and that a call takes that has nothing to do.
    #[must_use]
    pub fn told(self, who: &'static str, answers: &[impl Answer], nanos: f64, call: f64) -> Self {
        self.add(who, Some(call), Told::new(answers, nanos))
    }

    fn add(mut self, who: &'static str, call: Option<f64>, contender: impl Ask + 'static) -> Self {
        let contender = Box::new(contender);
        self.rows.push(Row { who, role: Role::Exact, call, questions: self.questions.len(), contender });
        self
    }

    /// The questions, for those who prepare something for all of them.
    #[must_use]
    pub fn questions(&self) -> &[Q] {
        &self.questions
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

    /// Asks every row, and compares its answers with those of the first, unless it does other work.
    ///
    /// # Errors
    /// Where an exact row answers otherwise, or a contender fails.
    pub fn check(&mut self) -> Result<Vec<Checked>> {
        let ask = |row: &mut Row| row.contender.answers().with_context(|| format!("{} failed", row.who));
        let answers = self.rows.iter_mut().map(ask).collect::<Result<Vec<_>>>()?;
        let compare = |(row, given): (&Row, &Vec<Given>)| {
            anyhow::ensure!(given.len() == answers[0].len(), "{} leaves questions out", row.who);
            let compared = if row.role == Role::Aside { 0 } else { given.len() };
            let wrong: Vec<usize> = (0..compared).filter(|&i| given[i] != answers[0][i]).collect();
            if let (Role::Exact, Some(&first)) = (row.role, wrong.first()) {
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

/// Nanoseconds of a pass up to which every turn begins with one that is not counted.
const WARM_UP: f64 = 5e6;

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
            let elapsed = row.contender.elapsed(passes);
            // A turn that was interrupted is not long because of its passes: where it may be, it has another.
            if elapsed >= 50 * length || elapsed >= length / 2 && row.contender.elapsed(passes) >= length / 2 {
                return Turn { passes, nanos: vec![elapsed.as_nanos() as f64 / passes as f64] };
            }
            passes *= 2;
        }
    }

    /// Another turn. Where that costs little, it begins with a pass that is not counted: the others' turns
    /// have thrown this row's masks out of the caches.
    fn take(&mut self, row: &mut Row) {
        if self.nanos[0] < WARM_UP {
            row.contender.elapsed(1);
        }
        self.nanos.push(row.contender.elapsed(self.passes).as_nanos() as f64 / self.passes as f64);
    }
}

/// The middle of the numbers, or the mean of the two in the middle; 0 where there are none.
pub(crate) fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    let middle = numbers.get(numbers.len().saturating_sub(1) / 2..=numbers.len() / 2).unwrap_or_default();
    middle.iter().sum::<f64>() / middle.len().max(1) as f64
}
