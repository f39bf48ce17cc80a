//! Visitors that never break, for functions whose visitors may break.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// A visitor that calls `visit` and always continues.
#[inline(always)]
pub(crate) fn continuing<T>(mut visit: impl FnMut(T)) -> impl FnMut(T) -> ControlFlow<Infallible> {
    move |item| {
        visit(item);
        ControlFlow::Continue(())
    }
}
