// Labels as chips, followed by a field that adds one. Left and right move between chips, Delete
// removes one.
import { t } from "@vscode/l10n";
import { useRef, useState } from "preact/hooks";
import { useEditor } from "../state/actions.ts";
import { Combobox } from "../../shared/combobox/Combobox.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { LabelDot, labelColor } from "../../shared/labels/LabelChip.tsx";
import { FieldFrame, noticeId } from "./FieldFrame.tsx";

export function LabelsField() {
  const { state, actions } = useEditor();
  const [text, setText] = useState("");
  const chips = useRef<HTMLDivElement>(null);
  const labels = state.task.value?.card.labels ?? [];
  const readOnly = state.readOnly.value !== null;
  const notice = state.notices.value.labels;

  const add = async (typed: string): Promise<void> => {
    const newLabels = [...new Set(typed.split(",").map((label) => label.trim()))].filter((label) => label !== "");
    if (newLabels.length > 0 && (await actions.changeList("labels", { add: newLabels }))) setText("");
  };

  const focusChip = (index: number): void => {
    const stops = chips.current?.querySelectorAll<HTMLElement>(".chip-remove, input") ?? [];
    stops[Math.max(0, Math.min(index, stops.length - 1))]?.focus();
  };

  const remove = async (label: string, index: number): Promise<void> => {
    focusChip(index + 1);
    await actions.changeList("labels", { remove: [label] });
  };

  const project = state.snapshot.value?.project;
  const known = project?.labels ?? [];
  const word = text.trim();
  const isNew = word !== "" && !word.includes(",") && !known.includes(word) && !labels.includes(word);
  const suggestions = [
    ...matches(known, word)
      .filter((label) => !labels.includes(label))
      .map((label) => ({ key: label, content: <Suggestion label={label} color={labelColor(project, label)} /> })),
    ...(isNew ? [{ key: word, content: <NewLabel label={word} /> }] : []),
  ];

  return (
    <FieldFrame place="labels" label={t("Labels")} control="new-label">
      <div class="chips" ref={chips}>
        {labels.map((label, index) => (
          <span class="chip" key={label}>
            <LabelDot color={labelColor(project, label)} />
            <span class="chip-text">{label}</span>
            {!readOnly && (
              <button
                type="button"
                class="chip-remove"
                aria-label={t("Remove the label {label}", { label })}
                title={t("Remove the label {label}", { label })}
                onClick={() => void remove(label, index)}
                onKeyDown={(event) => {
                  if (event.key === "ArrowLeft") focusChip(index - 1);
                  else if (event.key === "ArrowRight") focusChip(index + 1);
                  else if (event.key === "Delete" || event.key === "Backspace") void remove(label, index);
                  else return;
                  event.preventDefault();
                }}
              >
                <span class="codicon codicon-close" aria-hidden="true" />
              </button>
            )}
          </span>
        ))}
        <Combobox
          id="new-label"
          text={text}
          suggestions={suggestions}
          listLabel={t("Suggested labels")}
          placeholder={readOnly ? "" : t("Add a label")}
          readOnly={readOnly}
          invalid={notice !== undefined && notice.kind !== "warning"}
          describedBy={notice && noticeId("labels")}
          picksFirst
          onText={(typed) => {
            setText(typed);
            if (typed.endsWith(",")) void add(typed);
          }}
          onPick={(label) => void add(label)}
          onEnter={(typed) => void add(typed)}
          onEscape={() => setText("")}
          onKeyDown={(event) => {
            const { selectionEnd } = event.currentTarget;
            if (selectionEnd !== 0 || !["ArrowLeft", "Backspace"].includes(event.key) || labels.length === 0) return;
            event.preventDefault();
            focusChip(labels.length - 1);
          }}
        />
      </div>
    </FieldFrame>
  );
}

function Suggestion({ label, color }: { label: string; color: string }) {
  return (
    <>
      <LabelDot color={color} />
      <span class="suggestion-text">{label}</span>
    </>
  );
}

/** Returns the labels that contain the text; those that begin with it come first. */
function matches(labels: readonly string[], text: string): string[] {
  const part = text.toLowerCase();
  const found = labels.filter((label) => label.toLowerCase().includes(part));
  const begins = (label: string): boolean => label.toLowerCase().startsWith(part);
  return [...found.filter(begins), ...found.filter((label) => !begins(label))];
}

function NewLabel({ label }: { label: string }) {
  return (
    <>
      <Icon name="add" />
      <span class="suggestion-text">{t("New label “{label}”", { label })}</span>
    </>
  );
}
