//! One thread for what may take longer than a frame: keys never wait for it. It begins with the first task, so that rules
//! which are searched at once have none, and takes the newest task of each kind: one that came before is not begun any more,
//! or is called off.

use std::mem;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::library::Library;
use super::task::{CallOff, Task};
use super::update::Event;

/// The way to the thread. When it is dropped, the thread ends as soon as it notices; nobody waits for it.
pub struct Worker {
    desk: Arc<Desk>,
    events: Sender<Event>,
    started: bool,
}

/// Where tasks lie until they are taken.
#[derive(Default)]
struct Desk {
    tasks: Mutex<Tasks>,
    changed: Condvar,
}

#[derive(Default)]
struct Tasks {
    /// At most one of each kind, the oldest first.
    waiting: Vec<(Task, Library)>,
    /// What is being done.
    current: Option<(Task, Arc<CallOff>)>,
    closed: bool,
}

impl Worker {
    /// A worker that tells its results by events. Its thread is not started yet.
    #[must_use]
    pub fn new(events: Sender<Event>) -> Self {
        Self {
            desk: Arc::default(),
            events,
            started: false,
        }
    }

    /// Gives a task to the thread, in place of one like it.
    pub fn ask(&mut self, task: Task, library: &Library) {
        let mut tasks = self.desk.tasks();
        tasks.waiting.retain(|(waiting, _)| !waiting.is_like(&task));
        if let Some((_, off)) = tasks
            .current
            .as_ref()
            .filter(|(current, _)| current.is_like(&task))
        {
            off.call();
        }
        tasks.waiting.push((task, library.clone()));
        drop(tasks);
        self.desk.changed.notify_one();
        if !mem::replace(&mut self.started, true) {
            let (desk, events) = (Arc::clone(&self.desk), self.events.clone());
            thread::spawn(move || desk.work(&events));
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut tasks = self.desk.tasks();
        tasks.closed = true;
        tasks.waiting.clear();
        if let Some((_, off)) = &tasks.current {
            off.call();
        }
        drop(tasks);
        self.desk.changed.notify_one();
    }
}

impl Desk {
    fn tasks(&self) -> MutexGuard<'_, Tasks> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does what is asked, until nobody asks or listens any more.
    fn work(&self, events: &Sender<Event>) {
        while let Some((task, library, off)) = self.next() {
            let done = task.done(&library, &off).filter(|_| !off.is_called());
            if done.is_some_and(|event| events.send(event).is_err()) {
                return;
            }
        }
    }

    /// Waits for a task; nothing when there will be none any more.
    fn next(&self) -> Option<(Task, Library, Arc<CallOff>)> {
        let mut tasks = self.tasks();
        tasks.current = None;
        while tasks.waiting.is_empty() && !tasks.closed {
            tasks = self
                .changed
                .wait(tasks)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if tasks.closed {
            return None;
        }
        let (task, library) = tasks.waiting.remove(0);
        let off = Arc::new(CallOff::default());
        tasks.current = Some((task.clone(), Arc::clone(&off)));
        Some((task, library, off))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;
    use crate::rules::Rulebook;
    use crate::search::SearchIndex;
    use crate::source::Source;
    use crate::tui::finder::Asked;
    use crate::tui::numbers::Listing;

    const SOON: Duration = Duration::from_secs(20);

    fn library() -> Library {
        let text = "# House\n\n## Wall\n\nA wall is 2\" high.\n\n## Door\n\nA door in a wall.\n";
        let mut library = Library::new(Rulebook::load(
            vec![Source::in_memory("house.md", text)],
            Vec::new(),
        ));
        library.index = SearchIndex::build(&library.book).ok().map(Arc::new);
        library
    }

    fn search(number: u64) -> Task {
        Task::Search(Asked {
            number,
            text: "wall".to_owned(),
            ..Asked::default()
        })
    }

    /// The numbers of what is answered until a search is.
    fn until_answered(queue: &Receiver<Event>) -> Vec<String> {
        let mut told = Vec::new();
        loop {
            match queue.recv_timeout(SOON).expect("an answer") {
                Event::Answered(answer) => {
                    told.push(format!("search {}", answer.number));
                    return told;
                }
                Event::Listed(listed) => told.push(format!("numbers {}", listed.number)),
                _ => {}
            }
        }
    }

    /// A worker whose thread is held up, as by a slow task.
    fn held(events: Sender<Event>) -> Worker {
        Worker {
            desk: Arc::default(),
            events,
            started: true,
        }
    }

    #[test]
    fn the_newest_task_of_each_kind_is_done_and_no_other() {
        let (events, queue) = channel();
        let mut worker = held(events.clone());
        let library = library();
        worker.ask(
            Task::Numbers(Listing {
                number: 1,
                ..Listing::default()
            }),
            &library,
        );
        for number in 2..9 {
            worker.ask(search(number), &library);
        }
        let desk = Arc::clone(&worker.desk);
        thread::spawn(move || desk.work(&events));
        assert_eq!(until_answered(&queue), ["numbers 1", "search 8"]);
        worker.ask(search(9), &library);
        assert_eq!(until_answered(&queue), ["search 9"]);
    }

    #[test]
    fn a_task_like_the_one_being_done_calls_that_off_and_another_kind_does_not() {
        let mut worker = held(channel().0);
        let library = library();
        worker.ask(search(1), &library);
        let (_, _, off) = worker.desk.next().expect("a task");
        worker.ask(Task::Numbers(Listing::default()), &library);
        assert!(!off.is_called());
        worker.ask(search(2), &library);
        assert!(off.is_called());
    }

    #[test]
    fn what_was_called_off_is_not_told() {
        let off = CallOff::default();
        assert!(search(1).done(&library(), &off).is_some());
        off.call();
        assert!(search(1).done(&library(), &off).is_none());
    }

    #[test]
    fn who_leaves_calls_off_what_is_done_and_the_thread_ends() {
        let mut worker = held(channel().0);
        worker.ask(search(1), &library());
        let desk = Arc::clone(&worker.desk);
        let (_, _, off) = desk.next().expect("a task");
        worker.ask(search(2), &library());
        drop(worker);
        assert!(off.is_called());
        assert!(desk.next().is_none());
    }

    #[test]
    fn there_is_no_thread_before_the_first_task() {
        let worker = Worker::new(channel().0);
        assert!(!worker.started);
        assert_eq!(Arc::strong_count(&worker.desk), 1);
    }
}
