/** Has each rail move what waits at addresses of deposits to its paying wallet (ADR 114). */
import { DAY_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import { unsweptAbove } from '../../../../kernel/rails/unswept.ts';

/** Our choice: addresses that are looked at in one pass. */
const AT_ONCE = 50;

/** A chain that cannot be read now is tried again by the next call, and holds up no other. */
export async function sweepDeposits({
  database,
  clock,
  log,
  rails,
}: Deps<'database' | 'clock' | 'log' | 'rails'>): Promise<void> {
  for (const rail of rails.all) {
    const { sweepsAbove: above } = rail;
    if (above === undefined || rail.sweep === undefined || rail.state === undefined) continue;
    try {
      const { network } = await rail.state();
      const since = clock.now() - DAY_MS;
      const least = [[...above.keys()], [...above.values()]] as const;
      await rail.sweep(await database.many(unsweptAbove, [network, ...least, since, AT_ONCE]));
    } catch (err) {
      log.warn({ err, rail: rail.name }, 'addresses of deposits are not swept');
    }
  }
}
