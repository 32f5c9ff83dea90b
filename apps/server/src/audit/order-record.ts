/**
 * Audits the record of each market: numbers without a gap, each line is one of an order or a trade as it is stored, all of them replay with
 * the exchange's quotes, and the public log seals each number (ADR 98).
 */
import { formatDecimal, type Price } from '@tern/money';
import { isSameBytes, readLine } from '@tern/proofs';
import { RecordReplay, type StatedFill } from '../features/trading/spot/index.ts';
import { type Instrument, loadInstruments } from '../kernel/catalog/instruments.ts';
import {
  amount,
  arrayOf,
  bytea,
  int2,
  int8,
  nullable,
  price,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';
import { everyRow, FAULTS_MAX, pageByNumbers, pageByPage } from './every-row.ts';
import type { Finding } from './ledger.ts';
import { findWrongSeals, rootOf } from './order-seals.ts';

const batches = defineQuery({
  name: 'record.auditBatches',
  text: `select last_number as id, first_number, at, encode(secret, 'hex') as secret, root, lines from spot_recorded($4, $1, $2, $3)`,
  params: [int8, int8, int8, int2],
  row: {
    id: int8,
    firstNumber: int8,
    at: timestamptz,
    secret: text,
    root: nullable(bytea),
    lines: text,
  },
});
type BatchRow = RowOf<typeof batches>;

const trades = defineQuery({
  name: 'record.auditTrades',
  text: `select id, instrument_id, maker_order_id, taker_order_id, price, quantity from spot_trades where id > $1 order by id limit $2`,
  params: [int8, int8],
  row: {
    id: int8,
    instrumentId: int2,
    makerOrderId: nullable(int8),
    takerOrderId: nullable(int8),
    price,
    quantity: amount,
  },
});

const openOrders = defineQuery({
  name: 'record.auditOpenOrders',
  text: `select id, number, limit_price, quantity - filled_quantity as open from spot_orders
    where instrument_id = $3 and status = 1 and id > $1 order by id limit $2`,
  params: [int8, int8, int2],
  row: { id: int8, number: nullable(int8), limitPrice: nullable(price), open: nullable(amount) },
});

const ordersOf = defineQuery({
  name: 'record.auditOrders',
  text: `select o.id, o.number, o.member_id from unnest($1::bigint[]) as i(order_id)
    cross join lateral (select id, number, member_id from spot_orders where id = i.order_id limit 1) o`,
  params: [arrayOf(int8)],
  row: { id: int8, number: nullable(int8), memberId: int8 },
});

const counts = defineQuery({
  name: 'record.auditCounts',
  text: `select instrument_id, count(number)::int8 as numbered from spot_orders group by instrument_id`,
  params: [],
  row: { instrumentId: int2, numbered: int8 },
});

/** The first line of a record that began with orders says which trade was the newest then. */
const beginnings = defineQuery({
  name: 'record.auditBeginnings',
  text: `select e.instrument_id, split_part(split_part(c.lines, E'\\n', 1), '|', 5) as through from spot_engines e
    cross join lateral spot_recorded(e.instrument_id, 0, 1) c
    where c.lines like 'start|%'`,
  params: [],
  row: { instrumentId: int2, through: text },
});

/** One market's record while it is read. */
class MarketAudit {
  fault: string | undefined;
  /** Lines that placed an order. */
  placed = 0;
  numbers = 0;
  private readonly reader: Reader;
  private readonly instrument: Instrument;
  private readonly replay = new RecordReplay();
  /** Ids of orders that rest, by their numbers. */
  private readonly ids = new Map<number, number>();
  private newestAt = 0;

  constructor(reader: Reader, instrument: Instrument) {
    this.reader = reader;
    this.instrument = instrument;
  }

  /** The fills in the order in which they happened, as the trades should be. Ends with a fault. */
  async *fills(): AsyncGenerator<string> {
    const recorded = pageByNumbers((...page) =>
      this.reader.many(batches, [...page, this.instrument.id]),
    );
    for await (const batch of recorded) {
      try {
        this.check(batch);
        const orders = await this.ordersOf(batch);
        const lines = batch.lines.split('\n').map(readLine);
        for (const [position, line] of lines.entries()) {
          const number = batch.firstNumber + position;
          const fields = line.rest.split('|');
          this.know(number, { ...line, fields }, orders);
          const fills = this.replay.apply({ number, kind: line.kind, fields });
          yield* fills.map((fill) => this.tradeOf(fill));
          for (const id of [number, ...fills.flatMap(({ maker }) => maker ?? [])]) {
            if (!this.replay.rests(id) && line.kind !== 'kept') this.ids.delete(id);
          }
        }
      } catch (error) {
        this.fault = `${this.instrument.symbol}: ${(error as Error).message}`;
        return;
      }
    }
  }

  /** Compares the orders that rest by the record with those that are stored. */
  async compareOpen(): Promise<string[]> {
    const faults: string[] = [];
    const { symbol } = this.instrument;
    const { units } = this.replay;
    const left = new Map([...this.replay.open()].map((each) => [each.number, each]));
    const read = (last: number, most: number) =>
      this.reader.many(openOrders, [last, most, this.instrument.id]);
    for await (const { id, number, limitPrice, open } of pageByPage(read, 0)) {
      const resting = left.get(number ?? 0);
      left.delete(number ?? 0);
      const isSame =
        resting !== undefined &&
        units?.priceOf(resting.priceTicks) === limitPrice &&
        units?.quantityOf(resting.lots) === open;
      if (!isSame) faults.push(`${symbol}: order ${id} is open, by the record it is not so`);
    }
    for (const number of left.keys()) {
      faults.push(`${symbol}: the order of number ${number} rests by the record, it is not open`);
    }
    return faults.slice(0, FAULTS_MAX);
  }

  private check({ id: last, firstNumber: first, at, secret, root, lines }: BatchRow): void {
    if (first !== this.numbers + 1) throw new Error(`number ${this.numbers + 1} is missing`);
    if (at < this.newestAt) throw new Error(`number ${first} is earlier than the one before`);
    const batch = { symbol: this.instrument.symbol, first, at, secret, lines: lines.split('\n') };
    if (root !== null && !isSameBytes(root, rootOf(batch))) {
      throw new Error(`the root of number ${first} is another`);
    }
    this.numbers = last;
    this.newestAt = at;
  }

  private async ordersOf({ lines }: BatchRow): Promise<Map<number, RowOf<typeof ordersOf>>> {
    const ids = lines.split('\n').flatMap((line) => {
      const { kind, id } = readLine(line);
      return (kind === 'place' || kind === 'kept') && id !== '' ? [Number(id)] : [];
    });
    if (ids.length === 0) return new Map();
    const found = await this.reader.many(ordersOf, [ids]);
    return new Map(found.map((order) => [order.id, order]));
  }

  /** @throws Error unless the order of the line is stored with its number and owner */
  private know(
    number: number,
    line: { kind: string; owner: string; id: string; fields: readonly string[] },
    orders: ReadonlyMap<number, RowOf<typeof ordersOf>>,
  ): void {
    if ((line.kind !== 'place' && line.kind !== 'kept') || line.id === '') return;
    const order = orders.get(Number(line.id));
    if (order?.number !== number || order.memberId !== Number(line.owner)) {
      throw new Error(`number ${number} placed order ${line.id}, which is stored otherwise`);
    }
    this.placed += 1;
    this.ids.set(number, order.id);
  }

  private tradeOf({ maker, taker, price: at, quantity }: StatedFill): string {
    const idOf = (number: number | undefined) =>
      number === undefined ? null : (this.ids.get(number) ?? 0);
    return tradeText({ maker: idOf(maker), taker: idOf(taker), price: at, quantity });
  }
}

const tradeText = (trade: {
  maker: number | null;
  taker: number | null;
  price: Price;
  quantity: bigint;
}): string =>
  `${trade.maker}|${trade.taker}|${formatDecimal(trade.price)}|${formatDecimal(trade.quantity)}`;

/** `reader` should be a snapshot. */
export async function auditOrderRecord(reader: Reader): Promise<Finding[]> {
  const { all } = await loadInstruments(reader);
  const markets = new Map(all.map((each) => [each.id, new MarketAudit(reader, each)]));
  const fills = new Map([...markets].map(([id, market]) => [id, market.fills()]));
  const faults = await compareTrades(reader, { markets, fills });
  const placed = await reader.many(counts, []);
  for (const { symbol, id } of all) {
    const market = markets.get(id)!;
    const more = await fills.get(id)!.next();
    if (market.fault !== undefined) faults.push(market.fault);
    else if (more.done !== true) faults.push(`${symbol}: the fill ${more.value} has no trade`);
    if (market.fault !== undefined || market.numbers === 0) continue;
    const { numbered = 0 } = placed.find(({ instrumentId }) => instrumentId === id) ?? {};
    if (numbered !== market.placed) {
      faults.push(
        `${symbol}: ${numbered} orders have a number, ${market.placed} are in the record`,
      );
    }
    faults.push(...(await market.compareOpen()));
  }
  const checked = [...markets.values()].reduce((sum, { numbers }) => sum + numbers, 0);
  return [
    {
      rule: 'the numbered commands of each market replay to its orders and trades',
      checked,
      faults: faults.slice(0, FAULTS_MAX),
    },
    {
      rule: 'every number of a market is in the public log as it was',
      checked,
      faults: (await findWrongSeals(reader, all)).slice(0, FAULTS_MAX),
    },
  ];
}

/** Trades have ids in the order of the fills of their market. */
async function compareTrades(
  reader: Reader,
  {
    markets,
    fills,
  }: {
    markets: ReadonlyMap<number, MarketAudit>;
    fills: ReadonlyMap<number, AsyncGenerator<string>>;
  },
): Promise<string[]> {
  const faults: string[] = [];
  // Trades up to these are from before the record.
  const since = new Map<number, number>();
  for (const { instrumentId, through } of await reader.many(beginnings, [])) {
    since.set(instrumentId, Number(through));
  }
  for await (const trade of everyRow(reader, trades)) {
    const market = markets.get(trade.instrumentId);
    const of = fills.get(trade.instrumentId);
    if (market === undefined || of === undefined || market.fault !== undefined) continue;
    const { makerOrderId: maker, takerOrderId: taker } = trade;
    if (trade.id <= (since.get(trade.instrumentId) ?? 0)) continue;
    const { value } = await of.next();
    if (market.fault !== undefined || value === tradeText({ ...trade, maker, taker })) continue;
    market.fault = `trade ${trade.id} is ${tradeText({ ...trade, maker, taker })}, by the record ${value ?? 'nothing'}`;
    if (faults.length >= FAULTS_MAX) break;
  }
  return faults;
}
