//! Tests of the oracle and the scenes.

mod naive;
#[cfg(feature = "world")]
mod scene;
