//! Pure code that asks its shell: an `async fn` that hands out one question at a time, and goes on
//! when the shell has answered it.
//!
//! The work is polled once after each answer; no runtime is involved. Nothing borrowed from the shell
//! outlives a question: what the shell lends, it lends to a closure in the question
//! (see [`Mailbox::ask`]).

use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use serde::Serialize;

/// A conversation that is under way. `Q` is a question for the shell, `T` the result of the work.
pub struct Conversation<Q, T> {
    mailbox: Mailbox<Q>,
    /// `None` once the work is done.
    work: Option<Pin<Box<dyn Future<Output = T> + Send>>>,
}

/// The next event of a conversation.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum Turn<Q, T> {
    /// The shell answers a question, and calls [`Conversation::advance`] again.
    Ask(Q),
    /// The work is done.
    Done(T),
    /// The work cannot go on, because the shell has not answered the last question, or because it was done
    /// before.
    Unanswered,
}

impl<Q, T> Conversation<Q, T> {
    /// Creates a conversation. Its work begins with the first call of [`Conversation::advance`].
    pub fn new<F>(work: impl FnOnce(Mailbox<Q>) -> F) -> Conversation<Q, T>
    where
        F: Future<Output = T> + Send + 'static,
    {
        let mailbox = Mailbox(Arc::new(Mutex::new(None)));
        Conversation { work: Some(Box::pin(work(mailbox.clone()))), mailbox }
    }

    /// Works until the next question, or to the end.
    pub fn advance(&mut self) -> Turn<Q, T> {
        let Some(work) = &mut self.work else { return Turn::Unanswered };
        match work.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => {
                self.work = None;
                Turn::Done(result)
            }
            Poll::Pending => lock(&self.mailbox.0).take().map_or(Turn::Unanswered, Turn::Ask),
        }
    }
}

impl<Q, T> fmt::Debug for Conversation<Q, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Conversation").finish_non_exhaustive()
    }
}

/// The side of the work: where it puts its questions.
#[derive(Debug)]
pub struct Mailbox<Q>(Arc<Mutex<Option<Q>>>);

impl<Q> Clone for Mailbox<Q> {
    fn clone(&self) -> Mailbox<Q> {
        Mailbox(Arc::clone(&self.0))
    }
}

impl<Q> Mailbox<Q> {
    /// Asks a question and returns its answer. `question` gets the place where the shell, or a closure
    /// that the shell calls, leaves the answer.
    pub async fn ask<A>(&self, question: impl FnOnce(AnswerSlot<A>) -> Q) -> A {
        let slot = AnswerSlot(Arc::new(Mutex::new(None)));
        let question = question(AnswerSlot(Arc::clone(&slot.0)));
        *lock(&self.0) = Some(question);
        poll_fn(|_| lock(&slot.0).take().map_or(Poll::Pending, Poll::Ready)).await
    }
}

/// The place for the answer to one question.
#[derive(Debug)]
pub struct AnswerSlot<A>(Arc<Mutex<Option<A>>>);

impl<A> AnswerSlot<A> {
    /// Answers the question.
    pub fn fill(self, answer: A) {
        *lock(&self.0) = Some(answer);
    }
}

/// Locks a mutex, poisoned or not: its data are plain values that no panic leaves half written.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::{AnswerSlot, Conversation, Mailbox, Turn};

    type Lend = Box<dyn FnOnce(&mut Vec<u32>) + Send>;

    enum Question {
        Double(u32, AnswerSlot<u32>),
        Lend(Lend),
    }

    async fn push_double(mailbox: Mailbox<Question>, number: u32) -> usize {
        let double = mailbox.ask(|slot| Question::Double(number, slot)).await;
        let push = move |slot: AnswerSlot<usize>| {
            Question::Lend(Box::new(move |numbers| {
                numbers.push(double);
                slot.fill(numbers.len());
            }))
        };
        mailbox.ask(push).await
    }

    #[test]
    fn questions_are_answered_one_by_one() {
        let mut numbers = vec![1];
        let mut conversation = Conversation::new(|mailbox| push_double(mailbox, 21));
        let length = loop {
            match conversation.advance() {
                Turn::Ask(Question::Double(number, slot)) => slot.fill(number * 2),
                Turn::Ask(Question::Lend(call)) => call(&mut numbers),
                Turn::Done(length) => break length,
                Turn::Unanswered => unreachable!("each question is answered"),
            }
        };
        assert_eq!((numbers, length), (vec![1, 42], 2));
        assert!(matches!(conversation.advance(), Turn::Unanswered), "it is done");
    }

    #[test]
    fn question_without_answer_stops_the_work() {
        let mut conversation = Conversation::new(|mailbox| push_double(mailbox, 21));
        let Turn::Ask(Question::Double(..)) = conversation.advance() else { unreachable!("the first question") };
        assert!(matches!(conversation.advance(), Turn::Unanswered));
    }
}
