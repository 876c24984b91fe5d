// The button that sends the task to an agent.
import { t } from "@vscode/l10n";
import type { SendWay } from "../../contract/task.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import { useFlash } from "../../shared/components/useFlash.ts";
import { useEditor } from "../state/actions.ts";

export function SendMenu() {
  const { state, actions } = useEditor();
  // What a person decides about a task in review comes first.
  const isInReview = state.task.value?.card.status === "review" && state.readOnly.value === null;
  const [isCopied, flashCopied] = useFlash();
  const name = isCopied ? t("Copied") : t("Send to agent");
  const item = (way: SendWay, icon: string, label: string) => ({
    key: way,
    label,
    picture: <Icon name={icon} />,
    choose: () => void actions.send(way).then((done) => done && way === "copy" && flashCopied()),
  });
  return (
    <Menu
      class={isInReview ? "secondary" : "primary"}
      label={name}
      items={[
        item("terminal", "terminal", t("Start an agent in a terminal…")),
        item("chat", "comment-discussion", t("Chat of the editor")),
        { ...item("copy", "copy", t("Copy the prompt")), apart: true },
      ]}
    >
      <Icon name={isCopied ? "check" : "robot"} />
      {name}
    </Menu>
  );
}
