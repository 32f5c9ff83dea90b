/** Who is connected, over all instances: each sends the ids of its own to the others, and they expire. */
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import type { Job } from '../../platform/feature.ts';
import type { Random } from '../../platform/random.ts';

interface PresenceDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly random: Random;
}

interface PresenceMessage {
  readonly from: string;
  readonly ids: readonly number[];
}

export interface Presence {
  isHere(id: number): boolean;
  all(): ReadonlySet<number>;
  readonly job: Job;
}

/** Another instance learns this much later that a member or an operator is connected. */
const SEND_MS = 5 * SECOND_MS;
/** One who has left is taken for connected this long; two messages may be lost. */
const EXPIRES_MS = 12 * SECOND_MS;
/** Ids in a message. */
const IDS_MAX = 20_000;

/** `name`: "members"; `here`: those who are connected to this instance. */
export function createPresence(
  { bus, clock, random }: PresenceDeps,
  name: string,
  here: { has(id: number): boolean; all(): Iterable<number> },
): Presence {
  const topic = `presence.${name}`;
  const own = random.token(9);
  const isAlone = bus.isConnected === undefined;
  /** Of other instances: until when each id counts as connected. */
  const elsewhere = new Map<number, number>();
  bus.subscribe(topic, (message) => {
    const { from, ids } = message as PresenceMessage;
    if (from === own) return;
    const until = clock.now() + EXPIRES_MS;
    for (const id of ids) elsewhere.set(id, until);
  });
  const send = async (): Promise<void> => {
    const now = clock.now();
    for (const [id, until] of elsewhere) if (until <= now) elsewhere.delete(id);
    if (isAlone) return;
    const ids = [...here.all()];
    for (let first = 0; first < ids.length; first += IDS_MAX) {
      const message: PresenceMessage = { from: own, ids: ids.slice(first, first + IDS_MAX) };
      bus.publish(topic, message);
    }
  };
  const isElsewhere = (id: number) => (elsewhere.get(id) ?? 0) > clock.now();
  return {
    isHere: (id) => isElsewhere(id) || here.has(id),
    all: () => new Set([...here.all(), ...[...elsewhere.keys()].filter(isElsewhere)]),
    job: { name: `presence.${name}`, everyMs: SEND_MS, runs: 'everywhere', run: send },
  };
}
