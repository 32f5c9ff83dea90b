/** One cycle of the market: hear the sources, set reference prices, store them, and only then publish. */
import type { Amount } from '@tern/money';
import { isOpen } from '../../kernel/trading-hours.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Freshness, Hearing } from './hearing.ts';
import { applyTick, type Heard, type PlannedTick, planTick } from './plan-tick.ts';
import { type ReferencePrice, referencePrice } from './reference-rule.ts';
import { insertCandles, insertTicks } from './store.ts';
import { pastPrices, type SymbolState } from './symbol-state.ts';

/** Durable before anyone sees it. Fails with: a thrown error when nothing could be stored. */
export async function driveOnce(
  database: Database,
  market: { states: Iterable<SymbolState>; hearing: Hearing; closedUpTo?: number },
  now: number,
): Promise<PlannedTick[]> {
  const span = { after: market.closedUpTo ?? Number.NEGATIVE_INFINITY, now };
  const planned: PlannedTick[] = [];
  for (const state of market.states) {
    const next = nextTick(state, market.hearing, span);
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
  hearing: Hearing,
  { after, now }: { after: number; now: number },
): PlannedTick | undefined {
  const { symbol, tickSize, hours } = state.instrument;
  // Nothing joins a time that somebody has settled on; what was heard waits for the next cycle.
  if (now <= after) return undefined;
  const news = hearing.takeNews(symbol);
  if (news === undefined || state.isBroken) return undefined;
  const past = pastPrices(state);
  const reference = referencePrice(news.prices, { now, tickSize, past });
  const heard = reference && heardBy(reference, news.fresh);
  if (heard === undefined) return undefined;
  const at = Math.max(heard.at, after + 1);
  if (at <= state.chain.at || !isOpen(hours, at)) return undefined;
  return planTick(state, { ...heard, at });
}

/** Only those that the price was taken from are heard; undefined when none of them said anything new. */
function heardBy(
  { price, sources }: ReferencePrice,
  fresh: ReadonlyMap<string, Freshness>,
): Heard | undefined {
  let newest: Freshness | undefined;
  let traded = 0n;
  for (const source of sources) {
    const said = fresh.get(source);
    if (said === undefined) continue;
    traded += said.traded;
    if (newest === undefined || said.at > newest.at) newest = said;
  }
  if (newest === undefined) return undefined;
  const { at, takerSide } = newest;
  return { at, price, quantity: traded as Amount, takerSide, sources };
}
