/** A member's total value, and profit or loss today and overall. */
import {
  add,
  type Amount,
  formatDecimal,
  formatFixed,
  ONE,
  subtract,
  sum,
  ZERO,
} from '@tern/money';
import { balancesOf, ownedOf } from '../../../kernel/ledger/balances.ts';
import { dailyChanges } from '../../../kernel/ledger/daily-changes.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { readPaidIn } from './paid-in.ts';
import { type PastWorthDeps, pastWorth } from './past-worth.ts';
import { type FlowDeps, netOf } from './value-flows.ts';
import { type CostDeps, type WorthOf, worthOfMember } from './worth-at-cost.ts';
import { dayOf } from '../../../platform/clock.ts';

type Holdings = Map<string, Amount>;

/** Days are UTC. New coins count at cost until they have a price, other assets without a price as zero, now and at midnight. */
export async function reportProfit(
  reader: Reader,
  deps: FlowDeps & CostDeps,
  request: { memberId: number; now: number },
) {
  const { memberId, now } = request;
  const midnight = now - (now % DAY_MS);
  const [worthOf, balances, changes, paidIn] = await Promise.all([
    worthOfMember(reader, deps, memberId),
    balancesOf(reader, memberId),
    dailyChanges(reader, [memberId], dayOf(now)),
    readPaidIn(reader, deps, request),
  ]);
  const held: Holdings = new Map(balances.map((each) => [each.asset, ownedOf(each)]));
  const atMidnight: Holdings = new Map(held);
  for (const { asset, amount } of changes) {
    atMidnight.set(asset, subtract(atMidnight.get(asset) ?? ZERO, amount));
  }
  const total = presentWorth(held, worthOf, deps);
  const before = await pastWorth(reader, deps, { holdings: atMidnight, at: midnight, worthOf });
  const today = profitSince(total, before, netOf(paidIn.today));
  return {
    total: formatDecimal(total),
    today: formatDecimal(today),
    todayRatio: percentText(today, add(before, netOf(paidIn.today))),
    all: formatDecimal(profitSince(total, ZERO, netOf(paidIn.all))),
    putIn: formatDecimal(paidIn.all.putIn),
    takenOut: formatDecimal(paidIn.all.takenOut),
  };
}

function presentWorth(holdings: Holdings, worthOf: WorthOf, { prices }: PastWorthDeps): Amount {
  const priceOf = (symbol: string) => prices.latest(symbol)?.price;
  return sum(
    [...holdings].map(([asset, amount]) => worthOf(asset, amount, priceOf)?.worth ?? ZERO),
  );
}

/** Value now, less value then, less deposits in between: the change caused by the markets. */
function profitSince(now: Amount, then: Amount, paidInSince: Amount): Amount {
  return subtract(subtract(now, then), paidInSince);
}

/** Percent of the base, cut toward zero to 2 places; '---' without a base above zero. */
function percentText(profit: Amount, base: Amount): string {
  if (base <= 0n) return '---';
  return formatFixed((profit * 100n * ONE) / base, 2);
}
