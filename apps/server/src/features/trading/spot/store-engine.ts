/** The SQL of the matching engines: leases, blocks of ids, and writing a round. */
import {
  amount,
  bool,
  int2,
  int4,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import {
  type Amendment,
  type Order,
  sideCodes,
  sourceCodes,
  statusCodes,
  timeInForceCodes,
  type Trade,
  typeCodes,
} from './order.ts';
import type { RecordedBatch } from './engine/command-record.ts';
import { argumentsOf, as, defineWrite } from './store-arguments.ts';

const nextOrderIds = defineQuery({
  name: 'spot.nextOrderIds',
  text: `select nextval('spot_order_ids') as first`,
  params: [],
  row: { first: int8 },
});

const nextTradeIds = defineQuery({
  name: 'spot.nextTradeIds',
  text: `select nextval('spot_trade_ids') as first`,
  params: [],
  row: { first: int8 },
});

const takeLease = defineQuery({
  name: 'spot.takeLease',
  text: `insert into spot_engines (instrument_id, epoch) values ($1, 1)
    on conflict (instrument_id) do update set epoch = spot_engines.epoch + 1
    returning epoch, last_batch, last_number`,
  params: [int2],
  row: { epoch: int8, lastBatch: text, lastNumber: int8 },
});

const renewLease = defineQuery({
  name: 'spot.renewLease',
  text: `update spot_engines set epoch = epoch + 1 where instrument_id = $1 and epoch = $2 returning epoch, last_batch, last_number`,
  params: [int2, int8],
  row: { epoch: int8, lastBatch: text, lastNumber: int8 },
});

const engineLease = defineQuery({
  name: 'spot.engineLease',
  text: `select epoch, last_batch, last_number from spot_engines where instrument_id = $1`,
  params: [int2],
  row: { epoch: int8, lastBatch: text, lastNumber: int8 },
});

const newestRecorded = defineQuery({
  name: 'spot.newestRecorded',
  text: 'select at from spot_commands where instrument_id = $1 order by last_number desc limit 1',
  params: [int2],
  row: { at: timestamptz },
});

/** Ids per database call: the increments of the sequences. */
export const ID_BLOCK = { orders: 1_000, trades: 10_000 } as const;

export async function nextBlock(tx: Tx, of: 'orders' | 'trades'): Promise<number> {
  return (await tx.one(of === 'orders' ? nextOrderIds : nextTradeIds, [])).first;
}

/** The right to write an instrument's orders, and the last batch that committed under it. */
export interface EngineLease {
  epoch: number;
  lastBatch: string;
  /** The newest number of the market's record. */
  lastNumber: number;
}

/** The time of the newest batch in the record of a market, epoch ms; 0 without one. */
export const lastRecordedAt = async (reader: Reader, instrumentId: number): Promise<number> =>
  (await reader.maybe(newestRecorded, [instrumentId]))?.at ?? 0;

/** Takes the lease and fences every earlier engine of the instrument. */
export function takeEngineLease(tx: Tx, instrumentId: number): Promise<EngineLease> {
  return tx.one(takeLease, [instrumentId]);
}

/** The lease as it is, whoever has it. */
export const readEngineLease = (
  reader: Reader,
  instrumentId: number,
): Promise<EngineLease | undefined> => reader.maybe(engineLease, [instrumentId]);

/**
 * Renews the lease under a new epoch: waits for a batch that is being written, returns the last committed one, and
 * fences batches of the old epoch that have not reached the database yet. Undefined when another engine has taken the
 * lease.
 */
export function renewEngineLease(
  tx: Tx,
  engine: { instrumentId: number; epoch: number },
): Promise<EngineLease | undefined> {
  return tx.maybe(renewLease, [engine.instrumentId, engine.epoch]);
}

/** The writes of a round of batches. */
export interface RoundWrites {
  batches: readonly {
    engine: { instrumentId: number; epoch: number };
    before: string;
    name: string;
    /** The number after the newest one of the record. */
    first: number;
    recorded: RecordedBatch | undefined;
  }[];
  inserted: readonly Order[];
  changed: readonly Order[];
  trades: readonly Trade[];
  amendments: readonly Amendment[];
}

type BatchOfRound = RoundWrites['batches'][number];

const writeRound = defineWrite<RoundWrites>('spot.write', 'spot_write', [
  ...argumentsOf<RoundWrites, BatchOfRound>(({ batches }) => batches, {
    engine_instruments: as(int2, ({ engine }) => engine.instrumentId),
    engine_epochs: as(int8, ({ engine }) => engine.epoch),
    engine_befores: as(text, ({ before }) => before),
    engine_batches: as(text, ({ name }) => name),
    engine_firsts: as(int8, ({ first }) => first),
    engine_counts: as(int4, ({ recorded }) => recorded?.lines.length ?? 0),
    engine_times: as(nullable(timestamptz), ({ recorded }) => recorded?.at ?? null),
    engine_secrets: as(nullable(text), ({ recorded }) => recorded?.secret ?? null),
    engine_roots: as(nullable(text), ({ recorded }) =>
      recorded === undefined ? null : Buffer.from(recorded.root).toString('hex'),
    ),
    engine_lines: as(nullable(text), ({ recorded }) => recorded?.lines.join('\n') ?? null),
  }),
  ...argumentsOf<RoundWrites, number>(
    // Who is frozen may take back, but neither place nor change an order.
    ({ inserted, amendments }) => [
      ...new Set([...inserted, ...amendments].map(({ memberId }) => memberId)),
    ],
    {
      traders: as(int8, (memberId) => memberId),
    },
  ),
  ...argumentsOf<RoundWrites, Order>(({ inserted }) => inserted, {
    new_ids: as(int8, (order) => order.id),
    new_members: as(int8, (order) => order.memberId),
    new_instruments: as(int2, (order) => order.instrumentId),
    new_sides: as(int2, (order) => sideCodes[order.side]),
    new_types: as(int2, (order) => typeCodes[order.type]),
    new_prices: as(nullable(price), (order) => order.limitPrice ?? null),
    new_quantities: as(nullable(amount), (order) => order.quantity ?? null),
    new_budgets: as(nullable(amount), (order) => order.budget ?? null),
    new_filled: as(amount, (order) => order.filledQuantity),
    new_filled_quotes: as(amount, (order) => order.filledQuote),
    new_fees: as(amount, (order) => order.fee),
    new_maker_ratios: as(rate, (order) => order.makerFee),
    new_taker_ratios: as(rate, (order) => order.takerFee),
    new_statuses: as(int2, (order) => statusCodes[order.status]),
    new_created: as(timestamptz, (order) => order.createdAt),
    new_updated: as(timestamptz, (order) => order.updatedAt),
    new_names: as(nullable(text), (order) => order.clientOrderId ?? null),
    new_sources: as(int2, (order) => sourceCodes[order.source]),
    new_taken: as(nullable(amount), (order) => order.receivedAsTaker ?? null),
    new_times_in_force: as(nullable(int2), ({ timeInForce }) =>
      timeInForce === undefined ? null : timeInForceCodes[timeInForce],
    ),
    new_conditionals: as(nullable(int8), ({ conditional }) => conditional?.id ?? null),
    new_numbers: as(int8, ({ number }) => number),
  }),
  ...argumentsOf<RoundWrites, Order>(({ changed }) => changed, {
    changed_ids: as(int8, (order) => order.id),
    changed_filled: as(amount, (order) => order.filledQuantity),
    changed_filled_quotes: as(amount, (order) => order.filledQuote),
    changed_fees: as(amount, (order) => order.fee),
    changed_statuses: as(int2, (order) => statusCodes[order.status]),
    changed_updated: as(timestamptz, (order) => order.updatedAt),
    changed_taken: as(nullable(amount), (order) => order.receivedAsTaker ?? null),
  }),
  ...argumentsOf<RoundWrites, Trade>(({ trades }) => trades, {
    trade_ids: as(int8, (trade) => trade.id),
    trade_instruments: as(int2, (trade) => trade.instrumentId),
    trade_makers: as(nullable(int8), (trade) => trade.makerOrderId ?? null),
    trade_takers: as(nullable(int8), (trade) => trade.takerOrderId ?? null),
    trade_sides: as(int2, (trade) => sideCodes[trade.takerSide]),
    trade_prices: as(price, (trade) => trade.price),
    trade_quantities: as(amount, (trade) => trade.quantity),
    trade_quotes: as(amount, (trade) => trade.quoteAmount),
    trade_maker_fees: as(amount, (trade) => trade.makerFee),
    trade_taker_fees: as(amount, (trade) => trade.takerFee),
    trade_times: as(timestamptz, (trade) => trade.createdAt),
  }),
  ...argumentsOf<RoundWrites, Amendment>(({ amendments }) => amendments, {
    amended_ids: as(int8, ({ id }) => id),
    amended_orders: as(int8, ({ orderId }) => orderId),
    amended_former_prices: as(price, ({ former }) => former.price),
    amended_former_quantities: as(amount, ({ former }) => former.quantity),
    amended_prices: as(price, (amendment) => amendment.price),
    amended_quantities: as(amount, ({ quantity }) => quantity),
    amended_filled: as(amount, ({ filledQuantity }) => filledQuantity),
    amended_filled_quotes: as(amount, ({ filledQuote }) => filledQuote),
    amended_places: as(int8, ({ place }) => place),
    amended_keeps: as(bool, ({ keepsPlace }) => keepsPlace),
    amended_rests: as(bool, ({ rests }) => rests),
    amended_times: as(timestamptz, ({ createdAt }) => createdAt),
  }),
]);

/**
 * Writes all of a round, or nothing.
 * @throws a check violation `spot_batches_in_sequence`, `members_not_frozen` or `spot_orders_still_open`
 */
export function writeSpot(tx: Tx, round: RoundWrites): Promise<unknown> {
  return writeRound(tx, round);
}
