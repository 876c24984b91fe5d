// Entry of the board's page.
import "../shared/theme/base.css";
import "./board.css";
import { editorHost } from "../shared/host.ts";
import { mountBoard } from "./mount.tsx";

const root = document.getElementById("root");
if (root !== null) mountBoard(root, editorHost());
