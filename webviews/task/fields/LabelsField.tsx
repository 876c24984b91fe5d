// Labels as chips, with the known ones as suggestions.
import { t } from "@vscode/l10n";
import { useEditor } from "../state/actions.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { LabelDot, labelColor } from "../../shared/labels/LabelChip.tsx";
import { ChipsField } from "./ChipsField.tsx";

export function LabelsField() {
  const { state } = useEditor();
  const labels = state.task.value?.card.labels ?? [];
  const project = state.snapshot.value?.project;
  const known = project?.labels ?? [];

  const suggestions = (word: string) => {
    const isNew = word !== "" && !word.includes(",") && !known.includes(word) && !labels.includes(word);
    return [
      ...matches(known, word)
        .filter((label) => !labels.includes(label))
        .map((label) => ({ key: label, content: <Suggestion label={label} color={labelColor(project, label)} /> })),
      ...(isNew ? [{ key: word, content: <NewLabel label={word} /> }] : []),
    ];
  };

  return (
    <ChipsField
      place="labels"
      values={labels}
      separator=","
      chip={(label) => (
        <>
          <LabelDot color={labelColor(project, label)} />
          <span class="chip-text">{label}</span>
        </>
      )}
      removeLabel={(label) => t("Remove the label {label}", { label })}
      suggestions={suggestions}
      suggestionsLabel={t("Suggested labels")}
      placeholder={t("Add a label")}
    />
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
