// Creates a task about the selection of an editor, with a link back to it.

import { l10n, window, type TextEditor } from "vscode";
import type { TaskChange } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { askText } from "../support/askText.ts";
import { projectFile } from "../workspace/projectFiles.ts";
import { cutText } from "./cutText.ts";

/** Maximum number of lines of code in the notes of a task. */
const MAX_LINES = 40;
/** Maximum number of characters of a proposed title. */
const MAX_TITLE = 100;

export function newTaskHereCommands(context: CommandContext): CommandTable {
  return {
    "handoff.newTaskHere": async () => {
      const editor = window.activeTextEditor;
      if (editor === undefined) return void window.showInformationMessage(l10n.t("Open a file of a project first."));
      await context.projects.load();
      const file = projectFile(context.projects, editor.document.uri);
      if (file === undefined) return void window.showInformationMessage(l10n.t("This file is not in a Handoff project."));
      const lines = selectedLines(editor);
      const code = editor.document.getText(editor.selection);
      const prompt = l10n.t("Title of the task, in one line. It gets a link to {0}.", `${file.path}:${lines.first}`);
      const title = await askText({ title: l10n.t("New Task from Selection"), prompt, value: titleOf(code) }, l10n.t("A task needs a title."));
      if (title === undefined) return undefined;
      const task: TaskChange = { fields: { title, links: { set: [linkTo(file.path, lines)] }, ...(code.trim() !== "" && { notes: notesOf(code, editor.document.languageId) }) } };
      const result = await context.perform(file.project, { kind: "changeTasks", tasks: [task] });
      const id = result.kind === "done" ? result.created[0] : undefined;
      if (id === undefined) return result;
      const open = l10n.t("Open Task");
      // The command has ended: do not wait until the message is read.
      void window.showInformationMessage(l10n.t("Created {0} “{1}”.", id, title), open).then((chosen) => {
        if (chosen === open) context.openTask(file.project, id);
      });
      return result;
    },
  };
}

interface Lines {
  /** Counted from 1. */
  readonly first: number;
  readonly last: number;
}

/** Returns the selected lines. A selection that ends at the start of a line does not include that line. */
function selectedLines({ selection: { start, end } }: TextEditor): Lines {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { first: start.line + 1, last };
}

function linkTo(path: string, { first, last }: Lines): string {
  return first === last ? `${path}#L${first}` : `${path}#L${first}-L${last}`;
}

/** Returns the first line of code without the marks of a comment: `// TODO: sort` becomes `sort`. */
export function titleOf(code: string): string {
  const line = code.trim().split("\n", 1)[0] ?? "";
  return cutText(line.replace(/^(?:\/\/+|\/\*+|#+|--|<!--|;+|%+)\s*/u, "").replace(/\s*(?:\*\/|-->)$/u, "").replace(/^(?:TODO|FIXME|XXX|HACK)(?:\([^)]*\))?:?\s*/u, ""), MAX_TITLE);
}

/** Returns code as Markdown, with a fence that is longer than each in the code. */
export function notesOf(code: string, language: string): string {
  const lines = code.replace(/\r?\n$/u, "").split(/\r?\n/u);
  const longest = Math.max(2, ...[...code.matchAll(/`{3,}/gu)].map(([fence]) => fence.length));
  const fence = "`".repeat(longest + 1);
  const shown = lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), "…"] : lines;
  return [fence + language, ...shown, fence].join("\n");
}
