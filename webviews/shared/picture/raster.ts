// Renders an SVG as PNG, through an image with a data URL, which the page's policy allows.

/** An SVG as text, with its size in pixels. */
export interface Picture {
  svg: string;
  width: number;
  height: number;
}

/** Limits of browsers and memory. */
const MAX_SIDE = 16_000;
const MAX_PIXELS = 48_000_000;
/** Sharp in print and on high-density displays. */
const PREFERRED_SCALE = 2;

/** Returns how many pixels one SVG pixel becomes. */
export function scaleOf({ width, height }: Pick<Picture, "width" | "height">): number {
  return Math.min(PREFERRED_SCALE, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
}

/** Returns the file as base64. Rejects if the browser cannot render it. */
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
