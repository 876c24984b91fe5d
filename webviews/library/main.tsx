import { editorHost } from "../shared/host.ts";
import "../shared/theme/base.css";
import { mountLibrary } from "./mount.tsx";
import "./library.css";

const root = document.getElementById("root");
if (root !== null) mountLibrary(root, editorHost());
