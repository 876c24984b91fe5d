// Writes one link: Enter saves it, Escape leaves it as it was.
import { t } from "@vscode/l10n";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { linkTypeName, linkTypes } from "../links.ts";
import type { Link } from "../links.ts";

interface Props {
  /** Null for a new one. */
  link: Link | null;
  onSave: (link: Link) => void;
  onLeave: () => void;
}

export function LinkForm({ link, onSave, onLeave }: Props) {
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
        onSave({ target: target.trim(), linkType, ...words });
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
        placeholder={t("Address, path or id")}
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
          <label for={`${id}-label`}>{t("Shown as")}</label>
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
