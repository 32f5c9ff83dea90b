/** How a due time ends: its coins, the skips of its plan, and what the member is told. In the transaction of the caller, the plan locked. */
import { type Amount, formatDecimal } from '@tern/money';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
import { recordMemberEvents } from '../../../kernel/events/member-events.ts';
import { notify } from '../../../kernel/messaging/notifications.ts';
import { claimRequest, type RequestKey } from '../../../kernel/requests/idempotency.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { SECOND_MS } from '../../../platform/durations.ts';
import type { RecurringNotice } from './notices.ts';
import { endOf, QUOTE, type Skip, SKIPS_MAX, skipsAfter } from './rules.ts';
import type { Plan } from './store.ts';
import {
  type Buy,
  type Coin,
  coinsOfBuys,
  insertBuy,
  insertCoins,
  lockOpenBuysOf,
  writeBuy,
  writeCoin,
} from './store-buys.ts';

export interface EndDeps {
  instruments: InstrumentRegistry;
}

/** So often an open one is tried while it is new, and later. */
const SOON_MS = 2 * SECOND_MS;
const LATER_MS = 15 * SECOND_MS;
const NEW_FOR_MS = 30 * SECOND_MS;

export const isEnded = ({ orderId, skipped }: Coin) => orderId !== null || skipped !== null;

/** The client order id of a coin's order, which is also its idempotency key: however often it is placed, it is one order. */
export function orderNameOf(
  { id, memberId }: Pick<Buy, 'id' | 'memberId'>,
  coin: Coin,
): RequestKey {
  const name = `recurring/${id}/${coin.instrumentId}`;
  return { memberId, key: name, requestHash: name };
}

/** Opens a due time; its coins are skipped right away if `skipped` says why. */
export async function openBuy(
  tx: Tx,
  plan: Plan,
  due: { parts: readonly Amount[]; skipped: Skip | null; at: number },
): Promise<{ buy: Buy; coins: Coin[] }> {
  const { id: planId, memberId, amount } = plan;
  const { parts, skipped, at } = due;
  const times = { dueAt: plan.nextAt!, tryAt: at, createdAt: at, endedAt: null };
  const buy = await insertBuy(tx, { planId, memberId, amount, status: 'open', ...times });
  await insertCoins(
    tx,
    plan.markets.map((instrumentId, place) => {
      return { buyId: buy.id, place, instrumentId, amount: parts[place]!, skipped };
    }),
  );
  return { buy, coins: await coinsOfBuys(tx, [buy.id]) };
}

/**
 * Skips a coin, unless its order was placed: the key of the order is taken, so that it cannot be placed any more. Returns the coin as
 * it is then.
 */
export async function skipCoin(
  tx: Tx,
  coin: Coin,
  skip: { buy: Buy; reason: Skip; at: number },
): Promise<Coin> {
  if (!(await claimRequest(tx, orderNameOf(skip.buy, coin), skip.at))) return coin;
  const skipped = { ...coin, skipped: skip.reason };
  await writeCoin(tx, skipped);
  return skipped;
}

/** Skips what waits of a plan that is paused or ended. */
export async function skipWaiting(
  tx: Tx,
  deps: EndDeps,
  { plan, at }: { plan: Plan; at: number },
): Promise<Plan> {
  let now = plan;
  for (const buy of await lockOpenBuysOf(tx, plan.id)) {
    const coins: Coin[] = [];
    for (const coin of await coinsOfBuys(tx, [buy.id])) {
      const skip = { buy, reason: 'member', at } as const;
      coins.push(isEnded(coin) ? coin : await skipCoin(tx, coin, skip));
    }
    now = await concludeBuy(tx, deps, { plan: now, buy, coins, at });
  }
  return now;
}

/** Ends a due time whose coins have all ended, or sets when it is tried next. Returns the plan with its skips, not yet written. */
export async function concludeBuy(
  tx: Tx,
  deps: EndDeps,
  { plan, buy, coins, at }: { plan: Plan; buy: Buy; coins: readonly Coin[]; at: number },
): Promise<Plan> {
  if (!coins.every(isEnded)) {
    const waitMs = at - buy.createdAt < NEW_FOR_MS ? SOON_MS : LATER_MS;
    await writeBuy(tx, { ...buy, tryAt: at + waitMs });
    return plan;
  }
  const skips = coins.flatMap(({ skipped }) => skipped ?? []);
  const end = endOf(
    coins.map(({ skipped }) => skipped === null),
    skips,
  );
  const status = end === 'bought' ? 'bought' : 'skipped';
  await writeBuy(tx, { ...buy, status, tryAt: null, endedAt: at });
  await notifySkips(tx, deps, { buy, coins, at });
  const { memberId, id } = plan;
  await recordMemberEvents(tx, [{ memberId, topic: 'recurring.changed', data: { ID: id } }], at);
  const counted = { ...plan, skips: skipsAfter(plan.skips, end) };
  if (counted.skips < SKIPS_MAX || plan.state !== 'on') return counted;
  await notify(
    tx,
    {
      memberId,
      kind: 'recurring.paused',
      about: { kind: 'recurring', id },
      values: { amount: formatDecimal(plan.amount), quote: QUOTE },
    },
    at,
  );
  return { ...counted, state: 'paused', pausedBy: 'skips', stateAt: at, nextAt: null };
}

const KINDS: Readonly<Record<Exclude<Skip, 'member' | 'funds'>, RecurringNotice>> = {
  closed: 'recurring.closed',
  price: 'recurring.offPrice',
  size: 'recurring.wrongSize',
  account: 'recurring.notAllowed',
  missed: 'recurring.missed',
};

/** One notice for each reason, with its coins. */
async function notifySkips(
  tx: Tx,
  { instruments }: EndDeps,
  { buy, coins, at }: { buy: Buy; coins: readonly Coin[]; at: number },
): Promise<void> {
  const { memberId, needed, available } = buy;
  const about = { kind: 'recurring', id: buy.planId };
  const due = { quote: QUOTE, at: isoTime(buy.dueAt) };
  const reasons = new Set(coins.flatMap(({ skipped }) => skipped ?? []));
  for (const reason of reasons) {
    if (reason === 'member') continue;
    const named = coins
      .filter(({ skipped }) => skipped === reason)
      .map(({ instrumentId }) => instruments.findById(instrumentId)?.base ?? '')
      .join(', ');
    const values = { ...due, coins: named };
    if (reason !== 'funds') {
      await notify(tx, { memberId, kind: KINDS[reason], about, values }, at);
      continue;
    }
    const figures = {
      needed: formatDecimal(needed ?? 0n),
      available: formatDecimal(available ?? 0n),
    };
    await notify(
      tx,
      { memberId, kind: 'recurring.short', about, values: { ...values, ...figures } },
      at,
    );
  }
}
