// Git commits as lines that show their changes.
import { t } from "@vscode/l10n";
import type { GitCommit } from "../../contract/common.ts";
import { Icon } from "../components/Icons.tsx";
import { timeText } from "../text/dates.ts";

interface Props {
  commits: readonly GitCommit[];
  locale: string;
  open: (hash: string) => void;
}

export function CommitLines({ commits, locale, open }: Props) {
  return (
    <ul class="entries">
      {commits.map(({ hash, subject, author, at }) => (
        <li key={hash} class="event-line">
          <Icon name="git-commit" />
          <span>
            <button type="button" class="button link" title={t("Show the changes")} onClick={() => open(hash)}>
              <span class="task-id">{hash.slice(0, 7)}</span> <span dir="auto">{subject}</span>
            </button>{" "}
            <span class="muted">{author}</span>
          </span>
          <time dateTime={at}>{timeText(at, locale)}</time>
        </li>
      ))}
    </ul>
  );
}
