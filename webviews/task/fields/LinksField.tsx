// Links with and without a type: open, add, edit in place, remove.
import { t } from "@vscode/l10n";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { fieldLabel } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";
import { linkPatch, linkIcon, linksOf, linkTypeName, linkTypes } from "../state/links.ts";
import type { Link } from "../state/links.ts";
import { FieldNotice } from "./FieldFrame.tsx";

export function LinksField() {
  const { state, actions } = useEditor();
  const [editing, setEditing] = useState<number | "new" | null>(null);
  const task = state.task.value;
  if (task === null) return null;
  const readOnly = state.readOnly.value !== null;
  const links = linksOf(task);

  const save = async (next: readonly Link[]): Promise<void> => {
    if (await actions.changeLinks(linkPatch(links, next))) setEditing(null);
  };

  return (
    <div class="field-frame" data-place="links" role="group" aria-labelledby="links-label">
      <div class="field-head">
        <span class="field-label" id="links-label">
          {fieldLabel("links")}
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

interface Props {
  /** Null for a new link. */
  link: Link | null;
  onSave: (link: Link) => void;
  onLeave: () => void;
}

function LinkForm({ link, onSave, onLeave }: Props) {
  const [target, setTarget] = useState(link?.target ?? "");
  const [label, setLabel] = useState(link?.label ?? "");
  const [linkType, setLinkType] = useState(link?.linkType ?? null);
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  useLayoutEffect(() => first.current?.focus(), []);

  const types = [...new Set([...linkTypes, ...(linkType === null ? [] : [linkType])])];
  return (
    <form
      class="link-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (target.trim() === "") return;
        const words = linkType === null || label.trim() === "" ? {} : { label: label.trim() };
        // A requirement keeps its role and hash.
        onSave({ ...(linkType === "requirement" && link), target: target.trim(), linkType, ...words });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault();
        onLeave();
      }}
    >
      <label for={`${id}-target`}>{t("Target")}</label>
      <input
        id={`${id}-target`}
        ref={first}
        class="field"
        type="text"
        autocomplete="off"
        spellcheck={false}
        placeholder={t("URL, path or ID")}
        value={target}
        onInput={(event) => setTarget(event.currentTarget.value)}
      />
      <label for={`${id}-type`}>{t("Type")}</label>
      <select
        id={`${id}-type`}
        class="field"
        value={linkType ?? ""}
        onChange={(event) => setLinkType(event.currentTarget.value || null)}
      >
        <option value="">{t("Plain link")}</option>
        {types.map((type) => (
          <option key={type} value={type}>
            {linkTypeName(type)}
          </option>
        ))}
      </select>
      {linkType !== null && (
        <>
          <label for={`${id}-label`}>{t("Display text")}</label>
          <input
            id={`${id}-label`}
            class="field"
            type="text"
            autocomplete="off"
            value={label}
            onInput={(event) => setLabel(event.currentTarget.value)}
          />
        </>
      )}
      <div class="link-form-buttons">
        <button type="submit" class="button primary" disabled={target.trim() === ""}>
          {t("Save")}
        </button>
        <Button kind="secondary" onClick={onLeave}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
