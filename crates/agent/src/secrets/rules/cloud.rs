//! Clouds, hosts of programs and databases, and what runs there.

use super::{Begins, Check, Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "aws-pair",
        kind: "AWS access key",
        pattern: r"(?:AKIA|ASIA)[A-Z0-9]{16}[^A-Za-z0-9\n]{1,8}\n?(?:[A-Za-z_ ]{1,40}[^A-Za-z0-9\n]{1,8})?[A-Za-z0-9+/]{40}",
        matches: &["AKIA{H16},{b40}", "AKIA{H16} / {b40}", "AKIA{H16}\naws_secret_access_key = {b40}"],
        keeps: &[],
        ..TOKEN
    },
    Rule {
        id: "aws",
        kind: "AWS access key",
        pattern: r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}|ABSK[A-Za-z0-9+/]{100,}={0,2}",
        check: Check::Block,
        matches: &["AKIA{H16}", "ASIA{H16}", "ABSK{a112}"],
        keeps: &["AKIA", "base64,iVBORw0KGgoAAAANSUhEUgAAAAUA+AKIAIOSFODNN7EXAMPLE/AAFCA", "ASIAPACIFIC"],
        ..TOKEN
    },
    Rule {
        id: "google",
        kind: "Google API key",
        pattern: r"AIza[A-Za-z0-9_-]{35}",
        matches: &["AIza{u35}"],
        keeps: &["AIzaSy"],
        ..TOKEN
    },
    Rule {
        id: "google-oauth",
        kind: "Google token",
        pattern: r"ya29\.[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{28}|1//0[A-Za-z0-9_-]{40,}",
        matches: &["ya29.{u60}", "GOCSPX-{u28}", "1//0{u60}"],
        keeps: &["GOCSPX-your-client-secret-here", "ya29.x"],
        ..TOKEN
    },
    Rule {
        id: "azure-client-secret",
        begins: Begins::Anywhere,
        kind: "Azure client secret",
        pattern: r"[0-9]Q~(?<secret>[A-Za-z0-9_~.-]{31,34})",
        matches: &["abc8Q~{a34}"],
        keeps: &["abc8Q~"],
        ..TOKEN
    },
    Rule {
        id: "signed-url",
        begins: Begins::Anywhere,
        kind: "signature in a URL",
        pattern: r#"[?&;"' ]sig=(?<secret>[A-Za-z0-9%+/_-]{40,}=*)|(?i-u:X-(?:Amz|Goog)-Signature)=(?<signature>[a-f0-9]{64,})"#,
        matches: &[
            "https://x.blob.core.windows.net/c/b?sv=2024-11-04&sp=r&sig={a42}%3D",
            "SharedAccessSignature sr=ns&sig={a43}%3d&se=1",
            "https://b.s3.amazonaws.com/k?X-Amz-Signature={h64}",
        ],
        keeps: &["gpg --verify a.sig", "sig=none", "?sig=short"],
        ..TOKEN
    },
    Rule {
        id: "digitalocean",
        kind: "DigitalOcean token",
        pattern: r"do[opr]_v1_[a-f0-9]{64}",
        matches: &["dop_v1_{h64}", "doo_v1_{h64}", "dor_v1_{h64}"],
        keeps: &["dop_v1_"],
        ..TOKEN
    },
    Rule {
        id: "alibaba",
        kind: "Alibaba access key",
        pattern: r"LTAI[A-Za-z0-9]{12,24}",
        matches: &["LTAI{a20}"],
        keeps: &["LTAI"],
        ..TOKEN
    },
    Rule {
        id: "cloudflare",
        kind: "Cloudflare key",
        pattern: r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}",
        matches: &["v1.0-{h24}-{h146}"],
        keeps: &["v1.0-rc1"],
        ..TOKEN
    },
    Rule {
        id: "heroku",
        kind: "Heroku key",
        pattern: r"HRKU-[A-Za-z0-9_-]{36,}",
        matches: &["HRKU-AA{u58}"],
        keeps: &["HRKU-AA"],
        ..TOKEN
    },
    Rule {
        id: "fly",
        kind: "Fly.io token",
        pattern: r"fo1_[A-Za-z0-9_-]{43}|fm[12][ar]?_[A-Za-z0-9+/]{100,}={0,3}",
        matches: &["fo1_{u43}", "fm2_{a120}"],
        keeps: &["fm2_x"],
        ..TOKEN
    },
    Rule {
        id: "vault",
        kind: "Vault token",
        pattern: r"hv[bsr]\.[A-Za-z0-9_-]{24,}",
        matches: &["hvs.{u90}", "hvb.{u138}", "hvs.{u24}"],
        keeps: &["hvs.rs", "hvs.length"],
        ..TOKEN
    },
    Rule {
        id: "terraform",
        kind: "Terraform token",
        pattern: r"atlasv1\.[A-Za-z0-9_=-]{60,70}",
        matches: &["abcdefgh012345.atlasv1.{u67}"],
        keeps: &["x.atlasv1.y"],
        ..TOKEN
    },
    Rule {
        id: "databricks",
        kind: "Databricks token",
        pattern: r"dapi[a-f0-9]{32}(?:-[0-9])?",
        matches: &["dapi{h32}", "dapi{h32}-2"],
        keeps: &["dapi"],
        ..TOKEN
    },
    Rule {
        id: "doppler",
        kind: "Doppler token",
        pattern: r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}",
        matches: &["dp.pt.{a43}", "dp.st.dev.{a43}"],
        keeps: &["dp.pt.x"],
        ..TOKEN
    },
    Rule {
        id: "pulumi",
        kind: "Pulumi token",
        pattern: r"pul-[a-f0-9]{40}",
        matches: &["pul-{h40}"],
        keeps: &["pul-"],
        ..TOKEN
    },
    Rule {
        id: "planetscale",
        kind: "PlanetScale token",
        pattern: r"pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_=.-]{31,}[A-Za-z0-9_=-]",
        matches: &["pscale_tkn_{u43}", "pscale_pw_{u43}"],
        keeps: &["pscale_pw_"],
        ..TOKEN
    },
    Rule {
        id: "supabase",
        kind: "Supabase key",
        pattern: r"sbp_[a-f0-9]{40}|sb_secret_[A-Za-z0-9_-]{20,}",
        matches: &["sbp_{h40}", "sb_secret_{u31}"],
        keeps: &["sbp_"],
        ..TOKEN
    },
    Rule {
        id: "netlify",
        kind: "Netlify token",
        pattern: r"nfp_[A-Za-z0-9]{36,}",
        matches: &["nfp_{a36}"],
        keeps: &["nfp_1"],
        ..TOKEN
    },
    Rule {
        id: "tailscale",
        kind: "Tailscale key",
        pattern: r"tskey-[a-z]{2,12}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}",
        matches: &["tskey-auth-{a12}CNTRL-{a32}", "tskey-api-{a16}-{a32}"],
        keeps: &["tskey-auth-"],
        ..TOKEN
    },
    Rule {
        id: "dynatrace",
        kind: "Dynatrace token",
        pattern: r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}",
        matches: &["dt0c01.{H24}.{H64}"],
        keeps: &["dt0c01.x"],
        ..TOKEN
    },
    Rule {
        id: "new-relic",
        kind: "New Relic key",
        pattern: r"NRAK-[A-Z0-9]{27}",
        matches: &["NRAK-{H27}"],
        keeps: &["NRAK-"],
        ..TOKEN
    },
    Rule {
        id: "grafana",
        kind: "Grafana token",
        pattern: r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,3}",
        matches: &["glsa_{a32}_{h8}", "glc_eyJ{a80}"],
        keeps: &["glc_x"],
        ..TOKEN
    },
    Rule {
        id: "sentry",
        kind: "Sentry token",
        pattern: r"sntryu_[a-f0-9]{64}|sntrys_[A-Za-z0-9+/=_]{80,}",
        matches: &["sntryu_{h64}", "sntrys_eyJ{a120}_{a43}"],
        keeps: &["sntryu_"],
        ..TOKEN
    },
    Rule {
        id: "openshift",
        kind: "OpenShift token",
        pattern: r"sha256~[A-Za-z0-9_-]{43}",
        matches: &["sha256~{u43}"],
        keeps: &["sha256:{h64}", "sha256-{b43}="],
        ..TOKEN
    },
];
