//! Chats, webhooks, and services that send mail and messages.

use super::{Begins, Rule, TOKEN};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "slack",
        kind: "Slack token",
        pattern: r"xox[abceoprs][.-][A-Za-z0-9.-]{19,}[A-Za-z0-9]|xapp-[A-Za-z0-9-]{20,}",
        matches: &[
            "xoxb-{d12}-{d12}-{a24}",
            "xoxp-{d12}-{d12}-{d12}-{h32}",
            "xapp-1-A{H10}-{d13}-{h64}",
            "xoxe.xoxp-1-{a60}",
        ],
        keeps: &["xoxb-your-token-goes-here", "xoxb-"],
        ..TOKEN
    },
    Rule {
        id: "slack-webhook",
        kind: "Slack webhook",
        pattern: r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/]{20,})",
        matches: &[
            "https://hooks.slack.com/services/T{H8}/B{H8}/{a24}",
            "https://hooks.slack.com/triggers/T{H8}/{d13}/{h32}",
        ],
        keeps: &["https://hooks.slack.com/services/", "https://hooks.slack.com/services/T00/B00/XXXX"],
        ..TOKEN
    },
    Rule {
        id: "discord-webhook",
        kind: "Discord webhook",
        pattern: r"discord(?:app)?\.com/api/(?:v[0-9]{1,2}/)?webhooks/[0-9]{15,21}/(?<secret>[A-Za-z0-9_-]{40,})",
        matches: &[
            "https://discord.com/api/webhooks/{d18}/{u68}",
            "https://discordapp.com/api/v10/webhooks/{d19}/{u68}",
        ],
        keeps: &["https://discord.com/api/webhooks/{d18}"],
        ..TOKEN
    },
    Rule {
        id: "discord",
        kind: "Discord token",
        pattern: r"(?:M[Tjz]|N[DTjz]|O[DT])[A-Za-z0-9_-]{22,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}",
        matches: &["MT{a24}.{a6}.{u38}", "Nz{a22}.{a6}.{u27}"],
        keeps: &["Module.method.call"],
        ..TOKEN
    },
    Rule {
        id: "teams-webhook",
        begins: Begins::Anywhere,
        kind: "Teams webhook",
        pattern: r"\.webhook\.office\.com/webhookb2/(?<secret>[A-Za-z0-9@/-]{60,})",
        matches: &[
            "https://tide.webhook.office.com/webhookb2/{h8}-{h4}-4{h3}-8{h3}-{h12}@{h8}-{h4}-4{h3}-8{h3}-{h12}/IncomingWebhook/{h32}/{h36}",
        ],
        keeps: &["https://tide.webhook.office.com/webhookb2/"],
        ..TOKEN
    },
    Rule {
        id: "google-chat-webhook",
        kind: "Google Chat webhook",
        pattern: r"chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{6,24}/messages\?(?<secret>key=[A-Za-z0-9_-]{20,}&token=[A-Za-z0-9%_-]{20,})",
        matches: &["https://chat.googleapis.com/v1/spaces/AAAAtide123/messages?key=AIza{u35}&token={u43}%3D"],
        keeps: &["https://chat.googleapis.com/v1/spaces/AAAA/messages"],
        ..TOKEN
    },
    Rule {
        id: "telegram",
        begins: Begins::Anywhere,
        kind: "Telegram token",
        pattern: r"[0-9]:(?<secret>AA[A-Za-z0-9_-]{33})",
        matches: &["{d10}:AA{u33}", "https://api.telegram.org/bot{d10}:AA{u33}/getMe"],
        keeps: &["1234567890:AA", "12:34:56"],
        ..TOKEN
    },
    Rule {
        id: "twilio",
        kind: "Twilio key",
        pattern: r"SK[a-f0-9]{32}",
        matches: &["SK{h32}"],
        keeps: &["SK_32", "AC{h32}"],
        ..TOKEN
    },
    Rule {
        id: "sendgrid",
        kind: "SendGrid key",
        pattern: r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{40,}",
        matches: &["SG.{u22}.{u43}"],
        keeps: &["SG.Name.Other"],
        ..TOKEN
    },
    Rule {
        id: "mailgun",
        kind: "Mailgun key",
        pattern: r"key-[a-f0-9]{32}",
        matches: &["key-{h32}"],
        keeps: &["key-value", "{h8}-{h4}-4{h3}-8{h3}-{h12}"],
        ..TOKEN
    },
    Rule {
        id: "brevo",
        kind: "Brevo key",
        pattern: r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}",
        matches: &["xkeysib-{h64}-{a16}"],
        keeps: &["xkeysib-"],
        ..TOKEN
    },
];
