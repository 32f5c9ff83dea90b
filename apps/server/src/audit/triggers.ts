/**
 * Audits conditional orders: compares every trade and every stored reference price with what waited at that time, by the trigger book of
 * the engine. Each order was triggered by the first price that met it, and none that waits or was cancelled had been met before (ADR 73).
 *
 * Reference prices are stored for two days; an order that was accepted before the oldest one is checked from the prices of its own record
 * alone. A changed order is compared with what it was at the time of each price. A price of the time in which an order was cancelled may have come before or after that, so it proves nothing.
 */
import { type Condition, type Operator, TriggerBook } from '@tern/matching';
import { conditionalStatus, triggerOperator, watchedPrice } from '@tern/protocol';
import type { Price } from '@tern/money';
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

/** Changes of orders, in the order in which they were made. One before an attached order had anything holds from then on. */
const changes = defineQuery({
  name: 'triggers.auditChanges',
  text: `select a.id, a.conditional_id, a.former_trigger_price, a.former_trailing_rate, a.former_start_price, a.trigger_price, a.trailing_rate,
      a.start_price, a.place, greatest(a.after_number, coalesce(c.accepted_after, 0)) as after
    from spot_conditional_amendments a join spot_conditional_orders c on c.id = a.conditional_id
    where c.instrument_id = $3 and c.watches = $4 and a.id > $1 order by a.id limit $2`,
  params: [int8, int8, int2, int2],
  row: {
    id: int8,
    conditionalId: int8,
    formerTriggerPrice: nullable(price),
    formerTrailingRate: nullable(rate),
    formerStartPrice: nullable(price),
    triggerPrice: nullable(price),
    trailingRate: nullable(rate),
    startPrice: nullable(price),
    place: int8,
    after: int8,
  },
});
type Change = RowOf<typeof changes>;

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

type Terms = Pick<Conditional, 'triggerPrice' | 'trailingRate' | 'startPrice'>;

const formerOf = (change: Change): Terms => ({
  triggerPrice: change.formerTriggerPrice,
  trailingRate: change.formerTrailingRate,
  startPrice: change.formerStartPrice,
});

/** With these terms; `best`: what it has followed to, undefined for one that is accepted. */
function conditionOf(
  order: Conditional,
  { place, best, ...terms }: Terms & { place: number; best: Price | undefined },
): Condition {
  const operator: Operator = order.operator === triggerOperator.gte ? 'gte' : 'lte';
  const { id, tickSize, acceptedPrice } = order;
  const { triggerPrice, trailingRate, startPrice } = terms;
  if (trailingRate === null) return { kind: 'fixed', id, place, operator, price: triggerPrice! };
  const start = startPrice ?? undefined;
  const from = best ?? (start === undefined ? acceptedPrice : undefined);
  const ratePpm = trailingRate / PER_MILLION;
  return { kind: 'trailing', id, place, operator, ratePpm, tickSize, best: from, start };
}

/** What one market's orders did, replayed over its trades or its reference prices. */
class TriggerReplay {
  readonly faults: string[] = [];
  private readonly book = new TriggerBook();
  private readonly orders: ReadonlyMap<number, Conditional>;
  /** Not accepted yet, the first one at the end. */
  private readonly coming: Conditional[];
  /** Not made yet, the first one at the end. */
  private readonly changes: Change[];
  /** What changed orders were when they were accepted. */
  private readonly first: ReadonlyMap<number, Terms>;
  private readonly cancelled: Conditional[];
  private readonly lateMs: number;

  /** `lateMs`: how much later than its own time a price may be compared. */
  constructor(
    { orders, changes: made }: { orders: readonly Conditional[]; changes: readonly Change[] },
    lateMs: number,
  ) {
    this.changes = made.toReversed().toSorted((left, right) => right.after - left.after);
    this.first = new Map(
      made.toReversed().map((change) => [change.conditionalId, formerOf(change)]),
    );
    this.orders = new Map(orders.map((order) => [order.id, order]));
    const since = (order: Conditional) => order.acceptedAfter ?? 0;
    this.coming = orders.toSorted((left, right) => since(right) - since(left));
    this.cancelled = orders
      .filter(({ status }) => status === cancelled)
      .toSorted((left, right) => right.updatedAt - left.updatedAt);
    this.lateMs = lateMs;
  }

  compare({ id: number, price: current, at }: RowOf<typeof trades>): void {
    this.accept({ number, at });
    this.change(number);
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

  /** Those that were accepted before this price, and not cancelled by then. */
  private accept({ number, at }: { number: number; at: number }): void {
    while (this.coming.length > 0 && (this.coming.at(-1)!.acceptedAfter ?? 0) < number) {
      const order = this.coming.pop()!;
      if (order.status === cancelled && order.updatedAt <= at + this.lateMs) continue;
      const terms = this.first.get(order.id) ?? order;
      this.book.add(conditionOf(order, { ...terms, place: order.id, best: undefined }));
    }
  }

  /** Those that were changed before this price. One that does not wait any more was cancelled, or met too early, which is a fault of its own. */
  private change(number: number): void {
    while (this.changes.length > 0 && this.changes.at(-1)!.after < number) {
      const { conditionalId, ...terms } = this.changes.pop()!;
      const waits = this.book.get(conditionalId);
      if (waits === undefined) continue;
      const best = waits.kind === 'trailing' ? (waits.best as Price | undefined) : undefined;
      this.book.replace(conditionOf(this.orders.get(conditionalId)!, { ...terms, best }));
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
  const made: Change[] = [];
  const readChanges = (after: number, most: number) =>
    reader.many(changes, [after, most, instrumentId, watches]);
  for await (const change of pageByPage(readChanges, 0)) made.push(change);
  const replay = new TriggerReplay({ orders, changes: made }, watches === last ? 0 : LATE_MS);
  const query = watches === last ? trades : ticks;
  const readPrices = (after: number, most: number) =>
    reader.many(query, [after, most, instrumentId]);
  for await (const each of pageByPage(readPrices, market.since)) replay.compare(each);
  return replay.finish();
}
