/** A member's earnings: each payout, and their value by day. Frozen payouts that an early redemption lost are left out. */
import { add, type Amount, formatDecimal, quantize, ZERO } from '@tern/money';
import { DAY_MS, dateNumber } from '@tern/settlement';
import { pageOf, readPage } from '../../../kernel/requests/page.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import type { RowOf } from '../../../platform/database/query.ts';
import type { StakingDeps } from './deps.ts';
import { kindsOf } from './describe-staking.ts';
import type { PageInput } from './list-machines.ts';
import { countEarnings, earningsByDate, earningsOf, unpaidSince } from './store-payouts.ts';

interface Filter {
  type?: number | string;
  orderId?: number | string;
}

const filterOf = (
  memberId: number,
  { type, orderId }: Filter,
): [memberId: number, kinds: string[] | null, orderId: number | null] => [
  memberId,
  kindsOf(type),
  orderId === undefined ? null : Number(orderId),
];

/** Newest day first. */
export function listEarnings(
  { database }: Pick<StakingDeps, 'database'>,
  memberId: number,
  input: PageInput & Filter,
) {
  const queries = { list: earningsOf, count: countEarnings };
  const filter = filterOf(memberId, input);
  return readPage(database, queries, { filter, page: pageOf(input), row: earningRow });
}

function earningRow(earned: RowOf<typeof earningsOf>) {
  return {
    ID: earned.id,
    CreatedAt: isoTime(earned.createdAt),
    UpdatedAt: isoTime(earned.createdAt),
    orderId: earned.orderId,
    name: earned.name,
    dueAt: isoTime(earned.dueAt),
    coinname: earned.asset,
    amount: formatDecimal(earned.amount),
    price: earned.price === null ? '' : formatDecimal(earned.price),
    payCoin: earned.payAsset,
    value: earned.value === null ? '' : formatDecimal(earned.value),
    isFrozen: earned.isFrozen,
  };
}

/** The coin of all values. */
const VALUE_ASSET = 'USDT';

/** The value of each day with a due payout, oldest first, for the last `days` UTC dates; all dates when absent or 0. */
export async function earningsCurve(
  { database, clock, assets }: Pick<StakingDeps, 'database' | 'clock' | 'assets'>,
  memberId: number,
  input: Filter & { days?: number | string },
) {
  const today = dateNumber(clock.now());
  const days = Number(input.days ?? 0);
  const since = days === 0 ? 0 : today - days + 1;
  const filter = filterOf(memberId, input);
  const [paid, unpaid] = await Promise.all([
    database.many(earningsByDate, [...filter, since * DAY_MS]),
    database.many(unpaidSince, [...filter, clock.now()]),
  ]);
  const total = paid.reduce((sum, { value }) => add(sum, value), ZERO);
  const frozen = paid.reduce((sum, each) => add(sum, each.frozen), ZERO);
  const values = new Map(paid.map(({ date, value }) => [dateNumber(date), value]));
  const waiting = unpaidDates(unpaid, { since, now: clock.now() });
  const dates = [...new Set([...values.keys(), ...waiting])].toSorted((one, two) => one - two);
  const places = assets.get(VALUE_ASSET).scale;
  return {
    payCoin: VALUE_ASSET,
    days: dates.map((date) => ({
      date: dayOf(date * DAY_MS),
      value: formatDecimal(values.get(date) ?? ZERO),
      isPaid: !waiting.has(date),
    })),
    total: formatDecimal(total),
    average: formatDecimal(averageOf(total, { count: paid.length, places })),
    frozen: formatDecimal(frozen),
  };
}

/** The UTC dates with a payout that is due and not posted yet, as days since 1970. */
function unpaidDates(
  orders: readonly RowOf<typeof unpaidSince>[],
  { since, now }: { since: number; now: number },
): Set<number> {
  const dates = new Set<number>();
  for (const { nextPayoutAt, endsAt } of orders) {
    for (let at = nextPayoutAt; at <= Math.min(now, endsAt); at += DAY_MS) {
      if (dateNumber(at) >= since) dates.add(dateNumber(at));
    }
  }
  return dates;
}

function averageOf(total: Amount, { count, places }: { count: number; places: number }): Amount {
  return count === 0 ? ZERO : quantize((total / BigInt(count)) as Amount, places, 'down');
}
