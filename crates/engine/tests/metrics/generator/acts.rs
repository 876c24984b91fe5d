//! What can happen on a day, with its entry in the books.

use handoff_format::{format_date, timestamp};
use handoff_protocol::Status;
use serde_json::{Value, json};

use super::{BookedEntry, BookedTask, Generator};

const MINUTE_MS: i64 = 60_000;

impl Generator {
    fn choose(&mut self) -> Option<usize> {
        let numbers: Vec<usize> = self.tasks.keys().copied().collect();
        (!numbers.is_empty()).then(|| numbers[self.random.below(numbers.len())])
    }

    fn hours(&mut self) -> f64 {
        f64::from(u32::try_from(self.random.below(40)).unwrap()) / 4.0
    }

    pub(super) fn act(&mut self, day: i32) {
        let kind = if self.tasks.len() < 4 { 0 } else { self.random.below(20) };
        let chosen = self.choose();
        match (kind, chosen) {
            (0..=2, _) => {
                let parent = chosen.filter(|_| self.random.one_in(4));
                self.create(day, parent);
            }
            (3, Some(task)) => {
                // Split it.
                self.create(day, Some(task));
                self.create(day, Some(task));
            }
            (4, Some(task)) if self.random.one_in(2) => self.delete(task),
            (5, Some(task)) => {
                let estimate = self.hours();
                if self.update(task, &json!({"estimateHours": estimate})) {
                    self.tasks.get_mut(&task).unwrap().estimate = estimate;
                }
            }
            (6, Some(task)) => {
                let actual = self.hours();
                if self.update(task, &json!({"actualHours": actual})) {
                    self.tasks.get_mut(&task).unwrap().actual = actual;
                }
            }
            (7, Some(task)) => self.move_task(task),
            (8, Some(task)) => {
                let assignee = ["maya", "kenji", "ai"][self.random.below(3)];
                if self.update(task, &json!({"assignee": assignee})) {
                    self.tasks.get_mut(&task).unwrap().assignee = Some(assignee.to_owned());
                }
            }
            (9, Some(task)) => self.change_id(task),
            (10, Some(task)) => self.plan_dates(day, task),
            (11, Some(task)) => self.plan_milestone(task),
            (12, Some(task)) => self.set_labels(task),
            (13 | 14, Some(task)) => self.enter_time(task),
            (15, _) => self.save_session(),
            (_, Some(task)) => {
                let status = [
                    Status::InProgress,
                    Status::InProgress,
                    Status::Review,
                    Status::Blocked,
                    Status::Done,
                    Status::Done,
                    Status::Done,
                    Status::Skipped,
                    Status::Todo,
                ][self.random.below(9)];
                self.set_status(day, task, status);
            }
            _ => {}
        }
    }

    pub(super) fn create(&mut self, day: i32, parent: Option<usize>) {
        let estimate = self.hours();
        let status = if self.random.one_in(8) { Status::InProgress } else { Status::Todo };
        self.create_with(day, parent, estimate, status);
    }

    pub(super) fn create_todo(&mut self, day: i32) {
        self.create_with(day, None, 1.0, Status::Todo);
    }

    fn create_with(&mut self, day: i32, parent: Option<usize>, estimate: f64, status: Status) {
        let number = self.next_number;
        let mut task =
            json!({"fields": {"title": format!("Task {number}"), "estimateHours": estimate, "status": status}});
        if let Some(parent) = parent {
            task["parent"] = json!(self.tasks[&parent].id);
        }
        if let Some(created) = self.run(&json!({"kind": "changeTasks", "tasks": [task]})) {
            let started = (status == Status::InProgress).then_some(day);
            let booked = BookedTask {
                id: created[0].clone(),
                status,
                estimate,
                actual: 0.0,
                parent,
                assignee: None,
                labels: Vec::new(),
                milestone: None,
                dates: None,
                created: day,
                started,
                done: None,
                blocked: None,
                entered: [0.0; 2],
            };
            self.tasks.insert(number, booked);
            self.next_number += 1;
        }
    }

    fn update(&mut self, task: usize, patch: &Value) -> bool {
        let id = self.tasks[&task].id.clone();
        self.run(&json!({"kind": "updateTasks", "ids": [id], "patch": patch})).is_some()
    }

    pub(super) fn set_status(&mut self, day: i32, task: usize, status: Status) {
        let before = self.tasks[&task].status;
        if before != status && self.update(task, &json!({"status": status})) {
            let booked = self.tasks.get_mut(&task).unwrap();
            booked.status = status;
            if matches!(status, Status::InProgress | Status::Review) {
                booked.started.get_or_insert(day);
            }
            match status {
                Status::Done => booked.done = Some(day),
                Status::Blocked => booked.blocked = Some(day),
                _ => {}
            }
        }
    }

