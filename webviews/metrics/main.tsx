// Entry of the page with figures and charts.
import "../shared/theme/base.css";
import "./metrics.css";
import { editorHost } from "../shared/host.ts";
import { mountMetrics } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountMetrics(root, editorHost());
