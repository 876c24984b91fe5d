// The ID of the extension in VSCode.
import manifest from "../../../package.json" with { type: "json" };

export const extensionId = `${manifest.publisher}.${manifest.name}`;
