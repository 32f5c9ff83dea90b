/** How many of something one caller may hold at the same time. */

export interface HeldLimit {
  /** Gives the way to let go of it, once, or undefined when the caller holds as many as they may. */
  take(caller: string): (() => void) | undefined;
}

/** Keeps nothing of callers who hold nothing. */
export function createHeldLimit(max: number): HeldLimit {
  const held = new Map<string, number>();
  return {
    take(caller) {
      const count = held.get(caller) ?? 0;
      if (count >= max) return undefined;
      held.set(caller, count + 1);
      return () => {
        const left = (held.get(caller) ?? 1) - 1;
        if (left === 0) held.delete(caller);
        else held.set(caller, left);
      };
    },
  };
}
