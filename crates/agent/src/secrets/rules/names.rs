//! Names of secrets: what is assigned to one is looked at, in code, configurations and sentences.

use super::{Begins, Certainty, Check, Name, Rule};

/// The text between a name and its value: an assignment with an optional type, the start of a
/// YAML block, an argument, an element of XML, or a separate `value`.
macro_rules! assigned {
    () => {
        concat!(
            r#"(?:["'`\]\\]{0,4}[ \t]*(?::[ \t]*[&'A-Za-z<> ]{1,24}=|:=|=>|={1,3}|:|：|＝)[ \t　]*(?:[|>][+-]?[ \t]*(?:\r?\n|\\n)[ \t>#*]+)?"#,
            r#"|["']?[ \t]*,?[ \t]*\r?\n?[ \t]*["']?(?i-u:value)["']?[ \t]*[:=][ \t]*|\([ \t]*|["'][ \t]*,[ \t]*|>)"#
        )
    };
}

const NAMED: Rule = Rule {
    id: "",
    kind: "password or key",
    begins: Begins::Anywhere,
    pattern: "",
    check: Check::Value(Name::Key),
    certainty: Certainty::Certain,
    matches: &[],
    keeps: &[],
};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "password",
        pattern: concat!(r"(?i-u:pass[_-]?(?:word|phrase|code)|passwd|pwd)[0-9]{0,2}", assigned!()),
        check: Check::Value(Name::Password),
        matches: &[
            "DB_PASSWORD: x7{l8}",
            "\"password\": \"x7{l8}\"",
            "password: |\n  x7{l8}",
            "- name: DB_PASSWORD\n  value: x7{l8}",
            "{\"name\": \"DB_PASSWORD\", \"value\": \"x7{l8}\"}",
            "let password: &'static str = \"x7{l8}\";",
            ".password(\"x7{l8}\")",
            "<password>x7{l8}</password>",
            "\"password\": \"x7/{l4}(9{l3}\"",
            "\"password\": \"p4{l3}x w0{l3}y\"",
            "db.password=x7{l8}",
            "\\\"password\\\": \\\"x7{l8}\\\"",
            "パスワード password=潮z1234567",
        ],
        keeps: &[
            "password: string;",
            "password: userPassword2",
            "password = os.environ['DB_PASSWORD_2']",
            "password: process.env.DB_PASSWORD1",
            "password=<your password 1>",
            "\"password\": \"Password\"",
            "passwordHash: {a20}",
            "password: {{ .Values.db2.password }}",
            "PWD=/srv/app2/src",
        ],
        ..NAMED
    },
    Rule {
        id: "pass",
        begins: Begins::Part,
        pattern: concat!("(?i-u:pass|pw)", assigned!()),
        check: Check::Value(Name::Password),
        matches: &["DB_PASS=x7{l8}", "pass: x7{l8}", "PASS='x7{l8}'", "smtpPass: \"x7{l8}\""],
        keeps: &["tests pass: 12", "compass=north2east", "pass: test_foo_2", "bypass: a1b2c3d4e5"],
        ..NAMED
    },
    Rule {
        id: "key",
        pattern: concat!(
            r"(?i-u:secret|bearer|credentials?",
            r"|(?:api|access|secret|account|private|signing|encryption|master|auth|license|deploy|ssh|service|storage)[ _.-]?key",
            r"|(?:access|auth|refresh|api|id|session|bot|personal|deploy|security)[ _.-]?token)[0-9]{0,2}",
            assigned!()
        ),
        matches: &[
            "AWS_SECRET_ACCESS_KEY={b40}",
            "\"client_secret\": \"{h16}\"",
            "const apiKey = '{a24}';",
            "X-Api-Key: {a32}",
            "AccountKey={b86}==;EndpointSuffix=core.windows.net",
            "CF_API_TOKEN={u40}",
            "//registry.example.org/:_authToken={a36}",
            "os.environ.setdefault('SECRET_KEY', '{a40}')",
            "header(\"X-Api-Key\", \"{a32}\")",
        ],
        keeps: &[
            "api_key: see crates/agent/src/secrets.rs:12",
            "the secret: keep it simple",
            "const secret = makeSecret2(\"x\")",
            "日本語の秘密: 潮汐マップ１２３",
            "let secret = load_secret_v2;",
            "access_token: AccessTokenV2Response",
            "secret: kubernetes-secret-name-1",
            "apiKey: config.apiKey2Value",
            "API_KEY=${API_KEY_2}",
            "secret: op://vault/item2/field",
        ],
        ..NAMED
    },
    Rule {
        id: "npm-auth",
        begins: Begins::Word,
        pattern: concat!("_auth", assigned!()),
        matches: &["_auth={b24}", "//registry.tide.net/:_auth = {b24}"],
        keeps: &["basic_auth: required", "_auth=${NPM_AUTH}"],
        ..NAMED
    },
    Rule {
        id: "token",
        begins: Begins::Part,
        pattern: concat!("(?i-u:token)[0-9]{0,2}", assigned!()),
        check: Check::Value(Name::Token),
        matches: &["token={a24}", "export GITHUB_TOKEN='{h40}'", "?token={h32}&x=1", "\"csrfToken\": \"{a32}\""],
        keeps: &[
            "token: the next1 step",
            "token = lexer.next2()",
            "MAX_TOKENS=4096",
            "token: Token::Ident2",
            "nextToken: string",
        ],
        ..NAMED
    },
    Rule {
        id: "any-key",
        pattern: r#"_KEY["']?[ \t]*[=:][ \t]*"#,
        check: Check::Value(Name::Token),
        certainty: Certainty::Doubtful,
        matches: &["STRIPE_KEY={a32}", "\"MAPS_KEY\": \"{a39}\""],
        keeps: &["PRIMARY_KEY=id", "CACHE_KEY=v1-main"],
        ..NAMED
    },
    Rule {
        id: "option",
        pattern: r"--[a-z-]{0,24}(?:password|passwd|passphrase|secret|token|api-?key|access-?key)[ \t]+",
        check: Check::Prose(Name::Password),
        matches: &["tide login --password x7{l10}", "tide --token {a32}", "tide --api-key \"{h32}\""],
        keeps: &["tide --password PASSWORD2", "tide --token <token>", "tide --password \"$PASS_2\""],
        ..NAMED
    },
    Rule {
        id: "sentence",
        pattern: concat!(
            r"(?i-u:pass[ -]?(?:word|phrase|code)|pw|(?:api|secret|access)[ -]?key|secret|token)[ \t]+(?i-u:is|was|to|becomes|will be|=|->)[ \t]+",
            r"(?i-u:now[ \t]+|set to[ \t]+|still[ \t]+)?"
        ),
        check: Check::Prose(Name::Password),
        matches: &["The password is x7{l8}q4.", "we set the password to `x7{l8}q4`", "the API key is {a32}, ask Mio"],
        keeps: &[
            "the password is required",
            "the password is base64 encoded",
            "the token is a UUIDv4",
            "the secret is in vault-2",
        ],
        ..NAMED
    },
    Rule {
        id: "sentence-ja",
        pattern: r"(?:パスワード|パスフレーズ|暗証番号|合言葉|秘密鍵|シークレット|アクセスキー|トークン|(?i-u:api)[ ]?キー)[ \t　]*(?:は|が|を|:|：|=|＝|→)?[ \t　]*",
        check: Check::Prose(Name::Password),
        matches: &["パスワード：x7{l8}q4", "パスワードは x7{l8}q4 です", "APIキー「{a32}」", "トークン＝{h40}"],
        keeps: &[
            "パスワードは8文字以上",
            "トークン数は2,000以下",
            "パスワードはbcryptで保存する",
            "秘密鍵はvault2にある",
        ],
        ..NAMED
    },
];
