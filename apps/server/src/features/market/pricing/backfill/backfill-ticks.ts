/** Backfills missed ticks of live markets from the sources' trade records, before the next tick (ADR 17). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instrument } from '../../../../kernel/catalog/instruments.ts';
import { isOpen } from '../../../../kernel/catalog/trading-hours.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { applyCycle, type PlannedCycle, planCycle, storeCycles } from '../tick-cycle.ts';
import { createQuoteIntake, type QuoteIntake } from '../quote-intake.ts';
import { type LiveSource, serves, type SourceQuote } from '../price-source.ts';
import { LIVE_MS } from '../reference-rule.ts';
import type { SymbolState } from '../symbol-state.ts';

export interface TickBackfillerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly sources: readonly LiveSource[];
  /** Whether a contract waits for prices: only then is a failed request retried. */
  readonly areTicksAwaited?: () => Promise<boolean>;
}

export interface TickBackfiller {
  /**
   * Returns the live markets whose next tick may be created: nothing was missed, it was backfilled, or no source has it.
   * @throws Error when nothing could be stored
   */
  backfill(states: readonly SymbolState[], moment: BackfillMoment): Promise<SymbolState[]>;
  /** Whether the sources have answered for the time up to `at`, or the wait for them is over. */
  isDecided(state: SymbolState, at: number): boolean;
}

export interface BackfillMoment {
  readonly now: number;
  readonly intake: QuoteIntake;
  /** This process was paused until now: quotes may be missing although the last tick is recent. */
  readonly hasPaused: boolean;
  /** Instruments that contracts wait for: requested even while no source quotes. */
  readonly awaited: ReadonlySet<number>;
}

/** After a shorter gap, and without a pause, nothing is missing. */
const GAP_MIN_MS = LIVE_MS;
/** A longer gap is requested only if a contract waits for it: trade records rarely reach back so far. */
const REACH_MS = 600_000;
const RETRY_MS = 2_000;
/** After this time a source counts as having no record. While a contract waits, ticks of the market wait as long. */
const WAIT_MS = 30_000;
/** Seconds planned before yielding to the event loop. */
const SECONDS_PER_TURN = 60;

/** A gap of one market and the trades its sources returned for it. */
interface BackfillRequest {
  /** Time of the last tick before the gap. */
  readonly after: number;
  readonly since: number;
  readonly answers: Map<LiveSource, readonly SourceQuote[]>;
  /** Sources without an answer yet, with the time of the next attempt; undefined while one is in flight. */
  readonly retryAt: Map<LiveSource, number | undefined>;
  isOver: boolean;
}

