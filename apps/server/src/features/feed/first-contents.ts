/** What a topic says to those who just came: made once for all who come between two steps of the market. */
import type { Frame } from './frames.ts';

export interface FirstContents {
  /** Undefined: the topic has nothing to say yet. */
  get(name: string, make: () => Frame | undefined): Frame | undefined;
  /** The market moved on. */
  renew(): void;
}

export function createFirstContents(): FirstContents {
  const made = new Map<string, Frame | undefined>();
  return {
    get(name, make) {
      if (!made.has(name)) made.set(name, make());
      return made.get(name);
    },
    renew: () => made.clear(),
  };
}
