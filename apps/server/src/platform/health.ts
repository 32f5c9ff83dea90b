/** `/healthz` for a supervisor and `/readyz` for a load balancer: status 200 or 503, and why. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import { int4 } from './database/columns.ts';
import type { Database } from './database/database.ts';
import { defineQuery } from './database/query.ts';
import { SECOND_MS } from './durations.ts';
import type { RawAnswer, RawEndpoint } from './http/raw-endpoint.ts';

/** A database that takes longer serves nobody. */
const ANSWERS_WITHIN_MS = 2 * SECOND_MS;
/** However many ask, the database is asked this often. */
const KNOWN_FOR_MS = SECOND_MS;

const ping = defineQuery({
  name: 'platform.ping',
  text: 'select 1 as answer',
  params: [],
  row: { answer: int4 },
});

export interface Health {
  readonly endpoints: readonly RawEndpoint[];
  /** From now on not ready: a load balancer sends new requests elsewhere. */
  drain(): void;
  /** Whether it is ready as far as this instance knows, without asking the database. */
  isServing(): boolean;
}

interface HealthDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Why the instance cannot serve now; undefined: it can. */
  obstacle(): string | undefined;
  /** Absent: there are no other instances. */
  readonly bus?: Pick<Bus, 'isConnected'>;
}

export function createHealth({ database, clock, obstacle, bus = {} }: HealthDeps): Health {
  let isDraining = false;
  let known: { at: number; answers: Promise<boolean> } | undefined;
  const databaseAnswers = () => {
    const now = clock.now();
    if (known === undefined || Math.abs(now - known.at) >= KNOWN_FOR_MS) {
      known = { at: now, answers: inTime(database.one(ping, [])) };
    }
    return known.answers;
  };
  return {
    drain() {
      isDraining = true;
    },
    isServing: () => !isDraining && obstacle() === undefined,
    endpoints: [
      { method: 'GET', path: '/healthz', answer: () => Promise.resolve(answer(200, 'alive')) },
      {
        method: 'GET',
        path: '/readyz',
        async answer() {
          if (isDraining) return answer(503, 'stopping');
          // At once: a load balancer that waits as long as we wait for the database would think that the instance hangs.
          const known = obstacle();
          if (known !== undefined) return answer(503, known);
          if (!(await databaseAnswers())) return answer(503, 'the database does not answer');
          const why = obstacle();
          return why === undefined ? answer(200, 'ready', busOf(bus)) : answer(503, why);
        },
      },
    ],
  };
}

const answer = (status: number, state: string, notes: object = {}): RawAnswer => ({
  status,
  body: `${JSON.stringify({ state, ...notes })}\n`,
});

/** An instance that other instances cannot reach still serves: orders whose engine it has, and all that is in the database. */
const busOf = (bus: Pick<Bus, 'isConnected'>): object =>
  bus.isConnected === undefined ? {} : { bus: bus.isConnected() ? 'connected' : 'not connected' };

/** False when it fails or takes too long. */
function inTime(work: Promise<unknown>): Promise<boolean> {
  const done = work.then(
    () => true,
    () => false,
  );
  return Promise.race([done, sleep(ANSWERS_WITHIN_MS, false, { ref: false })]);
}
