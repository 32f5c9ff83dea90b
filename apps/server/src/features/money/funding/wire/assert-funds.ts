/** Above a limit, bank money takes a source of funds and a document that has not ended (ADR 115). Money that leaves is never asked. */
import { type Amount, formatDecimal, sum, ZERO } from '@tern/money';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import type { Deps } from '../deps.ts';
import { fiatSettings } from '../settings.ts';
import { announcedSince } from './store.ts';

const DAYS = 30;

export type FundsDeps = Deps<'settings' | 'valuation' | 'prices' | 'hasProvenFunds'>;

interface Announced {
  memberId: number;
  asset: string;
  amount: Amount;
}

/**
 * Call with the member locked, so that wires announced at the same time count.
 * @throws limit-reached with `data.needs` 'identity' and the limit in USDT
 */
export async function assertFunds(
  tx: Tx,
  { settings, valuation, prices, hasProvenFunds }: FundsDeps,
  { wire, at }: { wire: Announced; at: number },
): Promise<void> {
  const { memberId } = wire;
  if (await hasProvenFunds(tx, memberId, at)) return;
  const earlier = await tx.many(announcedSince, [memberId, at - DAYS * DAY_MS]);
  // What has no price at present does not count: two people look at each receipt, and nobody waits for a price to send money.
  const worths = [...earlier, wire].map(
    ({ asset, amount }) =>
      valuation.worth(asset, amount, (symbol) => prices.latest(symbol)?.price) ?? ZERO,
  );
  const max = settings.read(fiatSettings.withoutFunds);
  if (sum(worths) <= max) return;
  const limit = formatDecimal(max);
  throw new Refusal('limit-reached', {
    fields: ['amount'],
    text: 'identity.fundsNeeded',
    values: { limit },
    data: { needs: 'identity', limit },
  });
}
