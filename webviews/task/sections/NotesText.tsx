// Markdown of the task's notes; links and IDs of other tasks are opened by the host.
import { useMemo } from "preact/hooks";
import { MarkdownText } from "../../shared/markdown/MarkdownText.tsx";
import { useEditor } from "../state/actions.ts";

export function NotesText({ text, empty }: { text: string; empty: string }) {
  const { state, actions } = useEditor();
  const mentions = state.task.value?.mentions;
  const tasks = useMemo(() => new Map(mentions?.map(({ id, title }) => [id, title])), [mentions]);
  return (
    <MarkdownText
      text={text}
      empty={empty}
      locale={state.fieldContext.value.locale}
      openLink={(target) => void actions.openLink(target, "notes")}
      tasks={tasks}
      openTask={(id) => void actions.openTask(id)}
    />
  );
}
