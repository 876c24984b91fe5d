//! Providers of language models.

use super::{Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "anthropic",
        pattern: r"sk-ant-[A-Za-z0-9_-]{24,}",
        matches: &["sk-ant-api03-{u95}", "sk-ant-admin01-{u95}"],
        keeps: &["sk-ant-your-key-goes-here-please", "sk-ant-api03"],
        ..TOKEN
    },
    Rule {
        id: "openrouter",
        pattern: r"sk-or-v1-[a-f0-9]{64}",
        matches: &["sk-or-v1-{h64}"],
        keeps: &["sk-or-v1"],
        ..TOKEN
    },
    Rule {
        id: "openai",
        pattern: r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{24,}|sk-[A-Za-z0-9]{32,}",
        matches: &["sk-proj-{u156}", "sk-svcacct-{u74}", "sk-{a20}T3BlbkFJ{a20}"],
        keeps: &["sk-learn and sk-image are fine", "sk-project-name", "task-{a4}"],
        ..TOKEN
    },
    Rule {
        id: "groq",
        pattern: r"gsk_[A-Za-z0-9]{40,}",
        matches: &["gsk_{a52}"],
        keeps: &["gsk_css_provider_load_from_resource"],
        ..TOKEN
    },
    Rule { id: "xai", pattern: r"xai-[A-Za-z0-9]{60,}", matches: &["xai-{a80}"], keeps: &["xai-org"], ..TOKEN },
    Rule {
        id: "hugging-face",
        pattern: r"(?:hf|api_org)_[A-Za-z0-9]{30,}",
        matches: &["hf_{m34}", "api_org_{m34}"],
        keeps: &["hf_hub_download", "hf_"],
        ..TOKEN
    },
    Rule { id: "replicate", pattern: r"r8_[A-Za-z0-9]{37}", matches: &["r8_{a37}"], keeps: &["r8_g8_b8_a8"], ..TOKEN },
    Rule {
        id: "perplexity",
        pattern: r"pplx-[A-Za-z0-9]{48}",
        matches: &["pplx-{a48}"],
        keeps: &["pplx-api"],
        ..TOKEN
    },
    Rule {
        id: "langsmith",
        pattern: r"lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}",
        matches: &["lsv2_pt_{h32}_{h10}"],
        keeps: &["lsv2_pt_"],
        ..TOKEN
    },
    Rule { id: "nvidia", pattern: r"nvapi-[A-Za-z0-9_-]{60,}", matches: &["nvapi-{u64}"], keeps: &["nvapi-"], ..TOKEN },
    Rule {
        id: "tavily",
        pattern: r"tvly-(?:dev-|prod-)?[A-Za-z0-9]{32}",
        matches: &["tvly-{a32}", "tvly-dev-{a32}"],
        keeps: &["tvly-dev-"],
        ..TOKEN
    },
];
