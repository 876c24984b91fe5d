// Takes the pictures and animations of the documents in VSCode: npm run pictures, after `npm run package`. Arguments
// select some by the beginning of their names: npm run pictures -- gantt animation
import { closeBrowser } from "../harness/chromium.ts";
import { setup } from "../harness/installation.ts";
import { removeAllScratch } from "../harness/scratch.ts";
import { recordAnimations } from "./animations.ts";
import { takePictures } from "./scenes.ts";

const wanted = process.argv.slice(2);
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((word) => name.startsWith(word));

const removeInstallation = await setup();
try {
  await takePictures(isWanted);
  await recordAnimations(isWanted);
} finally {
  await closeBrowser();
  removeAllScratch();
  removeInstallation();
}
