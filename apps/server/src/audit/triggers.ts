/**
 * Audits conditional orders: compares every trade and every stored reference price with what waited at that time, by the trigger book of
 * the engine. Each order was triggered by the first price that met it, and none that waits or was cancelled had been met before (ADR 73).
 *
 * Reference prices are stored for two days; an order that was accepted before the oldest one is checked from the prices of its own record
 * alone. A price of the time in which an order was cancelled may have come before or after that, so it proves nothing.
 */
import { type Condition, type Operator, TriggerBook } from '@tern/matching';
import { conditionalStatus, triggerOperator, watchedPrice } from '@tern/protocol';
import { int2, int8, nullable, price, rate, timestamptz } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { FAULTS_MAX, pageByPage } from './every-row.ts';
import type { Finding } from './ledger.ts';

const { waiting, cancelled } = conditionalStatus;
const { last, reference } = watchedPrice;

/** Without attached ones that have nothing, which no price meets. Those that have are accepted with the first fill of their order. */
const conditionals = defineQuery({
  name: 'triggers.auditOrders',
  text: `select c.id, c.instrument_id, c.operator, c.trigger_price, c.trailing_rate, c.start_price, c.best_price, c.status, c.accepted_after, c.accepted_price,
      c.met_number, c.met_price, c.updated_at, i.tick_size
    from spot_conditional_orders c join instruments i on i.id = c.instrument_id
    where c.instrument_id = $3 and c.watches = $4 and c.id > $1 and (c.quantity is not null or c.budget is not null) order by c.id limit $2`,
  params: [int8, int8, int2, int2],
  row: {
    id: int8,
    instrumentId: int2,
    operator: int2,
    triggerPrice: nullable(price),
    trailingRate: nullable(rate),
    startPrice: nullable(price),
    bestPrice: nullable(price),
    status: int2,
    acceptedAfter: nullable(int8),
    acceptedPrice: price,
    metNumber: nullable(int8),
    metPrice: nullable(price),
    updatedAt: timestamptz,
    tickSize: price,
  },
});
type Conditional = RowOf<typeof conditionals>;

/** Markets with conditional orders, and what those watch. */
const watched = defineQuery({
  name: 'triggers.auditMarkets',
  text: `select instrument_id, watches, count(*)::int8 as orders, min(coalesce(accepted_after, 0)) as since
    from spot_conditional_orders group by 1, 2 order by 1, 2`,
  params: [],
  row: { instrumentId: int2, watches: int2, orders: int8, since: int8 },
});

const PRICE = { id: int8, price, at: timestamptz } as const;

/** From the one after which the first order was accepted. */
const trades = defineQuery({
  name: 'triggers.auditTrades',
  text: `select id, price, created_at as at from spot_trades where instrument_id = $3 and id > $1 order by id limit $2`,
  params: [int8, int8, int2],
  row: PRICE,
});

/** Those that were compared: up to the last known comparison, without those of pauses. */
const ticks = defineQuery({
  name: 'triggers.auditTicks',
  text: `select t.seq as id, t.price, t.at from ticks t
    where t.instrument_id = $3 and t.seq > $1 and t.seq <= greatest(
        (select number from spot_trigger_marks where instrument_id = $3),
        (select max(met_number) from spot_conditional_orders where instrument_id = $3 and watches = ${reference})
      ) and not exists (
        select from spot_trigger_pauses p where p.instrument_id = $3 and p.until_number > t.seq and p.after_number < t.seq
      )
    order by t.seq limit $2`,
  params: [int8, int8, int2],
  row: PRICE,
});

const oldestTick = defineQuery({
  name: 'triggers.auditOldestTick',
  text: 'select seq from ticks where instrument_id = $1 order by seq limit 1',
  params: [int2],
  row: { seq: int8 },
});

/** An older reference price triggers nothing. */
const LATE_MS = 5_000;

/** Rates are scaled by 10^18, those of the book are parts per million. */
const PER_MILLION = 1_000_000_000_000n;

