/** A question to the sources for what is missing of one symbol, and what has come of it so far. */
import type { Log } from '../../../platform/log.ts';
import type { Hearing } from '../hearing.ts';
import type { PriceSource } from '../price-source.ts';
import type { SymbolState } from '../symbol-state.ts';
import { askPast, type Missing, tellers, type Told } from './ask-past.ts';

export interface Asking {
  readonly missing: Missing;
  /** The last tick before the silence: another one is another silence. */
  readonly after: number;
  readonly since: number;
  /** As they come. */
  readonly told: Told[];
  /** All have answered, or were waited for long enough: what was told until then counts. */
  isAnswered: boolean;
  isOver: boolean;
}

/** What is told after it counts as answered comes too late. */
export function beginAsking(
  { sources, log }: { readonly sources: readonly PriceSource[]; readonly log: Log },
  ask: { state: SymbolState; missing: Missing; hearing: Hearing; now: number },
): Asking {
  const { state, missing, hearing, now } = ask;
  const { symbol } = state.instrument;
  const begun = { told: [], isAnswered: false, isOver: false };
  const asking: Asking = { missing, after: state.chain.at, since: now, ...begun };
  void askPast(tellers(sources, symbol), missing, {
    onTold(told) {
      if (asking.isAnswered) return;
      asking.told.push(told);
      // What was traded until now is in the candles.
      hearing.forgetTraded(symbol);
    },
    onFailure: (source, error) =>
      log.warn({ err: error, source, symbol }, 'a source could not tell the past'),
  }).then(() => {
    asking.isAnswered = true;
  });
  return asking;
}
