//! Visitors that never stop, for searches that may be stopped.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// A visitor that continues after each item.
#[inline(always)]
pub(crate) fn continuing<T>(mut visit: impl FnMut(T)) -> impl FnMut(T) -> ControlFlow<Infallible> {
    move |item| {
        visit(item);
        ControlFlow::Continue(())
    }
}
