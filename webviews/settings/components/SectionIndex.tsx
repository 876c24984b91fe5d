// The index of the sections: at the side, or as a menu where the page is narrow.
import { t } from "@vscode/l10n";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import { useSettings } from "../state/actions.ts";

export function sectionId(name: string): string {
  return `section-${name}`;
}

/** Scrolls to a section and focuses it. */
export function goTo(name: string): void {
  const section = document.getElementById(sectionId(name));
  const scroller = section?.parentElement;
  // Not `scrollIntoView`, which would also scroll the frame in which VSCode shows the page.
  if (section && scroller) scroller.scrollTop += section.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  section?.focus({ preventScroll: true });
}

export function SectionIndex() {
  const { state } = useSettings();
  const sections = state.sections.value;
  const current = useCurrentSection(sections.map(({ name }) => name));
  return (
    <nav class="settings-index" aria-label={t("Sections")}>
      <ul>
        {sections.map(({ name, title, icon }) => (
          <li key={name}>
            <button type="button" class="button" aria-current={name === current} onClick={() => goTo(name)}>
              <Icon name={icon} />
              <span class="clipped">{title}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function SectionMenu() {
  const { state } = useSettings();
  return (
    <Menu
      class="settings-menu"
      label={t("Sections")}
      picture={<Icon name="list-unordered" />}
      items={state.sections.value.map(({ name, title, icon }) => ({ key: name, label: title, picture: <Icon name={icon} />, choose: () => goTo(name) }))}
    />
  );
}

/** Returns the section at the top of the visible part. */
function useCurrentSection(names: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string | undefined>(undefined);
  useEffect(() => {
    const area = document.querySelector(".settings-sections");
    const update = (): void => {
      const top = (area?.getBoundingClientRect().top ?? 0) + 40;
      const isAbove = (name: string): boolean => (document.getElementById(sectionId(name))?.getBoundingClientRect().top ?? Infinity) <= top;
      setCurrent(names.findLast(isAbove) ?? names[0]);
    };
    update();
    area?.addEventListener("scroll", update, { passive: true });
    return () => area?.removeEventListener("scroll", update);
  }, [names.join(" ")]);
  return current;
}
