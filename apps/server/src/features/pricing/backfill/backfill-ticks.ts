/** Fills times that we missed of live markets with ticks made from the sources' own records, before the next tick (ADR 17). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instrument } from '../../../kernel/catalog/instruments.ts';
import { isOpen } from '../../../kernel/catalog/trading-hours.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { applyCycle, type PlannedCycle, planCycle, storeCycles } from '../drive-ticks.ts';
import { createQuoteIntake, type QuoteIntake } from '../quote-intake.ts';
import { type PriceSource, serves, type SourceQuote } from '../price-source.ts';
import { LIVE_MS } from '../reference-rule.ts';
import type { SymbolState } from '../symbol-state.ts';

export interface TickBackfillerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly sources: readonly PriceSource[];
  /** Whether a contract waits for prices: only then is a source that cannot answer asked again. */
  readonly areTicksAwaited?: () => Promise<boolean>;
}

export interface TickBackfiller {
  /**
   * Live markets whose next tick may be made: nothing was missed, or what was missed is filled, or no source can tell it.
   * Fails with: a thrown error when nothing could be stored.
   */
  settle(states: readonly SymbolState[], moment: FillMoment): Promise<SymbolState[]>;
  /** Whether the sources told all they can of the time up to the moment, or were asked for long enough. */
  isDecided(state: SymbolState, at: number): boolean;
}

export interface FillMoment {
  readonly now: number;
  readonly intake: QuoteIntake;
  /** We stood still until now: quotes may be missing although the last tick is young. */
  readonly hasPaused: boolean;
  /** Instruments that somebody waits for: asked about also while nobody speaks. */
  readonly awaited: ReadonlySet<number>;
}

/** A young tick and no pause: nothing is missing. */
const SILENCE_MS = LIVE_MS;
/** A longer silence is asked about only if somebody waits for it: records rarely reach back so far. */
const REACH_MS = 600_000;
const RETRY_MS = 2_000;
/** A source that cannot answer for so long has no record. While a contract waits, ticks of the market wait as long. */
const WAIT_MS = 30_000;
/** Seconds planned before other work gets its turn. */
const SECONDS_AT_ONCE = 60;

/** A silence of one market, and what its sources told of it. */
interface BackfillRequest {
  /** The newest tick before it. */
  readonly after: number;
  readonly since: number;
  readonly told: Map<PriceSource, readonly SourceQuote[]>;
  /** Of those that have not told yet: when each is asked again; undefined while it is being asked. */
  readonly retryAt: Map<PriceSource, number | undefined>;
  isOver: boolean;
}

export function createTickBackfiller(deps: TickBackfillerDeps): TickBackfiller {
  const askings = new Map<number, BackfillRequest>();
  /** By instrument: of the time up to here all is known that can be. */
  const backfilledUpTo = new Map<number, number>();
  const backfillSources = ({ symbol }: Instrument) =>
    deps.sources.filter((source) => source.fetchTrades !== undefined && serves(source, symbol));
  const known = (state: SymbolState): BackfillRequest | undefined => {
    const asking = askings.get(state.instrument.id);
    return asking?.after === state.chain.at ? asking : undefined;
  };
  const begin = (state: SymbolState, now: number): BackfillRequest => {
    const asked = backfillSources(state.instrument);
    const asking: BackfillRequest = {
      after: state.chain.at,
      since: now,
      told: new Map(),
      retryAt: new Map(asked.map((source) => [source, now])),
      isOver: false,
    };
    askings.set(state.instrument.id, asking);
    return asking;
  };
  const ask = (state: SymbolState, asking: BackfillRequest, now: number): void => {
    const { symbol } = state.instrument;
    for (const [source, at] of asking.retryAt) {
      if (at === undefined || at > now) continue;
      asking.retryAt.set(source, undefined);
      void tradesOf(source, { symbol, from: asking.after, to: asking.since }).then(
        (quotes) => {
          asking.retryAt.delete(source);
          asking.told.set(source, quotes);
        },
        (error: unknown) => {
          asking.retryAt.set(source, now + RETRY_MS);
          deps.log.warn(
            { err: error, source: source.name, symbol },
            'a source could not tell its trades',
          );
        },
      );
    }
  };
  const mustWait = async ({ retryAt, since }: BackfillRequest, now: number): Promise<boolean> => {
    if (retryAt.size === 0 || now - since > WAIT_MS) return false;
    const isUnderWay = [...retryAt.values()].includes(undefined);
    return isUnderWay || (await deps.areTicksAwaited?.()) === true;
  };
  const isMissing = (state: SymbolState, { now, hasPaused, intake, awaited }: FillMoment) => {
    const { instrument, chain } = state;
    const silentMs = now - chain.at;
    const isSilent = silentMs > SILENCE_MS;
    if (state.isBroken || chain.seq === 0) return false;
    if (awaited.has(instrument.id)) return hasPaused || isSilent;
    if (silentMs > REACH_MS || !isOpen(instrument.hours, now)) return false;
    const asked = backfilledUpTo.get(instrument.id) ?? Number.NEGATIVE_INFINITY;
    const hasSpoken = () => intake.prices(instrument.symbol).some(({ at }) => at > asked);
    return hasPaused || (isSilent && hasSpoken());
  };
  /** One silence is asked about once, and again when it went on after the answer. */
  const isAsked = (asking: BackfillRequest, { now, hasPaused }: FillMoment) =>
    !asking.isOver || (!hasPaused && now - asking.since <= SILENCE_MS);
  return {
    async settle(states, moment) {
      const { now, intake } = moment;
      const going: SymbolState[] = [];
      for (const state of states) {
        const before = known(state);
        const isNew =
          (before === undefined || !isAsked(before, moment)) && isMissing(state, moment);
        const asking = isNew ? begin(state, now) : before;
        if (asking !== undefined && !asking.isOver) {
          ask(state, asking, now);
          if (await mustWait(asking, now)) continue;
          await fill(deps, state, { told: asking.told, now: asking.since });
          asking.isOver = true;
          backfilledUpTo.set(state.instrument.id, asking.since);
          // What was traded until now is in the ticks.
          if (asking.told.size > 0) intake.forgetTraded(state.instrument.symbol);
        }
        going.push(state);
      }
      return going;
    },
    isDecided: ({ instrument }, at) =>
      backfillSources(instrument).length === 0 ||
      (backfilledUpTo.get(instrument.id) ?? at - 1) >= at,
  };
}

async function tradesOf(
  source: PriceSource,
  span: { symbol: string; from: number; to: number },
): Promise<readonly SourceQuote[]> {
  const quotes = (await source.fetchTrades?.(span)) ?? [];
  return quotes.filter(
    ({ symbol, at }) => symbol === span.symbol && at > span.from && at <= span.to,
  );
}

/** Plays the told trades to the same ears and the same rule, second by second, and stores the ticks that come of them. */
async function fill(
  deps: TickBackfillerDeps,
  state: SymbolState,
  { told, now }: { told: BackfillRequest['told']; now: number },
): Promise<void> {
  const quotes = [...told].flatMap(([{ name }, said]) => said.map((quote) => ({ name, quote })));
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
    if (steps % SECONDS_AT_ONCE === 0) await nextTurn();
  }
  await storeCycles(deps.database, cycles);
  Object.assign(state, working);
}
