// The tabs of a page. The pane of the selected tab has the ID `pane-` and the name of the tab.
import { Icon } from "../components/Icons.tsx";

interface Tab<Name extends string> {
  name: Name;
  label: string;
  icon: string;
}

interface Props<Name extends string> {
  /** Accessible name of the list of tabs. */
  label: string;
  tabs: readonly Tab<Name>[];
  selected: Name;
  select: (tab: Name) => void;
}

export function Tabs<Name extends string>({ label, tabs, selected, select }: Props<Name>) {
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const last = tabs.length - 1;
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (tab === undefined) return;
    event.preventDefault();
    document.getElementById(`tab-${tab.name}`)?.focus();
    select(tab.name);
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          id={`tab-${tab.name}`}
          class="tab"
          role="tab"
          aria-selected={tab.name === selected}
          {...(tab.name === selected && { "aria-controls": `pane-${tab.name}` })}
          tabindex={tab.name === selected ? 0 : -1}
          onClick={() => select(tab.name)}
        >
          <Icon name={tab.icon} />
          {tab.label}
        </button>
      ))}
    </div>
  );
}