    fn plan_dates(&mut self, day: i32, task: usize) {
        let days = |random: &mut crate::support::random::Random| i32::try_from(random.below(15)).unwrap();
        let start = day - 5 + days(&mut self.random);
        let due = start + days(&mut self.random);
        if self.update(task, &json!({"startDate": format_date(start), "dueDate": format_date(due)})) {
            self.tasks.get_mut(&task).unwrap().dates = Some((start, due));
        }
    }

    fn plan_milestone(&mut self, task: usize) {
        let milestone = [None, Some("first"), Some("second"), Some("someday")][self.random.below(4)];
        if self.update(task, &json!({ "milestone": milestone })) {
            self.tasks.get_mut(&task).unwrap().milestone = milestone;
        }
    }

    fn set_labels(&mut self, task: usize) {
        let labels: &[&'static str] = [&[][..], &["api"], &["ui"], &["api", "ui"]][self.random.below(4)];
        if self.update(task, &json!({"labels": {"set": labels}})) {
            self.tasks.get_mut(&task).unwrap().labels = labels.to_vec();
        }
    }

    /// Adds a time entry that ends now, of a number of quarter hours.
    fn enter_time(&mut self, task: usize) {
        let quarters = i64::try_from(1 + self.random.below(30)).unwrap();
        let is_agent = self.random.one_in(3);
        let (start, end) = (self.now - quarters * 15 * MINUTE_MS, self.now);
        let actor =
            if is_agent { json!({"kind": "agent", "name": "codex"}) } else { json!({"kind": "human", "name": "Maya"}) };
        let entry = json!({"task": self.tasks[&task].id, "start": timestamp(start), "end": timestamp(end),
            "seconds": quarters * 900, "source": "manual", "actor": actor});
        if self.run(&json!({"kind": "changeTime", "change": {"kind": "add", "entry": entry}})).is_some() {
            let hours = f64::from(u32::try_from(quarters).unwrap()) / 4.0;
            let booked = self.tasks.get_mut(&task).unwrap();
            booked.actual += hours;
            booked.entered[usize::from(is_agent)] += hours;
            self.entries.push(BookedEntry { start, end, is_agent });
        }
    }

    /// Saves the active session, or a new one. Some saves close it.
    fn save_session(&mut self) {
        let status = if self.random.one_in(3) { "closed" } else { "active" };
        let target = if self.has_active_session { "current" } else { "new" };
        let save = json!({"target": {"kind": target}, "status": status, "pause": {"kind": "nothing"},
            "patch": {"values": {"summary": "Work"}, "lists": [], "remove": [], "record": {}}});
        if self.run(&json!({"kind": "saveSession", "save": save})).is_some() {
            if !self.has_active_session {
                self.sessions.push(Vec::new());
            }
            self.sessions.last_mut().unwrap().push(self.now);
            self.has_active_session = status == "active";
        }
    }

    fn delete(&mut self, task: usize) {
        let id = self.tasks[&task].id.clone();
        if self.run(&json!({"kind": "deleteTasks", "ids": [id]})).is_some() {
            let below: Vec<usize> = self.tasks.keys().copied().filter(|other| self.is_below(*other, task)).collect();
            for task in below {
                self.tasks.remove(&task);
            }
        }
    }

    /// Returns whether a task is another one or below it.
    fn is_below(&self, task: usize, ancestor: usize) -> bool {
        let parent = |task: &usize| self.tasks.get(task).and_then(|task| task.parent);
        std::iter::successors(Some(task), parent).any(|task| task == ancestor)
    }

    fn move_task(&mut self, task: usize) {
        let target = self.choose().filter(|target| !self.is_below(*target, task) && self.random.one_in(2));
        let (id, parent) = (&self.tasks[&task].id, target.map(|target| self.tasks[&target].id.clone()));
        let command = json!({"kind": "updateTasks", "ids": [id], "patch": {}, "position": {"parent": parent, "place": {"kind": "last"}}});
        if self.run(&command).is_some() {
            self.tasks.get_mut(&task).unwrap().parent = target;
        }
    }

    fn change_id(&mut self, task: usize) {
        let folder = self.engine.reader().task(&self.tasks[&task].id).ok().unwrap().folder().to_owned();
        let id = format!("x{task}-{}", self.seed);
        if self.run(&json!({"kind": "changeId", "folder": folder, "id": id})).is_some() {
            self.tasks.get_mut(&task).unwrap().id = id;
        }
    }
}
