/** Counts the wallets of each chain at the last block of each UTC day, and in between as often as their number allows (ADR 112). */
import type { Rail } from '../../../../kernel/rails/rail.ts';
import { dayOf, startOfDay } from '../../../../platform/clock.ts';
import { HOUR_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import { countsUntil, insertCount, usedAddresses } from './store.ts';

type CountDeps = Deps<'database' | 'clock' | 'log' | 'rails'>;

/** Our choice: an address costs a call for each coin to both nodes, so at most 24 times so many in a day, or each once at midnight. */
const HOURLY_MAX = 1_000;
const HOURS = [1, 2, 3, 4, 6, 8, 12] as const;

/** Hours between two counts of so many addresses; they divide the day, so that each day ends with one. Every count asks all addresses. */
export const hoursBetween = (addresses: number): number =>
  HOURS.find((hours) => addresses <= hours * HOURLY_MAX) ?? 24;

/** Each time once, and midnight after a pause too; a chain that cannot be read is tried again by the next call. */
export async function countWallets(deps: CountDeps): Promise<void> {
  const now = deps.clock.now();
  const moments = new Set([startOfDay(dayOf(now)), Math.floor(now / HOUR_MS) * HOUR_MS]);
  for (const rail of deps.rails.all) {
    for (const until of moments) {
      try {
        await countUntil(deps, rail, until);
      } catch (err) {
        deps.log.warn({ err, rail: rail.name }, 'the wallets of a chain are not counted');
      }
    }
  }
}

async function countUntil(
  { database, clock }: CountDeps,
  rail: Rail,
  until: number,
): Promise<void> {
  if (rail.count === undefined || rail.state === undefined) return;
  const { network } = await rail.state();
  if ((await database.one(countsUntil, [network, until])).total > 0) return;
  const addresses = await database.many(usedAddresses, [network]);
  if (until % (hoursBetween(addresses.length) * HOUR_MS) !== 0) return;
  const count = await rail.count({ until, addresses: addresses.map(({ address }) => address) });
  if (count === undefined) return;
  const { height, block, assets } = count;
  const about = { network, until, height, block, countedAt: clock.now() };
  await database.transaction(async (tx) => {
    for (const each of assets) await insertCount(tx, { ...about, ...each });
  });
}
