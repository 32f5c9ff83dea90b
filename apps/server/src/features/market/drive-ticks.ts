/** One cycle of the market: hear the sources, set reference prices, store them, and only then publish. */
import type { Amount } from '@tern/money';
import type { Instrument } from '../../kernel/instruments.ts';
import { isOpen } from '../../kernel/trading-hours.ts';
import type { Database } from '../../platform/database/database.ts';
import { applyTick, type PlannedTick, planTick } from './plan-tick.ts';
import type { PriceSource, SourceQuote } from './price-source.ts';
import { referencePrice, type SourcePrice } from './reference-rule.ts';
import { insertCandles, insertTicks } from './store.ts';
import type { SymbolState } from './symbol-state.ts';

/** What the sources have said of one symbol. */
interface Ear {
  /** By source. */
  readonly latest: Map<string, SourcePrice>;
  /** Traded since the last tick. */
  traded: bigint;
  newest: SourceQuote | undefined;
}

export type Ears = ReadonlyMap<string, Ear>;

/** Listens to every source from now on. */
export function listenTo(
  sources: readonly PriceSource[],
  instruments: readonly Instrument[],
): Ears {
  const ears = new Map<string, Ear>(
    instruments.map(({ symbol }) => [symbol, { latest: new Map(), traded: 0n, newest: undefined }]),
  );
  for (const source of sources) {
    source.start((quote) => {
      const ear = ears.get(quote.symbol);
      if (ear === undefined) return;
      ear.latest.set(source.name, { source: source.name, price: quote.price, at: quote.at });
      ear.traded += quote.quantity;
      ear.newest = quote;
    });
  }
  return ears;
}

/** Durable before anyone sees it. Fails with: a thrown error when nothing could be stored. */
export async function driveOnce(
  database: Database,
  market: { states: Iterable<SymbolState>; ears: Ears; closedUpTo?: number },
  now: number,
): Promise<PlannedTick[]> {
  const span = { after: market.closedUpTo ?? Number.NEGATIVE_INFINITY, now };
  const planned: PlannedTick[] = [];
  for (const state of market.states) {
    const ear = market.ears.get(state.instrument.symbol);
    const next = ear === undefined ? undefined : nextTick(state, ear, span);
    if (next !== undefined) planned.push(next);
  }
  if (planned.length === 0) return planned;
  await database.transaction(async (tx) => {
    await Promise.all([
      insertTicks(
        tx,
        planned.map((plan) => plan.tick),
      ),
      insertCandles(
        tx,
        planned.flatMap((plan) => plan.closed),
      ),
    ]);
  });
  for (const plan of planned) applyTick(plan);
  return planned;
}

/** Takes what was heard; nothing new gives no tick, and neither does a closed market. */
function nextTick(
  state: SymbolState,
  ear: Ear,
  { after, now }: { after: number; now: number },
): PlannedTick | undefined {
  const { newest, traded } = ear;
  // Nothing joins a time that somebody has settled on; what was heard waits for the next cycle.
  if (now <= after) return undefined;
  ear.newest = undefined;
  ear.traded = 0n;
  if (newest === undefined || state.isBroken) return undefined;
  // A source whose clock runs ahead cannot date a tick into the future.
  const at = Math.max(Math.min(newest.at, now), after + 1);
  if (at <= state.chain.at || !isOpen(state.instrument.hours, at)) return undefined;
  const reference = referencePrice([...ear.latest.values()], at, state.instrument.tickSize);
  if (reference === undefined) return undefined;
  return planTick(state, {
    at,
    price: reference.price,
    quantity: traded as Amount,
    takerSide: newest.takerSide,
    sources: reference.sources,
  });
}
