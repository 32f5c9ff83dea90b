/** The rule once more, in its plainest words and without sharing a line: the twin that tests hold the real one against. */
import { type Amount, formatDecimal, ONE } from '@tern/money';
import type { Contract } from './settle.ts';
import type { Tick } from './terms.ts';

export interface PlainResult {
  readonly status: 'void' | 'invalid' | 'settled';
  readonly outcome: 'none' | 'win' | 'loss' | 'tie';
  readonly open: number | undefined;
  readonly close: number | undefined;
  readonly returned: string;
  readonly winnings: string;
  readonly profit: string;
}

/** Walks through the ticks one by one, as a person with pencil and paper would. Positions stand for the ticks. */
export function settlePlainly(contract: Contract, ticks: readonly Tick[]): PlainResult {
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
  const back = { returned: formatDecimal(stake), winnings: '0', profit: '0' };
  if (open === undefined || close === undefined) {
    return { status: 'void', outcome: 'none', open: undefined, close: undefined, ...back };
  }
  const seen = { open: open.seq, close: close.seq };
  const age = open.at + terms.durationSeconds * 1_000 - close.at;
  if (age > terms.staleAfterMs) return { status: 'invalid', outcome: 'none', ...seen, ...back };
  if (close.price === open.price) return { status: 'settled', outcome: 'tie', ...seen, ...back };
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
