//! The part of Git's configuration that publishing reads.

/// Settings in the order of Git, in which later ones win.
pub(super) struct GitConfig(Vec<(String, Option<String>)>);

impl GitConfig {
    /// Parses the output of `git config -z --get-regexp`.
    pub(super) fn parse(parts: Vec<String>) -> GitConfig {
        let setting = |part: String| match part.split_once('\n') {
            Some((key, value)) => (key.to_owned(), Some(value.to_owned())),
            // A key without a value is true.
            None => (part, None),
        };
        GitConfig(parts.into_iter().map(setting).collect())
    }

    fn last(&self, key: &str) -> Option<&Option<String>> {
        self.0.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Returns a value. Section and name of the key are in lower case.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.last(key)?.as_deref()
    }

    /// Returns a truth value, false if it is absent.
    pub(super) fn is_set(&self, key: &str) -> bool {
        match self.last(key) {
            None => false,
            Some(None) => true,
            Some(Some(value)) => match value.to_ascii_lowercase().as_str() {
                "true" | "yes" | "on" => true,
                number => number.parse().is_ok_and(|number: i64| number != 0),
            },
        }
    }

    /// Returns the names of the remotes that have an address, in order.
    pub(super) fn remotes(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for (key, _) in &self.0 {
            let name = key.strip_prefix("remote.").and_then(|rest| rest.rsplit_once('.'));
            if let Some((name, "url" | "pushurl")) = name
                && !names.contains(&name)
            {
                names.push(name);
            }
        }
        names
    }

    /// Returns the remote that a branch is pushed to, as Git chooses it for a push without
    /// arguments, or the only one.
    pub(super) fn push_remote(&self, branch: &str) -> Option<String> {
        let remotes = self.remotes();
        let of_branch = |name: &str| self.get(&format!("branch.{branch}.{name}"));
        let candidates = [of_branch("pushremote"), self.get("remote.pushdefault"), of_branch("remote"), Some("origin")];
        // A branch may follow a local one: the remote is `.` then.
        let named = candidates.into_iter().flatten().find(|name| remotes.contains(name));
        named.or(if let [only] = remotes.as_slice() { Some(only) } else { None }).map(str::to_owned)
    }

    /// Returns the addresses that Git pushes to for the name of a remote, an address or a path.
    pub(super) fn push_addresses(&self, remote: &str) -> Vec<String> {
        let named = self.values(&format!("remote.{remote}.url"));
        let push = self.values(&format!("remote.{remote}.pushurl"));
        let fetch = if named.is_empty() { vec![remote] } else { named };
        let rewritten = |address: &&str| self.rewrite(address, "insteadof").unwrap_or_else(|| (*address).to_owned());
        if !push.is_empty() {
            return push.iter().map(rewritten).collect();
        }
        let for_push: Vec<String> = fetch.iter().filter_map(|address| self.rewrite(address, "pushinsteadof")).collect();
        if for_push.is_empty() { fetch.iter().map(rewritten).collect() } else { for_push }
    }

    /// Returns the values of a key that may have several. An empty value removes those before it.
    fn values(&self, key: &str) -> Vec<&str> {
        let values =
            self.0.iter().filter(|(name, _)| name == key).map(|(_, value)| value.as_deref().unwrap_or_default());
        let values: Vec<&str> = values.collect();
        values.rsplit(|value| value.is_empty()).next().unwrap_or_default().to_vec()
    }

    /// Replaces the start of an address by `url.BASE.insteadOf` or `pushInsteadOf`, the longest one.
    fn rewrite(&self, address: &str, name: &str) -> Option<String> {
        let rule = |(key, value): &(String, Option<String>)| {
            let base = key.strip_prefix("url.")?.strip_suffix(name)?.strip_suffix('.')?.to_owned();
            let rest = address.strip_prefix(value.as_deref()?)?;
            Some((rest.len(), format!("{base}{rest}")))
        };
        self.0.iter().filter_map(rule).min_by_key(|(rest, _)| *rest).map(|(_, rewritten)| rewritten)
    }

    /// Returns the variable that keeps SSH from asking, unless the user has chosen another program.
    pub(super) fn batch_ssh(&self) -> Option<String> {
        let command = self.get("core.sshcommand").unwrap_or("ssh");
        let program = command.split_whitespace().next()?.trim_matches(['"', '\'']);
        let is_open_ssh = program.rsplit(['/', '\\']).next().is_some_and(|name| name == "ssh" || name == "ssh.exe");
        is_open_ssh.then(|| format!("{command} -o BatchMode=yes"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(settings: &[&str]) -> GitConfig {
        GitConfig::parse(settings.iter().map(|setting| setting.replacen('=', "\n", 1)).collect())
    }

    #[test]
    fn push_remote_is_chosen_as_by_git() {
        let both = ["remote.origin.url=a", "remote.fork.url=b"];
        for (settings, expected) in [
            (vec![], None),
            (vec!["remote.up.url=a"], Some("up")),
            (vec!["remote.a.b.url=x"], Some("a.b")),
            (vec!["remote.one.url=a", "remote.two.url=b"], None),
            (both.to_vec(), Some("origin")),
            ([&both[..], &["branch.main.remote=fork"]].concat(), Some("fork")),
            ([&both[..], &["branch.other.remote=fork"]].concat(), Some("origin")),
            ([&both[..], &["branch.main.remote=."]].concat(), Some("origin")),
            ([&both[..], &["remote.pushdefault=fork"]].concat(), Some("fork")),
            ([&both[..], &["remote.pushdefault=origin", "branch.main.pushremote=fork"]].concat(), Some("fork")),
        ] {
            assert_eq!(config(&settings).push_remote("main").as_deref(), expected, "{settings:?}");
        }
    }

    #[test]
    fn truth_values_are_read_as_by_git() {
        for (setting, expected) in
            [("k", true), ("k=true", true), ("k=1", true), ("k=ON", true), ("k=", false), ("k=no", false), ("j", false)]
        {
            assert_eq!(config(&[setting]).is_set("k"), expected, "{setting}");
        }
        assert!(!config(&["k=true", "k=false"]).is_set("k"));
    }

    #[test]
    fn ssh_gets_the_batch_mode_unless_another_program_runs() {
        for (settings, expected) in [
            (vec![], Some("ssh -o BatchMode=yes")),
            (vec!["core.sshcommand=/usr/bin/ssh -i key"], Some("/usr/bin/ssh -i key -o BatchMode=yes")),
            (vec!["core.sshcommand=plink -batch"], None),
        ] {
            assert_eq!(config(&settings).batch_ssh().as_deref(), expected);
        }
    }
}
