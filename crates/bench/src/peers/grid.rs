//! A plain uniform grid, as a careful programmer writes it by hand.
//!
//! A box is in the cell of its top-left pixel and is no larger than a cell, so that boxes that overlap are in one cell
//! or in neighbors. A counting sort orders the boxes by cell, row by row. Half of the neighbors are enough to see every
//! pair once, and they are two runs of the list:
//! ```text
//!      .   .   .          a cell, what follows in it and its neighbor to the right: one run
//!      .  [a   +]
//!     [+   +   +]         the three neighbors below: another
//! ```

use mask::Rect;
use suites::boxes::Boxes;
use suites::peers::{BroadPhase, ordered};

/// A grid of square cells that covers the area of the boxes.
#[derive(Debug, Default)]
pub struct Grid {
    /// The index in the list at which each cell begins; an empty cell follows on the right of each row, and an empty
    /// row below.
    starts: Vec<u32>,
    /// The boxes as given, and in the order of the cells.
    given: Vec<Entry>,
    sorted: Vec<Entry>,
}

/// A box and its index. Right and bottom are past the last pixel.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
    index: u32,
}

impl Entry {
    fn new((area, index): (Rect, u32)) -> Entry {
        let Rect { left, top, width, height } = area;
        Entry { left, top, right: left + width as i32, bottom: top + height as i32, index }
    }

    /// Whether two boxes share a pixel; evaluates all four comparisons, because a branch would not be predictable.
    fn meets(&self, other: &Entry) -> bool {
        (self.left < other.right) & (other.left < self.right) & (self.top < other.bottom) & (other.top < self.bottom)
    }
}

/// The cells of a step.
struct Cells {
    origin: [i32; 2],
    columns: usize,
    rows: usize,
}

impl Cells {
    /// Cells that cover the entries.
    fn around(entries: &[Entry]) -> Cells {
        let (mut first, mut last) = ([i32::MAX; 2], [i32::MIN; 2]);
        for entry in entries {
            first = [first[0].min(entry.left), first[1].min(entry.top)];
            last = [last[0].max(entry.left), last[1].max(entry.top)];
        }
        let cells = |axis: usize| match last[axis] >= first[axis] {
            true => (last[axis].abs_diff(first[axis]) / Grid::CELL) as usize + 1,
            false => 0,
        };
        Cells { origin: first, columns: cells(0) + 1, rows: cells(1) }
    }

    /// The cell of an entry.
    fn of(&self, entry: &Entry) -> usize {
        let [x, y] = [entry.left.abs_diff(self.origin[0]), entry.top.abs_diff(self.origin[1])];
        (y / Grid::CELL) as usize * self.columns + (x / Grid::CELL) as usize
    }
}

impl Grid {
    /// The side of a cell in pixels, and of the largest boxes in it.
    pub const CELL: u32 = 32;

    /// Sorts the boxes by cell.
    fn sort(&mut self, boxes: Boxes<'_>) -> Cells {
        self.given.clear();
        self.given.extend(boxes.iter().zip(0..).map(Entry::new));
        let cells = Cells::around(&self.given);
        self.starts.clear();
        self.starts.resize((cells.rows + 1) * cells.columns + 2, 0);
        for entry in &self.given {
            self.starts[cells.of(entry)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.sorted.resize(self.given.len(), Entry::default());
        for entry in self.given.iter().rev() {
            let start = &mut self.starts[cells.of(entry)];
            *start -= 1;
            self.sorted[*start as usize] = *entry;
        }
        cells
    }
}

impl BroadPhase for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn candidates(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<(u32, u32)>) {
        let cells = self.sort(boxes);
        let run = |from: usize, to: usize| self.starts[from] as usize..self.starts[to] as usize;
        let mut found = 0;
        for cell in 0..cells.rows * cells.columns {
            let here = run(cell, cell + 1);
            if here.is_empty() {
                continue;
            }
            let beside = run(cell, cell + 2);
            let below = &self.sorted[run(cell + cells.columns - 1, cell + cells.columns + 2)];
            for place in here {
                let entry = &self.sorted[place];
                for others in [&self.sorted[place + 1..beside.end], below] {
                    found += list(entry, others, pairs, found);
                }
            }
        }
        pairs.truncate(found);
    }
}

/// Writes the pairs of an entry with others after the first `found`, and returns their number.
///
/// Every pair is written, and kept if its boxes overlap: twice as fast in clusters as a test before the write, whose
/// branch is unpredictable for half of the pairs.
#[inline(always)]
fn list(entry: &Entry, others: &[Entry], pairs: &mut Vec<(u32, u32)>, found: usize) -> usize {
    if pairs.len() < found + others.len() {
        pairs.resize((2 * pairs.len()).max(found + others.len()), (0, 0));
    }
    let free = &mut pairs[found..found + others.len()];
    let mut more = 0;
    for other in others {
        free[more] = ordered(entry.index, other.index);
        more += usize::from(entry.meets(other));
    }
    more
}
