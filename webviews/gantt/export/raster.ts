// A drawn picture as PNG. The drawing goes through an image with its text in its address, which a page's rules allow.
import type { Picture } from "./picture.ts";

/** Browsers draw no longer sides, and more pixels take more memory than a page should. */
const MAX_SIDE = 16_000;
const MAX_PIXELS = 48_000_000;
/** Sharp on paper and on screens with small pixels. */
const PREFERRED_SCALE = 2;

/** How many pixels one of the drawing's becomes. */
export function scaleOf({ width, height }: Pick<Picture, "width" | "height">): number {
  return Math.min(PREFERRED_SCALE, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** The file as base64. Rejects when the browser cannot draw it. */
export async function pngOf({ svg, width, height }: Picture): Promise<string> {
  const image = new Image();
  image.src = await addressOf(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const scale = scaleOf({ width, height });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(width * scale));
  canvas.height = Math.max(1, Math.floor(height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("There is no canvas to draw on.");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("The picture has too many pixels.");
  const address = await addressOf(blob);
  return address.slice(address.indexOf(",") + 1);
}

function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(new Error("The picture cannot be read.")));
    reader.readAsDataURL(blob);
  });
}
