// Other records about the task: entries of the register, sessions, memories and documents.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { DocumentRow, MemoryRow, RegisterRow, SessionSummary } from "../../contract/generated/protocol.ts";
import type { SectionName } from "../../contract/task.ts";
import { useNow } from "../../shared/clock.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { RegisterEntry } from "../../shared/register/RegisterEntry.tsx";
import { SessionStatusIcon } from "../../shared/register/SessionStatusIcon.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { agoText } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";
import { Section } from "./Section.tsx";

const shownFirst = 5;

export function KnowledgeSections() {
  const knowledge = useEditor().state.knowledge.value;
  if (knowledge === null) return null;
  const { entries, sessions, memories, documents } = knowledge;
  return (
    <>
      <Records name="entries" title={t("Decisions, notes and pointers")}>
        {entries.map((row) => (
          <Entry key={row.id} row={row} />
        ))}
      </Records>
      <Records name="sessions" title={t("Sessions")}>
        {sessions.map((session) => (
          <Session key={session.path} session={session} />
        ))}
      </Records>
      <Records name="memories" title={t("Memories")}>
        {memories.map((memory) => (
          <Memory key={memory.path} memory={memory} />
        ))}
      </Records>
      <Records name="documents" title={t("Documents")}>
        {documents.map((document) => (
          <Document key={document.path} document={document} />
        ))}
      </Records>
    </>
  );
}

interface RecordsProps {
  name: SectionName;
  title: string;
  /** A list item for each record. */
  children: readonly ComponentChildren[];
}

/** A section with the first records, and a button that shows the others; nothing without records. */
function Records({ name, title, children }: RecordsProps) {
  const [all, setAll] = useState(false);
  const count = children.length;
  if (count === 0) return null;
  return (
    <Section name={name} title={title} beside={<span class="muted">{count}</span>}>
      <ul class="entries">{all ? children : children.slice(0, shownFirst)}</ul>
      {!all && count > shownFirst && (
        <Button kind="link" onClick={() => setAll(true)}>
          {t("Show all {count}", { count })}
        </Button>
      )}
    </Section>
  );
}

function Entry({ row }: { row: RegisterRow }) {
  const { state, actions } = useEditor();
  const targets = {
    openPointer: (path: string, lines: string) => void actions.openPointer(path, lines),
    openLink: (target: string) => void actions.openLink(target, "task"),
  };
  return <RegisterEntry row={row} locale={state.fieldContext.value.locale} targets={targets} />;
}

function Session({ session }: { session: SessionSummary }) {
  const { state, actions } = useEditor();
  const { locale } = state.fieldContext.value;
  const now = useNow();
  const at = session.endedAt || session.startedAt;
  return (
    <li>
      <p class="entry-text">
        <SessionStatusIcon status={session.status} />
        <button type="button" class="button link" onClick={() => void actions.openSession(session.id)}>
          <span dir="auto">{session.summary || session.id}</span>
        </button>
      </p>
      <p class="entry-facts">
        <time dateTime={at} title={timeText(at, locale)}>
          {agoText(at, now, locale)}
        </time>
        {session.actors.length > 0 && ` · ${session.actors.join(", ")}`}
      </p>
    </li>
  );
}

function Memory({ memory }: { memory: MemoryRow }) {
  const { actions } = useEditor();
  return (
    <li>
      <p class="entry-text">
        <Icon name="lightbulb" />
        <button type="button" class="button link" onClick={() => void actions.openRecord(memory.path)}>
          <span dir="auto">{memory.text}</span>
        </button>
      </p>
      <p class="entry-facts">{[memory.memoryKind, ...memory.tags].join(" · ")}</p>
    </li>
  );
}

function Document({ document }: { document: DocumentRow }) {
  const { actions } = useEditor();
  return (
    <li>
      <p class="entry-text">
        <Icon name="book" />
        <button type="button" class="button link" onClick={() => void actions.openRecord(document.path)}>
          <span dir="auto">{document.title}</span>
        </button>
      </p>
      <p class="entry-facts">{document.docType}</p>
    </li>
  );
}
