// A Preact context whose hook never returns null.
import { createContext } from "preact";
import type { Context } from "preact";
import { useContext } from "preact/hooks";

/** Returns the context and its hook; the hook throws outside of the provider. */
export function createRequiredContext<T extends object>(name: string): readonly [context: Context<T | null>, use: () => T] {
  const context = createContext<T | null>(null);
  const use = (): T => {
    const value = useContext(context);
    if (value === null) throw new Error(`A component was rendered outside of the ${name} context.`);
    return value;
  };
  return [context, use];
}
