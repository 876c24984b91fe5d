// A text whose words a tooltip explains. Screen readers read both.
export function Explained({ text, meaning }: { text: string; meaning: string }) {
  return (
    <span title={meaning === "" ? undefined : meaning}>
      {text}
      {meaning !== "" && <span class="visually-hidden"> ({meaning})</span>}
    </span>
  );
}
