/** Sends how much was used here to the other instances, several times a second, and receives what was used there. */
import type { Bus } from './bus.ts';
import type { Random } from './random.ts';

/** What was used since the last message: each name with its count. */
interface UseMessage {
  readonly from: string;
  readonly used: readonly (readonly [name: string, count: number])[];
}

/** More names than this are not sent in one message: it would be larger than a bus carries. */
const NAMES_MAX = 5_000;

export interface SharedUse {
  /** Counts one use here, or several. */
  add(name: string, count?: number): void;
  /** Informs the other instances; called at a fixed interval. */
  share(): void;
}

/** `receive`: what another instance has used. Counts are lost while the bus is cut: each instance then limits by its own. */
export function createSharedUse(
  { bus, random, topic }: { bus: Bus; random: Random; topic: string },
  receive: (name: string, count: number) => void,
): SharedUse {
  const own = random.token(9);
  // A bus without other instances carries nothing.
  const isAlone = bus.isConnected === undefined;
  let used = new Map<string, number>();
  bus.subscribe(topic, (message) => {
    const { from, used: theirs } = message as UseMessage;
    if (from === own) return;
    for (const [name, count] of theirs) receive(name, count);
  });
  return {
    add(name, count = 1) {
      if (!isAlone) used.set(name, (used.get(name) ?? 0) + count);
    },
    share() {
      if (used.size === 0) return;
      const all = [...used];
      used = new Map();
      const most = all.length <= NAMES_MAX ? all : all.toSorted(([, a], [, b]) => b - a);
      bus.publish(topic, { from: own, used: most.slice(0, NAMES_MAX) } satisfies UseMessage);
    },
  };
}

/** How often instances inform each other. */
export const SHARE_USE_MS = 250;
