// The comments in the notes, oldest first, and a field that adds one.
import { t } from "@vscode/l10n";
import type { Comment } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon } from "../../shared/components/Icons.tsx";
import { nameOf } from "../../contract/people/assignees.ts";
import { noteTime } from "../../shared/text/dates.ts";
import { actorName, actorTitle } from "../../shared/text/names.ts";
import { FieldNotice, noticeId } from "../fields/FieldFrame.tsx";
import { useEditor } from "../state/actions.ts";
import { NotesText } from "./NotesText.tsx";
import { Section } from "./Section.tsx";

export function CommentsSection() {
  const { state } = useEditor();
  const comments = state.task.value?.comments ?? [];
  const readOnly = state.readOnly.value !== null;
  if (readOnly && comments.length === 0) return null;
  // The source of the notes, and notes that are not saved yet, contain the comments.
  const isShown = state.preview.value && state.drafts.value.notes === undefined;
  return (
    <Section name="comments" title={t("Comments")} beside={comments.length > 0 && <span class="muted">{comments.length}</span>}>
      {isShown && (
        <ol class="comments">
          {comments.map((comment, index) => (
            <CommentEntry key={index} comment={comment} />
          ))}
        </ol>
      )}
      {!readOnly && <CommentField />}
    </Section>
  );
}

function CommentEntry({ comment: { at, author, text } }: { comment: Comment }) {
  const { state } = useEditor();
  const { locale, assignees } = state.fieldContext.value;
  return (
    <li class="comment">
      <p class="comment-head">
        {author !== null && (
          <>
            <ActorIcon kind={author.kind} />
            <span class="actor" title={actorTitle(author)}>
              {author.name === "" ? actorName(author) : nameOf(author.name, assignees)}
            </span>
          </>
        )}
        <time dateTime={at}>{noteTime(at, locale)}</time>
      </p>
      <NotesText text={text} empty={t("An empty comment")} />
    </li>
  );
}

function CommentField() {
  const { state, actions } = useEditor();
  const text = state.entries.value.comment;
  return (
    <div class="comment-entry">
      <textarea
        class="field"
        rows={1}
        aria-label={t("New comment")}
        aria-describedby={state.notices.value.comment && noticeId("comment")}
        placeholder={t("Write a comment in Markdown, then Ctrl+Enter")}
        value={text}
        onInput={(event) => actions.enter("comment", event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void actions.addComment();
        }}
      />
      <Button kind="secondary" disabled={text.trim() === ""} onClick={() => void actions.addComment()}>
        {t("Comment")}
      </Button>
      <FieldNotice place="comment" />
    </div>
  );
}
