import { editorHost } from "../shared/host.ts";
import "../shared/theme/base.css";
import { openPage } from "./page.tsx";
import "./task.css";

const root = document.getElementById("root");
if (root !== null) void openPage(editorHost(), root);
