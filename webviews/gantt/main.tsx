// Entry of the Gantt chart's page.
import "../shared/theme/base.css";
import "./gantt.css";
import { editorHost } from "../shared/host.ts";
import { mountGantt } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountGantt(root, editorHost());
