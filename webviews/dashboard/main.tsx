// Entry of the dashboard.
import "../shared/theme/base.css";
import "./dashboard.css";
import { editorHost } from "../shared/host.ts";
import { mountDashboard } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountDashboard(root, editorHost());
