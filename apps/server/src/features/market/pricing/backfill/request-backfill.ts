/** Determines which candles of a symbol are missing and requests them from its sources. */
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import type { Log } from '../../../../platform/log.ts';
import { floorTo } from '../../../../kernel/prices/intervals.ts';
import { type BackfillSpan, type LiveSource, serves } from '../price-source.ts';
import type { QuoteIntake } from '../quote-intake.ts';
import type { SymbolState } from '../symbol-state.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

/** The spans to request. */
export interface Missing {
  /** Set for a symbol without any history. */
  readonly hours: BackfillSpan | undefined;
  readonly minutes: BackfillSpan;
}

/** The answer of one source. */
export interface Backfilled {
  readonly source: string;
  readonly hours: readonly Candle[];
  readonly minutes: readonly Candle[];
}

/** Shorter gaps are not backfilled. */
const GAP_MIN_MS = 60_000;
/** Of a longer gap only the newest part is backfilled. */
const GAP_MINUTES_MAX = 10_080;
/** As many as a source returns in one answer. */
const FIRST_HISTORY_COUNT = 2_000;

/** Undefined when nothing is missing or the market is closed. */
export function missingOf(state: SymbolState, now: number): Missing | undefined {
  const { symbol, hours } = state.instrument;
  if (state.isBroken || !isOpen(hours, now)) return undefined;
  const own = state.running.get('1min');
  const span = (interval: BackfillSpan['interval'], from: number): BackfillSpan => ({
    symbol,
    interval,
    from,
    to: now,
  });
  if (own === undefined) {
    const hour = floorTo(now, HOUR_MS);
    return {
      hours: span('60min', hour - (FIRST_HISTORY_COUNT - 1) * HOUR_MS),
      minutes: span('1min', floorTo(now, MINUTE_MS) - (FIRST_HISTORY_COUNT - 1) * MINUTE_MS),
    };
  }
  const lastAt = own.start > state.chain.at ? own.start + MINUTE_MS : state.chain.at;
  if (now - lastAt < GAP_MIN_MS) return undefined;
  const oldest = floorTo(now, MINUTE_MS) - GAP_MINUTES_MAX * MINUTE_MS;
  return { hours: undefined, minutes: span('1min', Math.max(own.start, oldest)) };
}

/** The symbol's sources that provide candles. */
export function backfillSources(
  sources: readonly LiveSource[],
  symbol: string,
): readonly LiveSource[] {
  return sources.filter((source) => source.fetchCandles !== undefined && serves(source, symbol));
}

/** Resolves when every source has answered or failed; each answer and failure is reported as it arrives. */
async function requestBackfill(
  sources: readonly LiveSource[],
  missing: Missing,
  listener: {
    onBackfilled(backfilled: Backfilled): void;
    onFailure(source: string, error: unknown): void;
  },
): Promise<void> {
  const request = async (source: LiveSource): Promise<void> => {
    try {
      const fetchSpan = async (span: BackfillSpan | undefined) =>
        span === undefined ? [] : ((await source.fetchCandles?.(span)) ?? []);
      const [hours, minutes] = await Promise.all([
        fetchSpan(missing.hours),
        fetchSpan(missing.minutes),
      ]);
      listener.onBackfilled({ source: source.name, hours, minutes });
    } catch (error) {
      listener.onFailure(source.name, error);
    }
  };
  await Promise.all(sources.map(request));
}

export interface BackfillRequest {
  readonly missing: Missing;
  /** Time of the last tick before the gap. A different one is a different gap. */
  readonly after: number;
  readonly since: number;
  /** In order of arrival. */
  readonly answers: Backfilled[];
  /** Every source has answered or the wait is over; later answers are ignored. */
  isAnswered: boolean;
  isOver: boolean;
}

export function startBackfillRequest(
  { sources, log }: { readonly sources: readonly LiveSource[]; readonly log: Log },
  input: { state: SymbolState; missing: Missing; intake: QuoteIntake; now: number },
): BackfillRequest {
  const { state, missing, intake, now } = input;
  const { symbol } = state.instrument;
  const begun = { answers: [], isAnswered: false, isOver: false };
  const request: BackfillRequest = { missing, after: state.chain.at, since: now, ...begun };
  void requestBackfill(backfillSources(sources, symbol), missing, {
    onBackfilled(answer) {
      if (request.isAnswered) return;
      request.answers.push(answer);
      // The candles already contain the trades up to now.
      intake.resetTraded(symbol);
    },
    onFailure: (source, error) =>
      log.warn({ err: error, source, symbol }, 'candles could not be fetched for a backfill'),
  }).then(() => {
    request.isAnswered = true;
  });
  return request;
}
