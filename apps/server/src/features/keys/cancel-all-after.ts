/** HTX's dead man's switch: a program that stops renewing its timer has all its member's open orders cancelled. */
import { Refusal } from '../../kernel/requests/refusal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Job } from '../../platform/feature.ts';
import type { Log } from '../../platform/log.ts';
import type { OrderApi } from '../spot/index.ts';
import { HtxFault } from './htx-fault.ts';
import { type Inputs, missing, wholeIn } from './rest/request-fields.ts';
import type { SignedCall } from './rest/signed-call.ts';
import { dueTimers, endDueTimer, endTimer, setTimer } from './store-cancel-timers.ts';

/** Seconds; HTX's least, and our most: a day. */
const TIMEOUT_MIN = 5;
const TIMEOUT_MAX = 86_400;
const SWEEP_MS = 500;
/** An order accepted before the moment may become durable a little later: timers are looked at again until then. */
const GRACE_MS = 2_000;
const ORDERS_PER_READ = 500;
const LOG_EVERY_MS = 60_000;

/**
 * `timeout` in seconds starts or renews the member's timer, 0 ends it.
 * Fails with: validation-constraints-required, validation-format-error.
 */
export const cancelAllAfterCall: SignedCall = {
  method: 'POST',
  path: '/v2/algo-orders/cancel-all-after',
  scope: 'trade',
  async answer({ database, clock }, { access: { memberId }, inputs }) {
    const timeout = timeoutIn(inputs);
    const now = clock.now();
    const triggerAt = now + timeout * 1_000;
    await database.transaction((tx) =>
      timeout === 0 ? tx.run(endTimer, [memberId]) : tx.run(setTimer, [memberId, triggerAt]),
    );
    return { currentTime: now, triggerTime: timeout === 0 ? 0 : triggerAt };
  },
};

function timeoutIn(inputs: Inputs): number {
  const timeout = wholeIn(inputs, 'timeout');
  if (timeout === undefined) throw missing('timeout');
  if (timeout === 0 || (timeout >= TIMEOUT_MIN && timeout <= TIMEOUT_MAX)) return timeout;
  const bounds = `0, or ${TIMEOUT_MIN} to ${TIMEOUT_MAX} seconds`;
  throw new HtxFault('validation-format-error', `Format Error: timeout must be ${bounds}.`);
}

interface SweepDeps {
  database: Database;
  clock: Clock;
  log: Log;
  orders: OrderApi;
}

/** Also at start: a timer that ran out while the program was down takes effect then. */
export function cancelTimerJob(deps: SweepDeps): Job {
  let loggedAt = Number.NEGATIVE_INFINITY;
  const run = async (): Promise<void> => {
    const failures = await cancelDue(deps);
    if (failures.length === 0 || deps.clock.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = deps.clock.now();
    const timers = failures.length;
    deps.log.warn({ err: failures[0], timers }, 'orders of cancel timers could not be cancelled');
  };
  return { name: 'keys.cancel-all-after', everyMs: SWEEP_MS, run };
}

/**
 * Cancels what is due and gives why it failed for some members: none of them holds up another's timer. A timer ends when none
 * of its orders is open and none can still appear.
 */
export async function cancelDue(deps: SweepDeps): Promise<unknown[]> {
  const { database, clock } = deps;
  const now = clock.now();
  const failures: unknown[] = [];
  let [last]: { memberId: number; triggerAt: number }[] = [{ memberId: 0, triggerAt: 0 }];
  while (last !== undefined) {
    const page = await database.many(dueTimers, [now, last.triggerAt, last.memberId]);
    const handled = await Promise.allSettled(page.map((timer) => cancelOrdersOf(deps, timer)));
    for (const each of handled) if (each.status === 'rejected') failures.push(each.reason);
    last = page.at(-1);
  }
  return failures;
}

/** Fails with: why an order of the member could not be cancelled; the others are. */
async function cancelOrdersOf(
  { database, clock, orders }: SweepDeps,
  { memberId, triggerAt }: { memberId: number; triggerAt: number },
): Promise<void> {
  const query = { memberId, states: ['open-empty', 'open-partly'] as const, until: triggerAt };
  const open = await orders.list({ ...query, limit: ORDERS_PER_READ });
  const cancelled = await Promise.allSettled(open.map(({ id }) => orders.cancel(memberId, id)));
  for (const each of cancelled) {
    if (each.status === 'rejected' && !isDone(each.reason)) throw each.reason;
  }
  if (open.length > 0 || clock.now() < triggerAt + GRACE_MS) return;
  await database.transaction((tx) => tx.run(endDueTimer, [memberId, triggerAt]));
}

const isDone = (error: unknown) => error instanceof Refusal && error.code === 5014;
