//! The skill of this server, for clients that load skills over MCP (SEP-2640): it has the server's version
//! and needs no file in the project.

use rmcp::model::{GetSkillResult, ListSkillsResult, Skill, SkillFrontmatter, SkillResource, SkillResources};
use rmcp::{ErrorData, model::ResourceContents};

use crate::mcp::listings::STABLE_FOR_MS;
use crate::verbs::setup::SKILL;

/// The URI of the skill, which is a resource as well.
const URI: &str = "skill://handoff/SKILL.md";

pub fn list() -> ListSkillsResult {
    ListSkillsResult::with_all_items(vec![skill()]).with_ttl_ms(STABLE_FOR_MS)
}

pub fn get(uri: &str) -> Result<GetSkillResult, ErrorData> {
    if uri != URI {
        return Err(ErrorData::invalid_params(format!("There is no skill {uri}."), None));
    }
    Ok(GetSkillResult::new(skill()).with_ttl_ms(STABLE_FOR_MS))
}

/// Returns the text of the skill if the URI is its own.
pub fn read(uri: &str) -> Option<ResourceContents> {
    (uri == URI).then(|| ResourceContents::text(SKILL, URI).with_mime_type("text/markdown"))
}

fn skill() -> Skill {
    let file = SkillResource::from_bytes(URI, SKILL.as_bytes());
    Skill::new(URI, front_matter(), SkillResources::Files(vec![file]))
}

/// Returns the front matter of the skill, whose lines are a key and a text each.
fn front_matter() -> SkillFrontmatter {
    let mut matter = SkillFrontmatter::new("", "");
    for line in SKILL.lines().skip(1).take_while(|line| *line != "---") {
        let Some((key, value)) = line.split_once(": ") else { continue };
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value).to_owned();
        match key {
            "name" => matter.name = value,
            "description" => matter.description = value,
            _ => matter = matter.with_field(key, value),
        }
    }
    matter
}
