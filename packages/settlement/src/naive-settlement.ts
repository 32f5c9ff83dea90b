/** A naive implementation of the settlement rule that shares no code with the real one: the reference model of the tests. */
import { type Amount, formatDecimal, ONE } from '@tern/money';
import type { Contract } from './settle.ts';
import type { Tick } from './terms.ts';

export interface NaiveResult {
  readonly status: 'void' | 'invalid' | 'settled';
  readonly outcome: 'none' | 'win' | 'loss' | 'tie';
  readonly open: number | undefined;
  readonly close: number | undefined;
  readonly returned: string;
  readonly winnings: string;
  readonly profit: string;
}

/** Goes through the ticks one by one. `open` and `close` are positions in the chain. */
export function settleNaively(contract: Contract, ticks: readonly Tick[]): NaiveResult {
  const { terms, acceptedAt, direction, stake } = contract;
  let open: Tick | undefined;
  let close: Tick | undefined;
  for (const tick of ticks) {
    const wasBackfilled = typeof tick.backfilledAt === 'number';
    if (terms.ruleVersion === 1 && wasBackfilled) continue;
    if (open === undefined) {
      if (tick.at - acceptedAt <= terms.openAfterMs) continue;
      if (tick.at - acceptedAt - terms.openAfterMs > terms.openWithinMs) break;
      open = tick;
      close = tick;
    } else if (tick.at <= open.at + terms.durationSeconds * 1_000) {
      close = tick;
    }
  }
  const refund = { returned: formatDecimal(stake), winnings: '0', profit: '0' };
  if (open === undefined || close === undefined) {
    return { status: 'void', outcome: 'none', open: undefined, close: undefined, ...refund };
  }
  const seen = { open: open.seq, close: close.seq };
  const age = open.at + terms.durationSeconds * 1_000 - close.at;
  if (age > terms.staleAfterMs) return { status: 'invalid', outcome: 'none', ...seen, ...refund };
  if (close.price === open.price) return { status: 'settled', outcome: 'tie', ...seen, ...refund };
  const rose = close.price > open.price;
  if ((rose && direction === 'up') || (!rose && direction === 'down')) {
    const winnings = formatDecimal(cutTo(terms.assetScale, (stake * terms.payoutRatio) / ONE));
    const won = { returned: formatDecimal(stake), winnings, profit: winnings };
    return { status: 'settled', outcome: 'win', ...seen, ...won };
  }
  const lost = { returned: '0', winnings: '0', profit: `-${formatDecimal(stake)}` };
  return { status: 'settled', outcome: 'loss', ...seen, ...lost };
}

function cutTo(places: number, value: bigint): Amount {
  const unit = 10n ** BigInt(18 - places);
  return (value - (value % unit)) as Amount;
}
