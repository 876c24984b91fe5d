// A field that finds tasks by ID or title.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import type { TaskName } from "../../contract/generated/protocol.ts";
import { StatusIcon } from "../components/Icons.tsx";
import { Combobox } from "./Combobox.tsx";

interface Props {
  id: string;
  text: string;
  /** By default, that it searches. */
  placeholder?: string;
  invalid: boolean;
  describedBy?: string | undefined;
  /** Returns the tasks that match, best match first. */
  search: (text: string) => Promise<readonly TaskName[]>;
  onText: (text: string) => void;
  onPick: (task: TaskName) => void;
  /** Enter without a selected task; the text is not empty. */
  onEnter: (text: string) => void;
  onEscape?: () => void;
}

export function TaskCombobox({ search, onText, onPick, onEnter, onEscape, text, ...field }: Props) {
  const [found, setFound] = useState<readonly TaskName[]>([]);
  const newest = useRef(0);

  /** Ends the search that is under way, if any. */
  const clear = (): void => {
    newest.current += 1;
    setFound([]);
  };

  const type = async (typed: string): Promise<void> => {
    onText(typed);
    if (typed.trim() === "") {
      clear();
      return;
    }
    const turn = (newest.current += 1);
    const tasks = await search(typed.trim());
    if (turn === newest.current) setFound(tasks);
  };

  const pick = (id: string): void => {
    const task = found.find((known) => known.id === id);
    clear();
    if (task !== undefined) onPick(task);
  };

  const suggestions = found.map((task) => ({
    key: task.id,
    content: (
      <>
        <StatusIcon status={task.status} named />
        <span class="task-id">{task.id}</span>
        <span class="suggestion-text">{task.title}</span>
      </>
    ),
  }));
  return (
    <Combobox
      placeholder={t("Search by ID or title")}
      {...field}
      text={text}
      suggestions={suggestions}
      listLabel={t("Tasks")}
      onText={(typed) => void type(typed)}
      onPick={pick}
      onEnter={(typed) => {
        clear();
        if (typed.trim() !== "") onEnter(typed.trim());
      }}
      onEscape={() => {
        clear();
        onEscape?.();
      }}
    />
  );
}
