// Style sheets are imported for their side effect; the bundler writes them next to the script.
declare module "*.css";

// The text of a picture.
declare module "*.svg?raw" {
  const text: string;
  export default text;
}
