/** The treasury for products, the coins it has to sell, the rewards it lacks, and what running orders are owed by day. */
import { exchangeAccounts } from '@tern/ledger';
import { add, type Amount, formatDecimal, subtract, sum, ZERO } from '@tern/money';
import { dateNumber, type Obligation } from '@tern/settlement';
import { availableOf } from '../../../kernel/ledger/balances.ts';
import type { ProductRegistry } from '../../../kernel/products/product-registry.ts';
import type { Unsold } from '../../../kernel/products/product-kind.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { listPendingRewards } from '../../account/invitation/index.ts';
import { treasuryMoney, unsoldOf } from './treasury-cover.ts';
import type { ListDeps } from './list-products.ts';

const DAYS = 30;

export function showTreasury({ database, clock, products }: ListDeps) {
  return database.snapshot(async (reader) => {
    const now = clock.now();
    const today = dateNumber(now);
    const obligations = await obligationsOf(reader, products);
    return {
      days: Array.from({ length: DAYS }, (_, day) => dateText(today + day)),
      house: [
        ...(await positionOf(reader, obligations)),
        ...(await coinsOf(reader, await unsoldOfAll(reader, products, now))),
        ...(await rewardsOf(reader)),
      ],
      obligations: byDay(obligations, today)
        .filter(({ date }) => date < today + DAYS)
        .map(({ date, asset, payouts, principals }) => ({
          date: dateText(date),
          coinname: asset,
          payouts: formatDecimal(payouts),
          principals: formatDecimal(principals),
        })),
    };
  });
}

/** `YYYY-MM-DD`. Units: `date` in days since 1 January 1970. */
const dateText = (date: number): string => dayOf(date * DAY_MS);

async function obligationsOf(reader: Reader, products: ProductRegistry): Promise<Obligation[]> {
  const all: Obligation[] = [];
  for (const kind of products.all()) all.push(...(await kind.obligations(reader)));
  return all;
}

/** The coins of offerings that those on sale or coming can still sell. Units: `now` in epoch milliseconds. */
export async function unsoldOfAll(
  reader: Reader,
  products: ProductRegistry,
  now: number,
): Promise<Unsold[]> {
  const all: Unsold[] = [];
  for (const kind of products.all()) all.push(...(await unsoldOf(reader, kind, now)));
  return all;
}

/** The sums of all kinds, by date and asset. What is overdue falls due today. */
function byDay(obligations: readonly Obligation[], today: number): Obligation[] {
  const sums = new Map<string, Obligation>();
  for (const each of obligations) {
    const date = Math.max(each.date, today);
    const key = `${date} ${each.asset}`;
    const known = sums.get(key) ?? { ...each, payouts: ZERO, principals: ZERO };
    const payouts = add(known.payouts, each.payouts);
    const principals = add(known.principals, each.principals);
    sums.set(key, { asset: each.asset, date, payouts, principals });
  }
  return [...sums.values()].sort(
    (one, other) => one.date - other.date || (one.asset < other.asset ? -1 : 1),
  );
}

async function positionOf(reader: Reader, obligations: readonly Obligation[]) {
  const { yields, loans } = treasuryMoney;
  const owners = [yields, loans].flatMap(({ free, reserved }) => [free, reserved]);
  const balances = await availableOf(reader, owners);
  const availableAt = (owner: number, asset: string): Amount =>
    balances.find((each) => each.ownerId === owner && each.asset === asset)?.available ?? ZERO;
  return (['yields', 'loans'] as const).flatMap((account) => {
    const { free: freeOwner, reserved: reservedOwner } = treasuryMoney[account];
    const own = balances.filter(
      ({ ownerId }) => ownerId === freeOwner || ownerId === reservedOwner,
    );
    const owing = account === 'yields' ? obligations.map(({ asset }) => asset) : [];
    // What falls due has its account in the list, also while that has nothing.
    return [...new Set([...own.map(({ asset }) => asset), ...owing])].map((asset) => {
      const [free, reserved] = [availableAt(freeOwner, asset), availableAt(reservedOwner, asset)];
      const due = obligations.filter((each) => account === 'yields' && each.asset === asset);
      return {
        account,
        coinname: asset,
        total: formatDecimal(add(free, reserved)),
        reserved: formatDecimal(reserved),
        free: formatDecimal(free),
        owed: formatDecimal(sum(due.map(({ payouts }) => payouts))),
        since: null,
      };
    });
  });
}

/** The coins of offerings: what those on sale or coming can still sell is set aside, as far as it is there. */
async function coinsOf(reader: Reader, unsold: readonly Unsold[]) {
  const totalOf = await totalsOf(reader, treasuryMoney.offerings.free);
  return [...new Set(unsold.map(({ asset }) => asset))].map((asset) => {
    const owed = sum(unsold.filter((each) => each.asset === asset).map(({ amount }) => amount));
    const cover = coverOf(totalOf(asset), owed);
    return { account: 'offerings' as const, coinname: asset, ...cover, since: null };
  });
}

/** Pending rewards of invitations: what their account has of an asset is set aside for them. */
async function rewardsOf(reader: Reader) {
  const totalOf = await totalsOf(reader, exchangeAccounts.rewards);
  return (await listPendingRewards(reader)).map(({ asset, amount, since }) => {
    const cover = coverOf(totalOf(asset), amount);
    return { account: 'rewards' as const, coinname: asset, ...cover, since: isoTime(since) };
  });
}

async function totalsOf(reader: Reader, owner: number): Promise<(asset: string) => Amount> {
  const balances = await availableOf(reader, [owner]);
  return (asset) => balances.find((each) => each.asset === asset)?.available ?? ZERO;
}

/** What is owed of one account is set aside, as far as it is there. */
function coverOf(total: Amount, owed: Amount) {
  const reserved = owed < total ? owed : total;
  return {
    total: formatDecimal(total),
    reserved: formatDecimal(reserved),
    free: formatDecimal(subtract(total, reserved)),
    owed: formatDecimal(owed),
  };
}
