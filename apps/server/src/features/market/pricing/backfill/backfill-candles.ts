/** Backfills missing candles from the sources before the next tick is created (ADR 16). */
import type { Database } from '../../../../platform/database/database.ts';
import type { Log } from '../../../../platform/log.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Candle } from '../../../../kernel/prices/candle.ts';
import { floorTo, type Interval } from '../../../../kernel/prices/intervals.ts';
import type { QuoteIntake } from '../quote-intake.ts';
import { loadEdges } from '../load-edges.ts';
import { keepHours } from '../plan-tick.ts';
import type { LiveSource } from '../price-source.ts';
import { referencePrice } from '../reference-rule.ts';
import { loadStates } from '../load-states.ts';
import { type ClosedCandle, insertCandles } from '../store.ts';
import { type Backfill, insertBackfills } from '../store-gaps.ts';
import { previousPrices, type SymbolState } from '../symbol-state.ts';
import {
  type Backfilled,
  type BackfillRequest,
  backfillSources,
  type Missing,
  missingOf,
  startBackfillRequest,
} from './request-backfill.ts';
import { agreedBackfill, isContinuous, normalizeCandles } from './validate-backfill.ts';
import { planBackfill, planFirstHistory } from './plan-backfill.ts';

export interface CandleBackfillerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly sources: readonly LiveSource[];
}

export interface CandleBackfiller {
  /**
   * Returns the symbols whose next tick may be created. The others wait for their backfill; after a timeout, or when
   * no answer is continuous with the known prices, the symbol continues with a gap.
   * @throws Error when nothing could be stored
   */
  backfill(
    states: readonly SymbolState[],
    intake: QuoteIntake,
    now: number,
  ): Promise<SymbolState[]>;
}

/** How long ticks wait for an answer. */
const WAIT_MS = 15_000;

/** A backfilled span, ready to be stored. */
interface PreparedBackfill {
  readonly state: SymbolState;
  readonly closed: readonly ClosedCandle[];
  readonly span: Backfill;
  /** Absent for a symbol's first history, which is loaded again once it is stored. */
  readonly running: ReadonlyMap<Interval, Candle> | undefined;
  readonly minutes: readonly Candle[];
}

export function createCandleBackfiller(deps: CandleBackfillerDeps): CandleBackfiller {
  const requests = new Map<string, BackfillRequest>();
  const sendRequest = (state: SymbolState, missing: Missing, moment: Moment): BackfillRequest => {
    const request = startBackfillRequest(deps, { state, missing, ...moment });
    requests.set(state.instrument.symbol, request);
    return request;
  };
  const missingNow = (state: SymbolState, now: number): Missing | undefined => {
    const { symbol } = state.instrument;
    const missing = missingOf(state, now);
    if (missing !== undefined && backfillSources(deps.sources, symbol).length > 0) return missing;
    requests.delete(symbol);
    return undefined;
  };
  const waitFor = (
    state: SymbolState,
    missing: Missing,
    moment: Moment,
  ): BackfillRequest | undefined => {
    const known = requests.get(state.instrument.symbol);
    const isSame = known?.after === state.chain.at;
    const request = isSame ? known : sendRequest(state, missing, moment);
    if (moment.now - request.since > WAIT_MS) request.isAnswered = true;
    return request.isOver ? undefined : request;
  };
  return {
    async backfill(states, intake, now) {
      const ready: SymbolState[] = [];
      const prepared: PreparedBackfill[] = [];
      const answered: BackfillRequest[] = [];
      for (const state of states) {
        const missing = missingNow(state, now);
        // Without a reference price there is no tick to wait for.
        const price = missing && priceNow(state, intake, now);
        const request = price && waitFor(state, missing, { intake, now });
        if (price === undefined || request === undefined) ready.push(state);
        else if (request.isAnswered) {
          answered.push(request);
          const each = prepareBackfill(state, request, { price, now });
          if (each === undefined) {
            const { symbol } = state.instrument;
            deps.log.warn({ symbol }, 'no backfill matches the known prices: the gap remains');
          } else prepared.push(each);
          ready.push(state);
        }
      }
      await store(deps.database, prepared, now);
      for (const request of answered) request.isOver = true;
      return ready;
    },
  };
}

interface Moment {
  readonly intake: QuoteIntake;
  readonly now: number;
}

function priceNow(state: SymbolState, intake: QuoteIntake, now: number) {
  const { symbol, tickSize } = state.instrument;
  const prices = intake.prices(symbol);
  return referencePrice(prices, { now, tickSize, previous: previousPrices(state) })?.price;
}

/** Uses an answer that is continuous with the known prices and that most other such answers agree with. */
function prepareBackfill(
  state: SymbolState,
  { missing, answers }: { missing: Missing; answers: readonly Backfilled[] },
  { price, now }: { price: NonNullable<ReturnType<typeof priceNow>>; now: number },
): PreparedBackfill | undefined {
  const own = state.running.get('1min');
  const isAdjacent = own?.start === missing.minutes.from;
  const borders = { before: isAdjacent ? own?.open : undefined, after: price };
  const { instrument } = state;
  const continuous = answers
    .map(({ source, hours, minutes }) => ({
      source,
      hours: normalizeCandles(hours, instrument),
      minutes: normalizeCandles(minutes, instrument),
    }))
    .filter(
      ({ hours, minutes }) =>
        isContinuous(minutes, missing.minutes, borders) &&
        (missing.hours === undefined || isContinuous(hours, missing.hours, borders)),
    );
  const agreed = agreedBackfill(continuous);
  const first = agreed?.hours[0] ?? agreed?.minutes[0];
  const last = agreed?.minutes.at(-1);
  if (agreed === undefined || first === undefined || last === undefined) return undefined;
  const { source, hours, minutes } = agreed;
  const endsAt = last.start + MINUTE_MS;
  const span = { instrumentId: instrument.id, startsAt: first.start, endsAt, source };
  if (missing.hours === undefined) return { state, span, minutes, ...planBackfill(state, minutes) };
  const closed = planFirstHistory(instrument.id, { hours, minutes }, now);
  return { state, span, minutes, closed, running: undefined };
}

async function store(
  database: Database,
  prepared: readonly PreparedBackfill[],
  now: number,
): Promise<void> {
  if (prepared.length === 0) return;
  await database.transaction(async (tx) => {
    await insertCandles(
      tx,
      prepared.flatMap(({ closed }) => closed),
    );
    await insertBackfills(
      tx,
      prepared.map(({ span }) => span),
    );
  });
  for (const each of prepared) {
    const { state, span, closed, running } = each;
    if (running === undefined) await applyFirstHistory(database, each, now);
    else {
      state.running = running;
      keepHours(state, closed);
      state.backfills = [...state.backfills, span];
    }
  }
}

/** Loads the symbol again from its stored history and adds the current minute. */
async function applyFirstHistory(
  database: Database,
  { state, minutes }: PreparedBackfill,
  now: number,
): Promise<void> {
  const [fresh] = await database.snapshot((reader) => loadStates(reader, [state.instrument]));
  if (fresh === undefined) return;
  const currentMinutes = minutes.filter((minute) => minute.start >= floorTo(now, MINUTE_MS));
  fresh.running = planBackfill(fresh, currentMinutes).running;
  Object.assign(state, fresh);
  await loadEdges(database, [state], now);
}
