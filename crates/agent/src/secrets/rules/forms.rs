//! Forms that do not belong to one service: keys in files, web tokens, logins in URLs, headers and
//! commands.

use super::{Begins, Certainty, Check, Name, Rule};

const FORM: Rule = Rule {
    id: "",
    kind: "password",
    begins: Begins::Anywhere,
    pattern: "",
    check: Check::Login,
    certainty: Certainty::Certain,
    matches: &[],
    keeps: &[],
};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "private-key",
        kind: "private key",
        pattern: "-----BEGIN (?<header>[A-Z0-9 ]{0,40})PRIVATE KEY(?: BLOCK)?-----|Private-Lines: [0-9]{1,3}",
        check: Check::PrivateKey,
        matches: &[
            "-----BEGIN RSA PRIVATE{ }KEY-----\n{b64}\n{b64}\n{b20}==\n-----END RSA PRIVATE KEY-----",
            "-----BEGIN PRIVATE{ }KEY-----\\n{b64}\\n{b22}==\\n-----END PRIVATE KEY-----\\n",
            "-----BEGIN PGP PRIVATE{ }KEY BLOCK-----\nVersion: GnuPG v2\n\n{b64}\n{b64}\n-----END PGP PRIVATE KEY BLOCK-----",
            "Private-Lines: 2\n{b64}\n{b64}",
        ],
        keeps: &[
            "-----BEGIN PRIVATE KEY----- marks a key",
            "-----BEGIN PUBLIC KEY-----\n{b64}\n-----END PUBLIC KEY-----",
            "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
        ],
        ..FORM
    },
    Rule {
        id: "web-token",
        begins: Begins::Word,
        kind: "web token",
        pattern: r"eyJ[A-Za-z0-9_-]{7,1000}\.(?:eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]{16,}|[A-Za-z0-9_-]{0,1000}(?:\.[A-Za-z0-9_-]{10,}){3})",
        check: Check::Random,
        matches: &["eyJ{u20}.eyJ{u40}.{u43}", "eyJ{u40}..{u16}.{u40}.{u22}"],
        keeps: &["eyJ is how JSON begins in base64", "eyJhbGciOiJub25lIn0.body"],
        ..FORM
    },
    Rule {
        id: "database-login",
        pattern: r#"(?i-u:postgres(?:ql)?|mysql|mariadb|mongodb|redis|rediss|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle|nats|ldaps?)(?:\+[a-z0-9]{1,12})?://(?-u:[^\x00-\x20/?#@:"'`<>]){0,128}:(?<secret>(?-u:[^\x00-\x20"'`<>]){1,256})@[A-Za-z0-9_.\[-]"#,
        matches: &[
            "postgres://app:{l10}@db.tide.net/main",
            "postgresql+asyncpg://app:x7/{l6}#{l4}@db.tide.net:5432/main",
            "redis://:{l12}@cache:6379",
            "mongodb+srv://app:{a16}@c.mongodb.net/?w=1",
        ],
        keeps: &[
            "postgres://app:${DB_PASSWORD}@db/main",
            "postgres://user:password@localhost/dev",
            "postgres://db.example.com:5432/a@b",
            "mysql://{user}:{pass}@{host}/x",
        ],
        ..FORM
    },
    Rule {
        id: "url-token",
        kind: "token in a URL",
        pattern: r"://(?<secret>[A-Za-z0-9_.~%+=-]{16,})(?::x-oauth-basic|:)?@[A-Za-z0-9]",
        check: Check::Word,
        matches: &["https://{a40}@tide.net/r.git", "https://{h40}:x-oauth-basic@github.com/o/r"],
        keeps: &["ssh://git@github.com/o/r", "https://first.last.of.somewhere@tide.net", "git@github.com:o/r.git"],
        ..FORM
    },
    Rule {
        id: "url-login",
        pattern: r#"://(?-u:[^\x00-\x20/?#@:"'`<>]){0,128}:(?<secret>(?-u:[^\x00-\x20/?#"'`<>]){1,256})@[A-Za-z0-9_.\[-]"#,
        matches: &[
            "https://app:{a16}@tide.net/x",
            "http://admin:1234@gateway",
            "ftp://first.last:12345@files.tide.net",
        ],
        keeps: &[
            "http://localhost:3000@v2",
            "https://registry.example.com:5000@v2 is no login",
            "https://user:pass@example.com",
            "https://%s:%s@host/",
        ],
        ..FORM
    },
    Rule {
        id: "basic",
        kind: "password or key",
        pattern: r#"(?i-u:authorization["'\]]{0,2}[ \t]*[:=,][ \t]*["'`]?basic[ \t]+)(?<secret>[A-Za-z0-9+/]{8,}={0,2})|"auth"[ \t]*:[ \t]*"(?<auth>[A-Za-z0-9+/]{12,}={0,2})""#,
        check: Check::Basic,
        matches: &["Authorization: Basic {m20}==", "-H 'authorization: basic {b24}'", "{\"auth\": \"{m22}==\"}"],
        keeps: &["Authorization: Basic authentication", "authorization: Basic <credentials>", "\"auth\": \"required\""],
        ..FORM
    },
    Rule {
        id: "bearer",
        kind: "password or key",
        pattern: r#"(?i-u:authorization["'\]]{0,2}[ \t]*[:=,][ \t]*["'`]?(?:(?:bearer|token|key|apikey|api-key|bot|sso-key)[ \t]+)?)(?<secret>[A-Za-z0-9._~+/:-]{16,}=*)|(?i-u:bearer)[ \t]+(?<bearer>[A-Za-z0-9._~+/-]{16,}=*)"#,
        check: Check::Word,
        matches: &[
            "Authorization: Bearer {a32}",
            "\"Authorization\": \"token {h40}\"",
            "-H \"authorization: {u40}\"",
            "Bearer {a24}",
        ],
        keeps: &[
            "Authorization: Bearer $TOKEN",
            "Bearer authentication-scheme",
            "authorization: see RFC 6750",
            "a bearer of-the-ring-2",
        ],
        ..FORM
    },
    Rule {
        id: "cookie",
        kind: "cookie",
        pattern: r#"(?i-u:set-cookie)["'\]]{0,2}[ \t]*[:=,][ \t]*["'`]?[A-Za-z0-9_.-]{1,64}=(?<secret>(?-u:[^\x00-\x20;"'`\\]){16,})|(?i-u:cookie)["'\]]{0,2}[ \t]*[:=, ][ \t]*["'`]?(?<cookie>[A-Za-z0-9_.%-]{1,64}=(?-u:[^\x00-\x1f"'`\\]){16,})"#,
        check: Check::Cookie,
        matches: &[
            "Cookie: sid={a32}; theme=dark",
            "Set-Cookie: session={u40}; Path=/; HttpOnly",
            "curl --cookie 'sid={h32}'",
        ],
        keeps: &["Cookie: theme=dark; consent=yes", "Set-Cookie: theme=dark; Path=/", "the cookie name=value form"],
        ..FORM
    },
    Rule {
        id: "curl-login",
        begins: Begins::Word,
        pattern: r#"(?:curl|wget|http|https|xh)(?:[ \t](?:(?-u:[^\n])|\\\r?\n){0,200}?)??[ \t](?:-[A-Za-z]{0,6}u|--user|--proxy-user)[ =]?["']?(?-u:[^\x00-\x20:"']){1,64}:(?<secret>(?-u:[^\x00-\x20"'])+)"#,
        matches: &[
            "curl -u app:{l10} https://tide.net",
            "curl -sS --user 'app:{a16}' tide.net",
            "curl \\\n  -u app:{l10} tide.net",
        ],
        keeps: &[
            "docker run -u 1000:1000 tide",
            "curl -u \"$USER:$PASS\" tide.net",
            "curl -u user:password https://tide.net",
        ],
        ..FORM
    },
    Rule {
        id: "login-lines",
        kind: "password or key",
        pattern: r"(?i-u:login|user(?:name)?)[ \t]+(?-u:[^\x00-\x20]){1,64}[ \t\n]+(?i-u:password)[ \t]+|sshpass[ \t]+-p[ \t]*|docker login(?-u:[^\n]){0,200}?[ \t]-p[ =]",
        check: Check::Prose(Name::Password),
        matches: &[
            "machine tide.net login app password x7{l10}",
            "docker login -u app -p x7{l12} tide.net",
            "sshpass -p 'x7{l10}' ssh h",
        ],
        keeps: &["the user has a password hash", "login and password fields"],
        ..FORM
    },
];
