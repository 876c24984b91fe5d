//! Services for planning, documents and design, and programs that keep secrets.

use super::{Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "atlassian",
        kind: "Atlassian token",
        pattern: r"AT[AC]TT3[A-Za-z0-9_=-]{50,}",
        matches: &["ATATT3xFfGF0{u170}={H8}", "ATCTT3xFfGN0{u170}"],
        keeps: &["ATATT3"],
        ..TOKEN
    },
    Rule {
        id: "linear",
        pattern: r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}",
        matches: &["lin_api_{a40}", "lin_oauth_{h64}"],
        keeps: &["lin_api_key"],
        ..TOKEN
    },
    Rule {
        id: "notion",
        kind: "Notion token",
        pattern: r"ntn_[0-9]{6,}[A-Za-z0-9]{32,}|secret_[A-Za-z0-9]{43}",
        matches: &["ntn_{d11}{a35}", "secret_{a43}"],
        keeps: &["secret_key_base", "ntn_"],
        ..TOKEN
    },
    Rule {
        id: "figma",
        kind: "Figma token",
        pattern: r"fig[dor]_[A-Za-z0-9_-]{40,}",
        matches: &["figd_{u43}"],
        keeps: &["figd_"],
        ..TOKEN
    },
    Rule {
        id: "postman",
        kind: "Postman key",
        pattern: r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}",
        matches: &["PMAK-{h24}-{h34}"],
        keeps: &["PMAK-"],
        ..TOKEN
    },
    Rule {
        id: "airtable",
        kind: "Airtable token",
        pattern: r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}",
        matches: &["pat{a14}.{h64}"],
        keeps: &["patternsandmore.rs", "patch.diff"],
        ..TOKEN
    },
    Rule {
        id: "hubspot",
        kind: "HubSpot token",
        pattern: r"pat-(?:na|eu|ap)[0-9]-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
        matches: &["pat-na1-{h8}-{h4}-4{h3}-8{h3}-{h12}"],
        keeps: &["pat-na1-"],
        ..TOKEN
    },
    Rule {
        id: "typeform",
        kind: "Typeform token",
        pattern: r"tfp_[A-Za-z0-9_.=-]{39,}[A-Za-z0-9_=-]",
        matches: &["tfp_{u44}_{a14}"],
        keeps: &["tfp_"],
        ..TOKEN
    },
    Rule {
        id: "1password",
        kind: "1Password key",
        pattern: r"ops_eyJ[A-Za-z0-9+/]{100,}={0,3}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}",
        matches: &["ops_eyJ{a260}", "A3-{H6}-{H6}-{H5}-{H5}-{H5}-{H5}"],
        keeps: &["ops_eyJ", "A3-LANDSCAPE"],
        ..TOKEN
    },
    Rule {
        id: "age",
        kind: "age key",
        pattern: r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
        matches: &["AGE-SECRET-KEY-1{H58}"],
        keeps: &["AGE-SECRET-KEY-1 begins a key"],
        ..TOKEN
    },
    Rule {
        id: "facebook",
        kind: "Facebook token",
        pattern: r"EAA[A-Za-z0-9]{100,}",
        matches: &["EAAG{a160}"],
        keeps: &["EAAG"],
        ..TOKEN
    },
    Rule {
        id: "dropbox",
        kind: "Dropbox token",
        pattern: r"sl\.(?:u\.)?[A-Za-z0-9_-]{100,}",
        matches: &["sl.{u136}", "sl.u.{u400}"],
        keeps: &["sl.rs"],
        ..TOKEN
    },
    Rule {
        id: "contentful",
        kind: "Contentful token",
        pattern: r"CFPAT-[A-Za-z0-9_-]{40,}",
        matches: &["CFPAT-{u43}"],
        keeps: &["CFPAT-"],
        ..TOKEN
    },
    Rule {
        id: "mapbox",
        kind: "Mapbox token",
        pattern: r"sk\.eyJ[A-Za-z0-9_-]{20,1000}\.[A-Za-z0-9_-]{20,}",
        matches: &["sk.eyJ{a80}.{u22}"],
        keeps: &["sk.eyJ"],
        ..TOKEN
    },
    Rule {
        id: "adobe",
        kind: "Adobe client secret",
        pattern: r"p8e-[A-Za-z0-9_-]{32}",
        matches: &["p8e-{a32}"],
        keeps: &["p8e-"],
        ..TOKEN
    },
    Rule {
        id: "prefect",
        kind: "Prefect key",
        pattern: r"pn[bu]_[A-Za-z0-9]{36}",
        matches: &["pnu_{a36}"],
        keeps: &["pnu_"],
        ..TOKEN
    },
];
