//! Hosts of source code, package registries and build services.

use super::{Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "github",
        kind: "GitHub token",
        pattern: r"gh[opsur]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}",
        matches: &["ghp_{a36}", "gho_{a36}", "ghu_{a36}", "ghs_{a40}", "ghr_{a36}", "github_pat_{a22}_{a59}"],
        keeps: &["ghp_ tokens begin like this", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "ghp_{a12}"],
        ..TOKEN
    },
    Rule {
        id: "gitlab",
        kind: "GitLab token",
        pattern: r"gl(?:pat|dt|rt|cbt|ptt|soat|ft|imt|agent|oas|ffct)-[A-Za-z0-9_.-]{19,}[A-Za-z0-9_-]|GR1348941[A-Za-z0-9_-]{20}",
        matches: &["glpat-{u20}", "gldt-{u20}", "glrt-{u20}", "glcbt-64_{u20}", "glptt-{h40}", "GR1348941{u20}"],
        keeps: &["glft-short", "glpat-your-token-goes-here-now"],
        ..TOKEN
    },
    Rule {
        id: "bitbucket",
        kind: "Bitbucket password",
        pattern: r"ATBB[A-Za-z0-9]{28,}",
        matches: &["ATBB{a32}"],
        keeps: &["ATBB is the prefix"],
        ..TOKEN
    },
    Rule {
        id: "npm",
        kind: "npm token",
        pattern: r"npm_[A-Za-z0-9]{36}",
        matches: &["npm_{a36}"],
        keeps: &["npm_config_registry", "npm_package_version_1"],
        ..TOKEN
    },
    Rule {
        id: "pypi",
        kind: "PyPI token",
        pattern: r"pypi-AgE[A-Za-z0-9_-]{50,}",
        matches: &["pypi-AgEIcHlwaS5vcmc{u90}"],
        keeps: &["pypi-AgE is the prefix", "pypi-publish"],
        ..TOKEN
    },
    Rule {
        id: "rubygems",
        kind: "RubyGems key",
        pattern: r"rubygems_[a-f0-9]{48}",
        matches: &["rubygems_{h48}"],
        keeps: &["rubygems_version_3"],
        ..TOKEN
    },
    Rule {
        id: "crates-io",
        kind: "crates.io token",
        pattern: r"cio[A-Za-z0-9]{32}",
        matches: &["cio{a32}"],
        keeps: &["cioppino"],
        ..TOKEN
    },
    Rule {
        id: "nuget",
        kind: "NuGet key",
        pattern: r"oy2[a-z0-9]{43}",
        matches: &["oy2{l43}"],
        keeps: &["oy2"],
        ..TOKEN
    },
    Rule {
        id: "clojars",
        kind: "Clojars token",
        pattern: r"CLOJARS_[A-Za-z0-9]{60}",
        matches: &["CLOJARS_{l60}"],
        keeps: &["CLOJARS_USERNAME"],
        ..TOKEN
    },
    Rule {
        id: "docker",
        kind: "Docker token",
        pattern: r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}",
        matches: &["dckr_pat_{u27}", "dckr_oat_{u32}"],
        keeps: &["dckr_pat_"],
        ..TOKEN
    },
    Rule {
        id: "artifactory",
        kind: "Artifactory key",
        pattern: r"AKCp[A-Za-z0-9]{69,}|cmVmd[A-Za-z0-9]{59}",
        matches: &["AKCp{a69}", "cmVmd{a59}"],
        keeps: &["AKCp5"],
        ..TOKEN
    },
    Rule {
        id: "sonarqube",
        kind: "SonarQube token",
        pattern: r"sq[pau]_[a-f0-9]{40}",
        matches: &["sqp_{h40}", "squ_{h40}"],
        keeps: &["squ_id"],
        ..TOKEN
    },
    Rule {
        id: "sourcegraph",
        kind: "Sourcegraph token",
        pattern: r"sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}",
        matches: &["sgp_{h40}", "sgp_{h16}_{h40}"],
        keeps: &["sgp_local"],
        ..TOKEN
    },
    Rule {
        id: "buildkite",
        kind: "Buildkite token",
        pattern: r"bkua_[a-f0-9]{40}",
        matches: &["bkua_{h40}"],
        keeps: &["bkua_"],
        ..TOKEN
    },
];
