//! Payments and shops.

use super::{Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "stripe",
        pattern: r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,}",
        matches: &["sk_live_{a24}", "sk_test_{a99}", "rk_live_{a24}"],
        keeps: &["sk_test_key", "pk_live_key"],
        ..TOKEN
    },
    Rule {
        id: "webhook-secret",
        kind: "webhook secret",
        pattern: r"whsec_[A-Za-z0-9+/]{24,}={0,2}",
        matches: &["whsec_{a32}", "whsec_{b40}="],
        keeps: &["whsec_...", "whsec_test"],
        ..TOKEN
    },
    Rule {
        id: "square",
        kind: "Square token",
        pattern: r"sq0(?:atp|csp)-[A-Za-z0-9_-]{22,}|EAAA[A-Za-z0-9_-]{60}",
        matches: &["sq0atp-{u22}", "sq0csp-{u43}", "EAAA{u60}"],
        keeps: &["sq0atp-"],
        ..TOKEN
    },
    Rule {
        id: "shopify",
        kind: "Shopify token",
        pattern: r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}",
        matches: &["shpat_{h32}", "shpss_{h32}"],
        keeps: &["shpat_"],
        ..TOKEN
    },
    Rule {
        id: "plaid",
        kind: "Plaid token",
        pattern: r"access-(?:sandbox|development|production)-[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}",
        matches: &["access-production-{h8}-{h4}-4{h3}-8{h3}-{h12}"],
        keeps: &["access-production-database"],
        ..TOKEN
    },
    Rule {
        id: "flutterwave",
        kind: "Flutterwave key",
        pattern: r"FLWSECK(?:_TEST)?-[A-Za-z0-9]{32}-X",
        matches: &["FLWSECK_TEST-{l32}-X"],
        keeps: &["FLWSECK"],
        ..TOKEN
    },
    Rule {
        id: "easypost",
        kind: "EasyPost key",
        pattern: r"EZ[AT]K[A-Za-z0-9]{54}",
        matches: &["EZAK{a54}"],
        keeps: &["EZAK"],
        ..TOKEN
    },
    Rule {
        id: "shippo",
        kind: "Shippo token",
        pattern: r"shippo_(?:live|test)_[a-fA-F0-9]{40}",
        matches: &["shippo_live_{h40}"],
        keeps: &["shippo_live_"],
        ..TOKEN
    },
];
