// What stands around the chart.
export { LinkPopover } from "./LinkPopover.tsx";
export { ProposalPanel } from "../proposal/ProposalPanel.tsx";
export { TableMode } from "../table/TableMode.tsx";
export { Toolbar } from "./Toolbar.tsx";