export function createTickBackfiller(deps: TickBackfillerDeps): TickBackfiller {
  const requests = new Map<number, BackfillRequest>();
  /** By instrument: nothing more can be backfilled up to here. */
  const backfilledUpTo = new Map<number, number>();
  const backfillSources = ({ symbol }: Instrument) =>
    deps.sources.filter((source) => source.fetchTrades !== undefined && serves(source, symbol));
  const known = (state: SymbolState): BackfillRequest | undefined => {
    const request = requests.get(state.instrument.id);
    return request?.after === state.chain.at ? request : undefined;
  };
  const begin = (state: SymbolState, now: number): BackfillRequest => {
    const sources = backfillSources(state.instrument);
    const request: BackfillRequest = {
      after: state.chain.at,
      since: now,
      answers: new Map(),
      retryAt: new Map(sources.map((source) => [source, now])),
      isOver: false,
    };
    requests.set(state.instrument.id, request);
    return request;
  };
  const requestTrades = (state: SymbolState, request: BackfillRequest, now: number): void => {
    const { symbol } = state.instrument;
    for (const [source, at] of request.retryAt) {
      if (at === undefined || at > now) continue;
      request.retryAt.set(source, undefined);
      void tradesOf(source, { symbol, from: request.after, to: request.since }).then(
        (quotes) => {
          request.retryAt.delete(source);
          request.answers.set(source, quotes);
        },
        (error: unknown) => {
          request.retryAt.set(source, now + RETRY_MS);
          deps.log.warn(
            { err: error, source: source.name, symbol },
            'trades could not be fetched for a backfill',
          );
        },
      );
    }
  };
  const mustWait = async ({ retryAt, since }: BackfillRequest, now: number): Promise<boolean> => {
    if (retryAt.size === 0 || now - since > WAIT_MS) return false;
    const isPending = [...retryAt.values()].includes(undefined);
    return isPending || (await deps.areTicksAwaited?.()) === true;
  };
  const isMissing = (state: SymbolState, { now, hasPaused, intake, awaited }: BackfillMoment) => {
    const { instrument, chain } = state;
    const gapMs = now - chain.at;
    const isGap = gapMs > GAP_MIN_MS;
    if (state.isBroken || chain.seq === 0) return false;
    if (awaited.has(instrument.id)) return hasPaused || isGap;
    if (gapMs > REACH_MS || !isOpen(instrument.hours, now)) return false;
    const upTo = backfilledUpTo.get(instrument.id) ?? Number.NEGATIVE_INFINITY;
    const hasQuotedSince = () => intake.prices(instrument.symbol).some(({ at }) => at > upTo);
    return hasPaused || (isGap && hasQuotedSince());
  };
  /** A gap is requested once, and again if it continued after the answer. */
  const wasRequested = (request: BackfillRequest, { now, hasPaused }: BackfillMoment) =>
    !request.isOver || (!hasPaused && now - request.since <= GAP_MIN_MS);
  return {
    async backfill(states, moment) {
      const { now, intake } = moment;
      const ready: SymbolState[] = [];
      for (const state of states) {
        const before = known(state);
        const isNew =
          (before === undefined || !wasRequested(before, moment)) && isMissing(state, moment);
        const request = isNew ? begin(state, now) : before;
        if (request !== undefined && !request.isOver) {
          requestTrades(state, request, now);
          if (await mustWait(request, now)) continue;
          await fill(deps, state, { answers: request.answers, now: request.since });
          request.isOver = true;
          backfilledUpTo.set(state.instrument.id, request.since);
          // The ticks already contain the trades up to now.
          if (request.answers.size > 0) intake.resetTraded(state.instrument.symbol);
        }
        ready.push(state);
      }
      return ready;
    },
    isDecided: ({ instrument }, at) =>
      backfillSources(instrument).length === 0 ||
      (backfilledUpTo.get(instrument.id) ?? at - 1) >= at,
  };
}

async function tradesOf(
  source: LiveSource,
  span: { symbol: string; from: number; to: number },
): Promise<readonly SourceQuote[]> {
  const quotes = (await source.fetchTrades?.(span)) ?? [];
  return quotes.filter(
    ({ symbol, at }) => symbol === span.symbol && at > span.from && at <= span.to,
  );
}

/** Replays the trades second by second through the quote intake and the reference rule, and stores the resulting ticks. */
async function fill(
  deps: TickBackfillerDeps,
  state: SymbolState,
  { answers, now }: { answers: BackfillRequest['answers']; now: number },
): Promise<void> {
  const quotes = [...answers].flatMap(([{ name }, trades]) =>
    trades.map((quote) => ({ name, quote })),
  );
  if (quotes.length === 0) return;
  quotes.sort((left, right) => left.quote.at - right.quote.at);
  let moment = state.chain.at;
  const intake = createQuoteIntake([state.instrument], () => moment);
  const working = { ...state };
  const cycles: PlannedCycle[] = [];
  let next = 0;
  for (let steps = 1; moment < now; steps += 1) {
    moment = Math.min(Math.floor(moment / 1_000) * 1_000 + 1_000, now);
    for (; next < quotes.length && quotes[next]!.quote.at <= moment; next += 1) {
      const { name, quote } = quotes[next]!;
      intake.accept(name, quote);
    }
    const span = {
      now: moment,
      closedUpTo: Number.NEGATIVE_INFINITY,
      madeAt: now,
      isLive: () => true,
    };
    const cycle = planCycle({ states: [working], all: [working], intake, span });
    applyCycle(cycle, [working]);
    cycles.push(cycle);
    if (steps % SECONDS_PER_TURN === 0) await nextTurn();
  }
  await storeCycles(deps.database, cycles);
  Object.assign(state, working);
}
