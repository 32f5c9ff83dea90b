/** A question to the sources for what is missing of one symbol, and what has come of it so far. */
import type { Log } from '../../../platform/log.ts';
import type { QuoteIntake } from '../quote-intake.ts';
import type { PriceSource } from '../price-source.ts';
import type { SymbolState } from '../symbol-state.ts';
import {
  requestBackfill,
  type Missing,
  backfillSources,
  type Backfilled,
} from './request-backfill.ts';

export interface BackfillRequest {
  readonly missing: Missing;
  /** The last tick before the silence: another one is another silence. */
  readonly after: number;
  readonly since: number;
  /** As they come. */
  readonly told: Backfilled[];
  /** All have answered, or were waited for long enough: what was told until then counts. */
  isAnswered: boolean;
  isOver: boolean;
}

/** What is told after it counts as answered comes too late. */
export function beginBackfillRequest(
  { sources, log }: { readonly sources: readonly PriceSource[]; readonly log: Log },
  ask: { state: SymbolState; missing: Missing; intake: QuoteIntake; now: number },
): BackfillRequest {
  const { state, missing, intake, now } = ask;
  const { symbol } = state.instrument;
  const begun = { told: [], isAnswered: false, isOver: false };
  const asking: BackfillRequest = { missing, after: state.chain.at, since: now, ...begun };
  void requestBackfill(backfillSources(sources, symbol), missing, {
    onBackfilled(told) {
      if (asking.isAnswered) return;
      asking.told.push(told);
      // What was traded until now is in the candles.
      intake.forgetTraded(symbol);
    },
    onFailure: (source, error) =>
      log.warn({ err: error, source, symbol }, 'a source could not tell the past'),
  }).then(() => {
    asking.isAnswered = true;
  });
  return asking;
}
