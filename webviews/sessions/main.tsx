import { editorHost } from "../shared/host.ts";
import "../shared/theme/base.css";
import { mountSessions } from "./mount.tsx";
import "./sessions.css";

const root = document.getElementById("root");
if (root !== null) mountSessions(root, editorHost());
