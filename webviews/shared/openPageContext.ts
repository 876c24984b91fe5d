// Opens other pages and VSCode's list of problems, for each of a page's components.
import type { Place } from "../contract/surfaces.ts";
import { createRequiredContext } from "./context.ts";

export const [OpenPageContext, useOpenPage] = createRequiredContext<(page: Place) => void>("page");