/** As it was accepted. */
function conditionOf(order: Conditional): Condition {
  const operator: Operator = order.operator === triggerOperator.gte ? 'gte' : 'lte';
  const { id, triggerPrice, trailingRate, startPrice, tickSize, acceptedPrice } = order;
  if (trailingRate === null) return { kind: 'fixed', id, operator, price: triggerPrice! };
  const start = startPrice ?? undefined;
  const best = start === undefined ? acceptedPrice : undefined;
  const ratePpm = trailingRate / PER_MILLION;
  return { kind: 'trailing', id, operator, ratePpm, tickSize, best, start };
}

/** What one market's orders did, replayed over its trades or its reference prices. */
class TriggerReplay {
  readonly faults: string[] = [];
  private readonly book = new TriggerBook();
  private readonly orders: ReadonlyMap<number, Conditional>;
  /** Not accepted yet, the first one at the end. */
  private readonly coming: Conditional[];
  private readonly cancelled: Conditional[];
  private readonly lateMs: number;

  /** `lateMs`: how much later than its own time a price may be compared. */
  constructor(orders: readonly Conditional[], lateMs: number) {
    this.orders = new Map(orders.map((order) => [order.id, order]));
    const since = (order: Conditional) => order.acceptedAfter ?? 0;
    this.coming = orders.toSorted((left, right) => since(right) - since(left));
    this.cancelled = orders
      .filter(({ status }) => status === cancelled)
      .toSorted((left, right) => right.updatedAt - left.updatedAt);
    this.lateMs = lateMs;
  }

  compare({ id: number, price: current, at }: RowOf<typeof trades>): void {
    this.accept(number);
    while (this.cancelled.length > 0 && this.cancelled.at(-1)!.updatedAt <= at + this.lateMs) {
      this.book.remove(this.cancelled.pop()!.id);
    }
    for (const id of this.book.evaluate(current).met) {
      const { metNumber, metPrice } = this.orders.get(id)!;
      if (metNumber !== number) {
        this.faults.push(`conditional order ${id} was met by price ${number}, not by ${metNumber}`);
      } else if (metPrice !== current) {
        this.faults.push(`conditional order ${id} says another price of ${number} than there was`);
      }
    }
  }

  /** Those that were met by a price that did not meet them, and best prices that are none. */
  finish(): string[] {
    for (const condition of this.book.all()) {
      const { metNumber, bestPrice, status } = this.orders.get(condition.id)!;
      if (metNumber !== null) {
        this.faults.push(`conditional order ${condition.id} was not met by price ${metNumber}`);
      } else if (status === waiting && condition.kind === 'trailing') {
        const best = condition.best ?? null;
        if (best !== bestPrice)
          this.faults.push(`conditional order ${condition.id} has another best price`);
      }
    }
    return this.faults;
  }

  /** Those that were accepted before this price. */
  private accept(number: number): void {
    while (this.coming.length > 0 && (this.coming.at(-1)!.acceptedAfter ?? 0) < number) {
      this.book.add(conditionOf(this.coming.pop()!));
    }
  }
}

/** `reader` should be a snapshot. */
export async function auditTriggers(reader: Reader): Promise<Finding> {
  let checked = 0;
  const faults: string[] = [];
  for (const { instrumentId, watches, orders, since } of await reader.many(watched, [])) {
    checked += orders;
    faults.push(...(await faultsOf(reader, { instrumentId, watches, since })));
  }
  return {
    rule: 'every conditional order was triggered by the first price that met it',
    checked,
    faults: faults.slice(0, FAULTS_MAX),
  };
}

async function faultsOf(
  reader: Reader,
  market: { instrumentId: number; watches: number; since: number },
): Promise<string[]> {
  const { instrumentId, watches } = market;
  const oldest =
    watches === last ? 0 : ((await reader.maybe(oldestTick, [instrumentId]))?.seq ?? 0);
  const orders: Conditional[] = [];
  const readOrders = (after: number, most: number) =>
    reader.many(conditionals, [after, most, instrumentId, watches]);
  for await (const order of pageByPage(readOrders, 0)) {
    if ((order.acceptedAfter ?? 0) >= oldest - 1) orders.push(order);
  }
  const replay = new TriggerReplay(orders, watches === last ? 0 : LATE_MS);
  const query = watches === last ? trades : ticks;
  const readPrices = (after: number, most: number) =>
    reader.many(query, [after, most, instrumentId]);
  for await (const each of pageByPage(readPrices, market.since)) replay.compare(each);
  return replay.finish();
}
