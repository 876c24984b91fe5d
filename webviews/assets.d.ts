// Style sheets are imported for their side effect; the bundler writes them next to the script.
declare module "*.css";
