//! Reports: exact equality with generated projects whose past is known, and laws of the figures.

mod backtest;
mod examples;
mod generator;
mod history;
mod index;
mod laws;
mod stamps;
mod truth;
mod written;
mod zones;
