/** HTX's dead man's switch: cancels all open orders of a member whose program stops renewing its timer. */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Job } from '../../../../platform/feature.ts';
import type { Log } from '../../../../platform/log.ts';
import { createThrottle } from '../../../../platform/throttle.ts';
import type { OrderApi } from '../../../trading/spot/index.ts';
import { HtxFault } from '../../keys/index.ts';
import { type Inputs, missing, wholeIn } from './rest/request-fields.ts';
import type { SignedCall } from './rest/signed-call.ts';
import { dueTimers, endDueTimer, endTimer, setTimer } from './store.ts';

/** HTX's minimum, and our maximum of a day. Units: seconds. */
const TIMEOUT_MIN = 5;
const TIMEOUT_MAX = 86_400;
const SWEEP_MS = 500;
/**
 * An order accepted before the trigger may be committed later, so a timer stays active for longer than a statement (30 s) and the
 * answer to a commit (5 s more) are waited for.
 */
const GRACE_MS = 40_000;
const ORDERS_PER_READ = 500;

/**
 * `timeout` starts or renews the member's timer; 0 removes it. Units: seconds.
 * @throws validation-constraints-required, validation-format-error
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

/** Also runs at start, for timers that expired while the server was down. */
export function cancelTimerJob(deps: SweepDeps): Job {
  const mayLog = createThrottle(() => deps.clock.now());
  const run = async (): Promise<void> => {
    const failures = await cancelDue(deps);
    if (failures.length === 0 || !mayLog('failures')) return;
    const timers = failures.length;
    deps.log.warn({ err: failures[0], timers }, 'orders of cancel timers could not be cancelled');
  };
  return { name: 'htx-gateway.cancel-all-after', everyMs: SWEEP_MS, run };
}

/**
 * Cancels the orders of all due timers and returns the errors; one member's failure does not delay the others. A timer is
 * removed when none of its orders is open and none can still appear.
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

/** @throws the first error; the member's other orders are cancelled */
async function cancelOrdersOf(
  { database, clock, orders }: SweepDeps,
  { memberId, triggerAt }: { memberId: number; triggerAt: number },
): Promise<void> {
  const query = { memberId, states: ['open-empty', 'open-partly'] as const, until: triggerAt };
  const open = await orders.list({ ...query, limit: ORDERS_PER_READ });
  const cancelled = await Promise.allSettled(open.map((order) => orders.cancel(order)));
  for (const each of cancelled) {
    if (each.status === 'rejected' && !isDone(each.reason)) throw each.reason;
  }
  if (open.length > 0 || clock.now() < triggerAt + GRACE_MS) return;
  await database.transaction((tx) => tx.run(endDueTimer, [memberId, triggerAt]));
}

const isDone = (error: unknown) => error instanceof Refusal && error.is('order-closed');
