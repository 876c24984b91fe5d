// What stands around the chart.
export { LinkPopover } from "./LinkPopover.tsx";
export { ProposalPanel } from "./ProposalPanel.tsx";
export { TableMode } from "./TableMode.tsx";
export { Toolbar } from "./Toolbar.tsx";
