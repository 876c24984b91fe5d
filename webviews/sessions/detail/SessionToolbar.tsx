// The actions for a session.
import { t } from "@vscode/l10n";
import type { SessionView } from "../../contract/generated/protocol.ts";
import type { SessionAction } from "../../contract/sessions.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { useFlash } from "../../shared/components/useFlash.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { useSessions } from "../state/actions.ts";

export function SessionToolbar({ view }: { view: SessionView }) {
  const { state, actions } = useSessions();
  const { id, status } = view.summary;
  const [isCopied, flashCopied] = useFlash();
  const readOnly = state.readOnly.value;
  const known = state.details.value;
  const tokens = known?.id === id ? known.details.tokens : null;
  const item = (action: SessionAction, label: string, icon: string, apart = false): MenuItem => ({
    key: action,
    label,
    picture: <Icon name={icon} />,
    apart,
    choose: () => void actions.act(action, id),
  });
  const isUnfinished = status === "open" || status === "active" || status === "paused";
  const items = [
    ...(status === "open" || status === "paused" ? [item("activate", t("Activate"), "play-circle")] : []),
    ...(status === "open" || status === "active" ? [item("pause", t("Pause"), "debug-pause")] : []),
    ...(isUnfinished ? [item("close", t("Close"), "pass")] : []),
    item("fork", t("Fork…"), "repo-forked", isUnfinished),
    item("merge", t("Merge others into it…"), "git-merge"),
    ...(isUnfinished ? [item("setOwner", t("Owner…"), "person", true), item("setVisibility", t("Visibility…"), "lock")] : []),
  ];
  return (
    <div class="page-toolbar" role="toolbar" aria-label={t("Session")}>
      <Button kind="primary" icon={isCopied ? "check" : "copy"} onClick={() => void actions.copyPrompt(id).then((done) => done && flashCopied())}>
        {isCopied ? t("Copied") : t("Copy Resume Prompt")}
        {tokens !== null && <span class="tokens">{t("{count} tokens", { count: numberText(tokens, state.locale.value) })}</span>}
      </Button>
      <Menu label={t("Resume with an agent")} picture={<Icon name="robot" />} items={[item("startAgent", t("Start an agent in a terminal…"), "terminal"), item("openChat", t("Chat of the editor"), "comment-discussion")]} />
      <Button icon="go-to-file" label={t("Open the file")} onClick={() => void actions.openFile(id)} />
      {!readOnly && <Menu label={t("More actions")} picture={<Icon name="ellipsis" />} items={items} />}
    </div>
  );
}
