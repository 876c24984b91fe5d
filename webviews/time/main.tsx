// Entry of the page with the time entries.
import "../shared/theme/base.css";
import "./time.css";
import { editorHost } from "../shared/host.ts";
import { mountTime } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountTime(root, editorHost());
