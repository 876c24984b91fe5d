//! The sets in which tools are offered to agents.

/// A set of tools that are offered together. Every offered tool costs tokens in every conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolSet {
    /// Creating a project. Offered where there is none.
    Start,
    /// The tools that every conversation needs.
    Core,
    /// Metrics, capacity, schedule and the calendar.
    Planning,
    /// Assignees, milestones, referrals and other projects.
    Team,
    Timer,
    /// Lessons that outlive sessions.
    Memory,
    /// Texts that one conversation hands to another, with a time to live.
    Packages,
    /// Documents, their reviews, and the checklist of a task.
    Docs,
    /// The handoff protocol's three tools.
    Protocol,
    /// Everything else.
    Rest,
}

/// The first name of a list that names no tool set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownToolSet(pub String);

impl ToolSet {
    /// Every set, in the order in which tools are listed.
    pub const ALL: [ToolSet; 10] = [
        ToolSet::Start,
        ToolSet::Core,
        ToolSet::Planning,
        ToolSet::Team,
        ToolSet::Timer,
        ToolSet::Memory,
        ToolSet::Packages,
        ToolSet::Docs,
        ToolSet::Protocol,
        ToolSet::Rest,
    ];

    /// Returns the name in configurations and options.
    pub const fn name(self) -> &'static str {
        match self {
            ToolSet::Start => "start",
            ToolSet::Core => "core",
            ToolSet::Planning => "planning",
            ToolSet::Team => "team",
            ToolSet::Timer => "timer",
            ToolSet::Memory => "memory",
            ToolSet::Packages => "packages",
            ToolSet::Docs => "docs",
            ToolSet::Protocol => "protocol",
            ToolSet::Rest => "rest",
        }
    }

    /// Parses a list of sets such as `core,planning` or `all`.
    pub fn of_names(names: &str) -> Result<Vec<ToolSet>, UnknownToolSet> {
        let mut sets = Vec::new();
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match ToolSet::ALL.iter().find(|set| set.name() == name) {
                Some(set) => sets.push(*set),
                None if name == "all" => sets.extend(ToolSet::ALL),
                None => return Err(UnknownToolSet(name.to_owned())),
            }
        }
        sets.sort();
        sets.dedup();
        Ok(sets)
    }
}
