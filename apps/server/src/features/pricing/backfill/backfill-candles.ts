/** Fills the time when nobody listened with candles that a source tells, before the next tick is made (ADR 16). */
import type { Database } from '../../../platform/database/database.ts';
import type { Log } from '../../../platform/log.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Candle } from '../../../kernel/prices/candle.ts';
import { floorTo, type Interval } from '../../../kernel/prices/intervals.ts';
import type { QuoteIntake } from '../quote-intake.ts';
import { loadEdges } from '../load-edges.ts';
import { keepHours } from '../plan-tick.ts';
import type { PriceSource } from '../price-source.ts';
import { referencePrice } from '../reference-rule.ts';
import { resumeStates } from '../resume-market.ts';
import { type ClosedCandle, insertCandles } from '../store.ts';
import { type Backfill, insertBackfills } from '../store-backfills.ts';
import { pastPrices, type SymbolState } from '../symbol-state.ts';
import { agreedBackfill } from './agreed-backfill.ts';
import { type Missing, missingOf, backfillSources, type Backfilled } from './request-backfill.ts';
import { type BackfillRequest, beginBackfillRequest } from './backfill-request.ts';
import { asOurs, joinsUp } from './check-backfilled.ts';
import { planBackfill } from './plan-backfill.ts';
import { planBeginning } from './plan-first-history.ts';

export interface CandleBackfillerDeps {
  readonly database: Database;
  readonly log: Log;
  readonly sources: readonly PriceSource[];
}

export interface CandleBackfiller {
  /**
   * Those whose next tick may be made. The others wait until their past is told and stored; whoever has
   * waited too long, or was told what does not join up, goes on without and keeps a gap.
   * Fails with: a thrown error when nothing could be stored.
   */
  settle(states: readonly SymbolState[], intake: QuoteIntake, now: number): Promise<SymbolState[]>;
}

/** Ticks wait no longer than this for an answer. */
const WAIT_MS = 15_000;

/** A span that one source told, ready to be stored. */
interface Filling {
  readonly state: SymbolState;
  readonly closed: readonly ClosedCandle[];
  readonly span: Backfill;
  /** Absent when the symbol begins: then it is read back as stored. */
  readonly running: ReadonlyMap<Interval, Candle> | undefined;
  readonly minutes: readonly Candle[];
}

export function createCandleBackfiller(deps: CandleBackfillerDeps): CandleBackfiller {
  const askings = new Map<string, BackfillRequest>();
  const askFor = (state: SymbolState, missing: Missing, moment: Moment): BackfillRequest => {
    const asking = beginBackfillRequest(deps, { state, missing, ...moment });
    askings.set(state.instrument.symbol, asking);
    return asking;
  };
  const missingNow = (state: SymbolState, now: number): Missing | undefined => {
    const { symbol } = state.instrument;
    const missing = missingOf(state, now);
    if (missing !== undefined && backfillSources(deps.sources, symbol).length > 0) return missing;
    askings.delete(symbol);
    return undefined;
  };
  /** Undefined: go on. */
  const waitFor = (
    state: SymbolState,
    missing: Missing,
    moment: Moment,
  ): BackfillRequest | undefined => {
    const known = askings.get(state.instrument.symbol);
    const isSame = known?.after === state.chain.at;
    const asking = isSame ? known : askFor(state, missing, moment);
    if (moment.now - asking.since > WAIT_MS) asking.isAnswered = true;
    return asking.isOver ? undefined : asking;
  };
  return {
    async settle(states, intake, now) {
      const going: SymbolState[] = [];
      const fillings: Filling[] = [];
      const answered: BackfillRequest[] = [];
      for (const state of states) {
        const missing = missingNow(state, now);
        // Without a price that may be taken now no tick can come of it either.
        const price = missing && priceNow(state, intake, now);
        const asking = price && waitFor(state, missing, { intake, now });
        if (price === undefined || asking === undefined) going.push(state);
        else if (asking.isAnswered) {
          answered.push(asking);
          const filling = fillingOf(state, asking, { price, now });
          if (filling === undefined) {
            const { symbol } = state.instrument;
            deps.log.warn({ symbol }, 'the told past does not join up: it stays a gap');
          } else fillings.push(filling);
          going.push(state);
        }
      }
      await store(deps.database, fillings, now);
      for (const asking of answered) asking.isOver = true;
      return going;
    },
  };
}

interface Moment {
  readonly intake: QuoteIntake;
  readonly now: number;
}

function priceNow(state: SymbolState, intake: QuoteIntake, now: number) {
  const { symbol, tickSize } = state.instrument;
  const said = intake.prices(symbol);
  return referencePrice(said, { now, tickSize, past: pastPrices(state) })?.price;
}

/** Of those whose candles join up with what is known, one that most of them agree with. */
function fillingOf(
  state: SymbolState,
  { missing, told }: { missing: Missing; told: readonly Backfilled[] },
  { price, now }: { price: NonNullable<ReturnType<typeof priceNow>>; now: number },
): Filling | undefined {
  const own = state.running.get('1min');
  const isAdjacent = own?.start === missing.minutes.from;
  const borders = { before: isAdjacent ? own?.open : undefined, after: price };
  const { instrument } = state;
  const believable = told
    .map(({ source, hours, minutes }) => ({
      source,
      hours: asOurs(hours, instrument),
      minutes: asOurs(minutes, instrument),
    }))
    .filter(
      ({ hours, minutes }) =>
        joinsUp(minutes, missing.minutes, borders) &&
        (missing.hours === undefined || joinsUp(hours, missing.hours, borders)),
    );
  const agreed = agreedBackfill(believable);
  const first = agreed?.hours[0] ?? agreed?.minutes[0];
  const last = agreed?.minutes.at(-1);
  if (agreed === undefined || first === undefined || last === undefined) return undefined;
  const { source, hours, minutes } = agreed;
  const endsAt = last.start + MINUTE_MS;
  const span = { instrumentId: instrument.id, startsAt: first.start, endsAt, source };
  if (missing.hours === undefined) return { state, span, minutes, ...planBackfill(state, minutes) };
  const closed = planBeginning(instrument.id, { hours, minutes }, now);
  return { state, span, minutes, closed, running: undefined };
}

async function store(database: Database, fillings: readonly Filling[], now: number): Promise<void> {
  if (fillings.length === 0) return;
  await database.transaction(async (tx) => {
    await insertCandles(
      tx,
      fillings.flatMap(({ closed }) => closed),
    );
    await insertBackfills(
      tx,
      fillings.map(({ span }) => span),
    );
  });
  for (const filling of fillings) {
    const { state, span, closed, running } = filling;
    if (running === undefined) await begin(database, filling, now);
    else {
      state.running = running;
      keepHours(state, closed);
      state.backfills = [...state.backfills, span];
    }
  }
}

/** The symbol goes on from its stored past, and from the minute that is under way. */
async function begin(database: Database, { state, minutes }: Filling, now: number): Promise<void> {
  const [fresh] = await database.snapshot((reader) => resumeStates(reader, [state.instrument]));
  if (fresh === undefined) return;
  const underWay = minutes.filter((minute) => minute.start >= floorTo(now, MINUTE_MS));
  fresh.running = planBackfill(fresh, underWay).running;
  Object.assign(state, fresh);
  await loadEdges(database, [state], now);
}
