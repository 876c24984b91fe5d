// Links with and without a type: opened, added, edited in place, removed.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { useEditor } from "../editor.ts";
import { changedLinks, linkIcon, linkTypeName, linksOf } from "../links.ts";
import type { Link } from "../links.ts";
import { FieldNotice } from "./FieldNotice.tsx";
import { LinkForm } from "./LinkForm.tsx";

export function LinksField() {
  const { state, actions } = useEditor();
  const [editing, setEditing] = useState<number | "new" | null>(null);
  const task = state.task.value;
  if (task === null) return null;
  const readOnly = state.readOnly.value !== null;
  const links = linksOf(task);

  const save = async (next: readonly Link[]): Promise<void> => {
    if (await actions.changeLinks(changedLinks(links, next))) setEditing(null);
  };

  return (
    <div class="field-frame" data-place="links" role="group" aria-labelledby="links-label">
      <div class="field-head">
        <span class="field-label" id="links-label">
          {t("Links")}
        </span>
        {!readOnly && editing !== "new" && (
          <Button icon="add" label={t("Add a link")} onClick={() => setEditing("new")} />
        )}
      </div>
      {links.length > 0 && (
        <ul class="lines">
          {links.map((link, index) =>
            editing === index ? (
              <li key={index}>
                <LinkForm
                  link={link}
                  onSave={(changed) => void save(links.with(index, changed))}
                  onLeave={() => setEditing(null)}
                />
              </li>
            ) : (
              <li key={index}>
                <LinkName link={link} />
                {!readOnly && (
                  <>
                    <Button
                      icon="edit"
                      class="line-action"
                      label={t("Edit the link {name}", { name: link.label ?? link.target })}
                      onClick={() => setEditing(index)}
                    />
                    <Button
                      icon="close"
                      class="line-action"
                      label={t("Remove the link {name}", { name: link.label ?? link.target })}
                      onClick={() => void save(links.toSpliced(index, 1))}
                    />
                  </>
                )}
              </li>
            ),
          )}
        </ul>
      )}
      {links.length === 0 && editing === null && <p class="muted">{t("None")}</p>}
      {editing === "new" && (
        <LinkForm link={null} onSave={(added) => void save([...links, added])} onLeave={() => setEditing(null)} />
      )}
      <FieldNotice place="links" />
    </div>
  );
}

function LinkName({ link }: { link: Link }) {
  const { actions } = useEditor();
  const { target, label, linkType } = link;
  return (
    <span class="task-line">
      <Icon name={linkIcon(link)} {...(linkType !== null && { label: linkTypeName(linkType) })} />
      <button
        type="button"
        class="button link task-link"
        title={target}
        onClick={() => void actions.openLink(target, "links")}
      >
        <span class="task-title">{label ?? target}</span>
      </button>
    </span>
  );
}
