import { expect, test } from "vitest";
import { splitMentions } from "./mentions.ts";

const ids = new Set(["t1", "t1.2", "feat-login.sso", "05", "01.2"]);

test.each([
  ["nothing", "nothing"],
  ["t1", "[t1]"],
  ["See t1, then t1.2.", "See [t1], then [t1.2]."],
  ["(feat-login.sso): keys of feat-login", "([feat-login.sso]): keys of feat-login"],
  ["st1 t10 t1_ t1-", "st1 t10 [t1]_ [t1]-"],
  ["at 10:05, task 05 and 01.2", "at 10:05, task [05] and [01.2]"],
  ["潮t1汐", "潮[t1]汐"],
  ["", ""],
])("%j is split into %j", (text, expected) => {
  const parts = splitMentions(text, ids);
  expect(parts.map((part) => (part.isId ? `[${part.text}]` : part.text)).join("")).toBe(expected);
});
