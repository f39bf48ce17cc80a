//! What a visitor returns.

use std::convert::Infallible;
use std::ops::ControlFlow;

/// What a visitor returns: `()` to visit everything, or a [`ControlFlow`] to stop at the first
/// [`Break`](ControlFlow::Break). The call returns the same: nothing, or the break if there was one.
///
/// Visitors are the closures of [`View::for_each_collision`](crate::View::for_each_collision),
/// [`View::for_each_candidate`](crate::View::for_each_candidate),
/// [`View::for_each_found`](crate::View::for_each_found) and
/// [`View::for_each_on_ray`](crate::View::for_each_on_ray). Other types cannot implement the trait.
#[diagnostic::on_unimplemented(
    message = "a visitor returns `()` or `ControlFlow<_>`, not `{Self}`",
    label = "expected `()` or `ControlFlow<_>`",
    note = "end the closure with `;` to visit everything"
)]
pub trait Visit: Flow {}

impl Visit for () {}
impl<B> Visit for ControlFlow<B> {}

/// What all visitors have in common. The trait is private, so nobody else implements [`Visit`].
#[doc(hidden)]
pub trait Flow {
    type Break;
    fn into_flow(self) -> ControlFlow<Self::Break>;
    fn from_flow(flow: ControlFlow<Self::Break>) -> Self;
}

impl Flow for () {
    type Break = Infallible;

    #[inline(always)]
    fn into_flow(self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn from_flow(_: ControlFlow<Infallible>) {}
}

impl<B> Flow for ControlFlow<B> {
    type Break = B;

    #[inline(always)]
    fn into_flow(self) -> ControlFlow<B> {
        self
    }

    #[inline(always)]
    fn from_flow(flow: ControlFlow<B>) -> ControlFlow<B> {
        flow
    }
}

/// The visitor as a function that tells whether to go on.
#[inline(always)]
pub(crate) fn flowing<T, R: Visit>(mut visit: impl FnMut(T) -> R) -> impl FnMut(T) -> ControlFlow<R::Break> {
    move |item| visit(item).into_flow()
}
