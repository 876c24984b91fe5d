// A card with a chart in a test's page, and what the host was asked for.
import { render } from "preact";
import { useState } from "preact/hooks";
import { page } from "vitest/browser";
import "@vscode/codicons/dist/codicon.css";
import "../../theme/base.css";
import "../charts.css";
import { applyTheme } from "../../testing/theme.ts";
import { ChartCard } from "../ChartCard.tsx";
import type { ChartFile } from "../ChartCard.tsx";
import type { AnyChart } from "../data/model.ts";

export interface OpenCard {
  copied: string[];
  saved: [name: string, file: ChartFile][];
  close(): void;
}

export async function openCard(chart: AnyChart): Promise<OpenCard> {
  await page.viewport(700, 500);
  applyTheme("dark");
  const root = document.createElement("main");
  document.body.append(root);
  const card: OpenCard = {
    copied: [],
    saved: [],
    close: () => {
      render(null, root);
      root.remove();
      document.querySelectorAll("body > [role=status]").forEach((element) => element.remove());
    },
  };
  const actions = {
    copy: (text: string) => void card.copied.push(text),
    save: (name: string, file: ChartFile) => void card.saved.push([name, file]),
    warn: (text: string) => void card.copied.push(`warning: ${text}`),
  };
  function Card() {
    const [isTable, setIsTable] = useState(false);
    return <ChartCard chart={chart} locale="en-GB" actions={actions} empty="Nothing yet." notice={null} showsNote note="From the log." isTable={isTable} onTable={setIsTable} />;
  }
  render(<Card />, root);
  return card;
}
