// Entry of the overview of several projects.
import "../../shared/theme/base.css";
import "./overview.css";
import { editorHost } from "../../shared/host.ts";
import { mountOverview } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountOverview(root, editorHost());
