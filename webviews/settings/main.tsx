import { editorHost } from "../shared/host.ts";
import "../shared/theme/base.css";
import { mountSettings } from "./mount.tsx";
import "./settings.css";

const root = document.getElementById("root");
if (root !== null) mountSettings(root, editorHost());
