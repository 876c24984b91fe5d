// Renders a component again only when its props change: for the rows and cards of large projects.
import { Component } from "preact";
import type { ComponentChildren, FunctionComponent, VNode } from "preact";

type Props = Record<string, unknown>;

export function memo<P extends object>(draw: (props: P) => VNode | null): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = this.props as Props;
      const after = next as Props;
      return Object.keys({ ...before, ...after }).some((name) => before[name] !== after[name]);
    }
    override render(props: P): ComponentChildren {
      return draw(props);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
