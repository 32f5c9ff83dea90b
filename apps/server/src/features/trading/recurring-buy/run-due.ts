/** The job of recurring buys: opens what is due, then tries what is open (ADR 76). One that fails stops no other. */
import type { AssetRegistry } from '../../../kernel/catalog/assets.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import { concludeBuy, openBuy } from './end-buy.ts';
import { MADE_UP_FOR_MS, QUOTE, splitAmount } from './rules.ts';
import { dueAfter } from './schedule.ts';
import { duePlans, lockPlan, type Plan, updatePlan } from './store.ts';
import { takeBuys } from './store-buys.ts';
import { type TryDeps, tryBuy } from './try-buy.ts';

export interface DueDeps extends TryDeps {
  assets: AssetRegistry;
}

const PLANS_AT_ONCE = 200;
const BUYS_AT_ONCE = 50;
/** Side by side: each takes a connection. */
const SIDE_BY_SIDE = 8;
/** One whose instance ends is tried by another after this time. */
const TAKEN_FOR_MS = 20 * SECOND_MS;

export async function runDue(deps: DueDeps): Promise<void> {
  await openDue(deps);
  await tryOpen(deps);
}

async function openDue(deps: DueDeps): Promise<void> {
  const now = deps.clock.now();
  let last = { id: 0, nextAt: 0 };
  for (;;) {
    const after = [now, last.nextAt, last.id, PLANS_AT_ONCE] as const;
    const due = await deps.database.many(duePlans, [...after]);
    await eachOf(deps, due, ({ id }) =>
      deps.database.transaction((tx) => openPlan(tx, deps, { id, now })),
    );
    if (due.length < PLANS_AT_ONCE) return;
    last = due.at(-1)!;
  }
}

/** Opens every due time up to now, each once: the plan's next one moves with it. */
async function openPlan(
  tx: Tx,
  deps: DueDeps,
  { id, now }: { id: number; now: number },
): Promise<void> {
  let plan = await lockPlan(tx, id);
  if (plan === undefined || !isDue(plan, now)) return;
  const parts = splitAmount(plan.amount, plan.shares, deps.assets.get(QUOTE).scale);
  while (isDue(plan, now)) {
    const isMissed = now - plan.nextAt! > MADE_UP_FOR_MS;
    const due = { parts, skipped: isMissed ? 'missed' : null, at: now } as const;
    const opened = await openBuy(tx, plan, due);
    plan = { ...plan, nextAt: dueAfter(plan, plan.nextAt!).at };
    if (isMissed) plan = await concludeBuy(tx, deps, { plan, ...opened, at: now });
  }
  await updatePlan(tx, plan);
}

const isDue = ({ nextAt }: Plan, now: number) => nextAt !== null && nextAt <= now;

async function tryOpen(deps: DueDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const limits = { now, until: now + TAKEN_FOR_MS, limit: BUYS_AT_ONCE };
    const taken = await deps.database.transaction((tx) => takeBuys(tx, limits));
    await eachOf(deps, taken, (buy) => tryBuy(deps, buy));
    if (taken.length < BUYS_AT_ONCE) return;
  }
}

/** Some side by side; a failure is logged. */
async function eachOf<T extends { id: number }>(
  { log }: DueDeps,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await act(item);
      } catch (error) {
        log.warn({ err: error, id: item.id }, 'a recurring buy failed');
      }
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
}
