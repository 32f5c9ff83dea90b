/** Whether every market has a live source in live mode: no price of real money is simulated. */
import type { Config } from '../../config/config.ts';
import { simulatedOf } from '../../features/market/pricing/index.ts';
import { loadInstruments } from '../../kernel/catalog/instruments.ts';
import type { ConnectionTarget } from '../../platform/database/connection.ts';
import { APP_ROLE } from '../../platform/database/embedded/provision.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { type Finding, obstacle, ok, reasonOf } from './finding.ts';

const ITEM = 'prices';

/** Nothing in paper mode, and before the first start has created the markets. */
export async function checkMarkets(
  { mode, database, liveSources }: Pick<Config, 'mode' | 'database' | 'liveSources'>,
  target: ConnectionTarget | undefined = database && { url: database.url, role: APP_ROLE },
): Promise<Finding[]> {
  if (mode === 'paper' || target === undefined || liveSources === undefined) return [];
  const all = await instrumentsOf(target);
  if (all === undefined) return [];
  const advice = 'Correct HTX_SYMBOLS and QUOTES_SYMBOLS; without them, all markets are asked for.';
  try {
    const rest = simulatedOf({ instruments: all, settings: liveSources, mode });
    if (rest.length === 0) return [ok(ITEM, `All ${all.length} markets have a live source.`)];
    const names = rest.map(({ symbol }) => symbol).join(', ');
    return [obstacle(ITEM, { found: `These markets have no live source: ${names}.`, advice })];
  } catch (error) {
    return [obstacle(ITEM, { found: `${reasonOf(error)}.`, advice })];
  }
}

async function instrumentsOf(connection: ConnectionTarget) {
  try {
    const database = await openDatabase({ connection, poolSize: 1, allowUnsafe: true });
    try {
      return (await loadInstruments(database)).all;
    } finally {
      await database.close();
    }
  } catch {
    return undefined;
  }
}
