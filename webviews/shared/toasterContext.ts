// The messages of a page, for each of its components.
import { createRequiredContext } from "./context.ts";
import type { Toaster } from "./messages/toaster.ts";

export const [ToasterContext, useToaster] = createRequiredContext<Toaster>("page");
