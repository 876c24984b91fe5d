/** Translates a message and fills in its arguments. Extension and webviews each have their own. */
export type Translate = (message: string, args?: Record<string, string>) => string;
