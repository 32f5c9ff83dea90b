/** Has each rail move what waits at addresses of deposits to its paying wallet (ADR 114). */
import { DAY_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import type { Rail } from '../../../../kernel/rails/rail.ts';
import { unsweptAbove } from '../../../../kernel/rails/unswept.ts';
import { type WaitingFees, waitingFees } from '../network-fee/store.ts';

/** Our choice: addresses that are looked at in one pass. */
const AT_ONCE = 50;

/** Whether no sweep starts on a network, because members' coins would pay its fees. */
export const waitsForFees = (
  { sweepFeesMax: most }: Pick<Rail, 'sweepFeesMax'>,
  network: string,
  waiting: readonly WaitingFees[],
): boolean =>
  most !== undefined &&
  waiting.some(
    (each) => each.network === network && each.asset === most.asset && each.amount > most.amount,
  );

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
      const at = clock.now();
      const least = [[...above.keys()], [...above.values()]] as const;
      const waits = waitsForFees(rail, network, await database.many(waitingFees, []));
      if (waits) log.warn({ network }, 'no sweep starts: network fees wait for coins of liquidity');
      const held = waits
        ? []
        : await database.many(unsweptAbove, [network, ...least, at - DAY_MS, AT_ONCE, at]);
      await rail.sweep(held);
    } catch (err) {
      log.warn({ err, rail: rail.name }, 'addresses of deposits are not swept');
    }
  }
}
