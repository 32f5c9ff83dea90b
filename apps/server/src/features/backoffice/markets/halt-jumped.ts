/** Halts markets whose price has jumped, for ten minutes (ADR 94). */
import { formatDecimal } from '@tern/money';
import { type Instrument, instrumentState } from '../../../kernel/catalog/instruments.ts';
import { haltsOf, insertJumpHalt, runningHaltOf } from '../../../kernel/catalog/market-halts.ts';
import { termsAt } from '../../../kernel/catalog/market-terms.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Log } from '../../../platform/log.ts';
import type { Pricing } from '../../market/pricing/index.ts';
import { findJump, type Jump, type PricePoint } from './find-jump.ts';
import { endIfDue, type HaltDeps, haltsChanged, subjectOf } from './halt-market.ts';

export interface JumpDeps extends HaltDeps {
  readonly log: Log;
  readonly pricing: Pick<Pricing, 'states'>;
}

const HALT_MS = 10 * MINUTE_MS;
/** What members and operators read. */
const REASON = 'reason.priceJump';

export async function haltJumped(deps: JumpDeps): Promise<void> {
  const { clock, database, log } = deps;
  for (const { instrument, recentTicks } of deps.pricing.states()) {
    if (instrument.state !== instrumentState.normal) continue;
    const now = clock.now();
    const { jumpBound: bound } = termsAt(instrument, now);
    if (findJump(recentTicks, { bound, now }) === undefined) continue;
    const jump = await database.transaction(async (tx) => {
      const points = await sinceLastHalt(tx, instrument, { points: recentTicks, now });
      const found = findJump(points, { bound, now });
      if (found !== undefined) await record(tx, instrument, { ...found, bound, at: now });
      return found;
    });
    if (jump === undefined) continue;
    log.warn({ symbol: instrument.symbol, ...pricesOf(jump) }, 'a market halted: its price jumped');
    await haltsChanged(deps, [instrument]);
  }
}

/** What was before the end of a halt does not halt the market again; none while it is halted. */
async function sinceLastHalt(
  tx: Tx,
  instrument: Instrument,
  { points, now }: { points: readonly PricePoint[]; now: number },
): Promise<readonly PricePoint[]> {
  await endIfDue(tx, instrument, now);
  if ((await tx.maybe(runningHaltOf, [instrument.id])) !== undefined) return [];
  const [last] = await tx.many(haltsOf, [instrument.id, 1]);
  const since = last?.endedAt ?? Number.NEGATIVE_INFINITY;
  return points.filter(({ at }) => at > since);
}

async function record(
  tx: Tx,
  instrument: Instrument,
  { from, to, bound, at }: Jump & { bound: Instrument['jumpBound']; at: number },
): Promise<void> {
  const until = at + HALT_MS;
  await insertJumpHalt(tx, {
    instrumentId: instrument.id,
    state: instrumentState.halted,
    message: REASON,
    reason: REASON,
    beganAt: at,
    until,
    fromSeq: from.seq,
    toSeq: to.seq,
    fromPrice: from.price,
    toPrice: to.price,
    bound,
  });
  const detail = { ...pricesOf({ from, to }), bound: formatDecimal(bound), until: isoTime(until) };
  const act = { actor: undefined, action: 'market.jumpHalt' as const };
  await logAct(tx, { ...act, subject: subjectOf(instrument), detail }, at);
}

const pricesOf = ({ from, to }: Jump) => ({
  from: formatDecimal(from.price),
  to: formatDecimal(to.price),
});
