/** Hedging: whether the venue answers to the key, and whether the switch is on. Nothing is ordered. */
import { openVenue } from '../../adapters/htx-venue/htx-venue.ts';
import type { Config } from '../../config/config.ts';
import { measureStop } from '../../features/backoffice/hedging/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { ConnectionTarget } from '../../platform/database/connection.ts';
import { APP_ROLE } from '../../platform/database/embedded/provision.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const ITEM = 'hedging';

/** Nothing without a venue. */
export async function checkHedging(
  { venue, database }: Pick<Config, 'venue' | 'database'>,
  clock: Clock,
): Promise<Finding[]> {
  // What is not set is listed with the settings.
  if (venue === undefined || Object.values(venue).includes('')) return [];
  const target = database && { url: database.url, role: APP_ROLE };
  return [await checkVenue(venue, clock), ...(await checkSwitch(target))];
}

async function checkVenue(venue: NonNullable<Config['venue']>, clock: Clock): Promise<Finding> {
  const { host } = new URL(venue.url);
  try {
    const balances = await openVenue(venue, clock).balances();
    const coins = [...balances].filter(([, amount]) => amount > 0n).length;
    return ok(ITEM, `${host} answers to the key; ${coins} coins are there.`);
  } catch (error) {
    return problem(ITEM, {
      found: `${host} cannot be used: ${reasonOf(error)}.`,
      advice: 'Check VENUE_URL, VENUE_ACCESS_KEY, VENUE_SECRET_FILE and the rights of the key.',
    });
  }
}

/** Nothing before the first start. */
async function checkSwitch(connection: ConnectionTarget | undefined): Promise<Finding[]> {
  if (connection === undefined) return [];
  const { count } = await stopOf(connection);
  if (count === 0) return [];
  const advice = 'See docs/runbooks/TernHedgingStopped.md; two people resume it.';
  return [warning(ITEM, { found: 'It is stopped: no order is sent to the venue.', advice })];
}

async function stopOf(connection: ConnectionTarget) {
  try {
    const database = await openDatabase({ connection, poolSize: 1, allowUnsafe: true });
    try {
      return await measureStop(database);
    } finally {
      await database.close();
    }
  } catch {
    return { count: 0 };
  }
}
