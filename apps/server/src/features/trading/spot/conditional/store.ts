/** The SQL of conditional orders: writing a batch, what waits in a market, a member's pages, pauses. */
import type { Operator } from '@tern/matching';
import {
  amount,
  arrayOf,
  bool,
  int2,
  int8,
  nullable,
  price,
  rate,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { type Page, type PageOf, readPage } from '../../../../kernel/requests/page.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import { nameOf, sideCodes, sourceCodes, timeInForceCodes } from '../order.ts';
import { argumentsOf, as, defineWrite } from '../store-arguments.ts';
import {
  attachedEndCodes,
  conditionalStatusCodes,
  type ConditionalOrder,
  kindCodes,
  operatorCodes,
  pauseCodes,
  type TriggerPause,
  watchCodes,
} from './conditional-order.ts';
import type { ConditionalChanges } from './conditional-rows.ts';

const spotConditionalOrders = defineTable('spot_conditional_orders', {
  id: int8,
  memberId: int8,
  instrumentId: int2,
  kind: int2,
  side: int2,
  watches: int2,
  operator: int2,
  triggerPrice: nullable(price),
  trailingRate: nullable(rate),
  startPrice: nullable(price),
  bestPrice: nullable(price),
  limitPrice: nullable(price),
  quantity: nullable(amount),
  budget: nullable(amount),
  timeInForce: nullable(int2),
  status: int2,
  source: int2,
  clientOrderId: nullable(text),
  acceptedAfter: nullable(int8),
  acceptedPrice: price,
  metNumber: nullable(int8),
  metPrice: nullable(price),
  metAt: nullable(timestamptz),
  beforeNumber: nullable(int8),
  beforePrice: nullable(price),
  metAfterPause: nullable(int2),
  orderId: nullable(int8),
  refusal: nullable(int2),
  needed: nullable(amount),
  available: nullable(amount),
  pairOrderId: nullable(int8),
  pairPrice: nullable(price),
  pairFilled: nullable(amount),
  parentOrderId: nullable(int8),
  parentEnd: nullable(int2),
  createdAt: timestamptz,
  updatedAt: timestamptz,
  place: nullable(int8),
});

const ofMember = spotConditionalOrders.select(
  'spot.conditionalOfMember',
  'where id = $1 and member_id = $2',
  [int8, int8],
);
type Row = RowOf<typeof ofMember>;

const waitingIn = spotConditionalOrders.select(
  'spot.waitingConditionals',
  `where instrument_id = $1 and status = ${conditionalStatusCodes.waiting} order by id`,
  [int2],
);

const listed = `o.member_id = $1 and o.status = any($2::smallint[]) and ($3::smallint is null or o.instrument_id = $3)`;

const pageOfMember = spotConditionalOrders.select(
  'spot.conditionalsOfMember',
  `where id in (
      select o.id from spot_conditional_orders o where ${listed} order by o.created_at desc, o.id desc limit $4 offset $5
    ) order by created_at desc, id desc`,
  [int8, arrayOf(int2), nullable(int2), int8, int8],
);

const countOfMember = spotConditionalOrders
  .as('o')
  .count('spot.countConditionalsOfMember', `where ${listed}`, [
    int8,
    arrayOf(int2),
    nullable(int2),
  ]);

const ofParent = spotConditionalOrders.select(
  'spot.attachedOrders',
  'where parent_order_id = $1 order by id',
  [int8],
);

const waitingOfMember = spotConditionalOrders
  .pick('id')
  .select(
    'spot.waitingOfMember',
    `where member_id = $1 and status = ${conditionalStatusCodes.waiting} order by id`,
    [int8],
  );

/** All but stop limits, which API clients know as orders (`store-api-orders.ts`). */
const IS_ALGO = `(kind not in (${kindCodes.stopLimit}, ${kindCodes.takeProfitLimit}) or source = ${sourceCodes.algo})`;

const algoByName = spotConditionalOrders.select(
  'spot.conditionalByClientOrderId',
  `where member_id = $1 and client_order_id = $2 and ${IS_ALGO}`,
  [int8, text],
);

const RANGE = `${IS_ALGO} and member_id = $1 and status = any($2::smallint[]) and ($3::smallint is null or instrument_id = $3)
      and ($4::smallint is null or side = $4) and ($5::boolean is null or (limit_price is not null) = $5)
      and created_at >= $6 and created_at <= $7`;
const PLACE_OF_FROM =
  '(select f.created_at, f.id from spot_conditional_orders f where f.id = $8 and f.member_id = $1)';
const rangeParams = [
  int8,
  arrayOf(int2),
  nullable(int2),
  nullable(int2),
  nullable(bool),
  timestamptz,
  timestamptz,
  nullable(int8),
  int8,
] as const;

const newestFirst = spotConditionalOrders.select(
  'spot.conditionalsNewestFirst',
  `where ${RANGE} and ($8::bigint is null or (created_at, id) <= ${PLACE_OF_FROM})
    order by created_at desc, id desc limit $9`,
  rangeParams,
);

const oldestFirst = spotConditionalOrders.select(
  'spot.conditionalsOldestFirst',
  `where ${RANGE} and ($8::bigint is null or (created_at, id) >= ${PLACE_OF_FROM})
    order by created_at, id limit $9`,
  rangeParams,
);

const pausesSince = defineQuery({
  name: 'spot.triggerPauses',
  text: `select reason, after_number as after, until_number as until, began_at, ended_at from spot_trigger_pauses
    where instrument_id = $1 and until_number > $2 and after_number < $3 order by until_number desc limit 100`,
  params: [int2, int8, int8],
  row: { reason: int2, after: int8, until: int8, beganAt: timestamptz, endedAt: timestamptz },
});

const markOf = defineQuery({
  name: 'spot.triggerMark',
  text: 'select number, at from spot_trigger_marks where instrument_id = $1',
  params: [int2],
  row: { number: int8, at: timestamptz },
});

const lastTradeOf = defineQuery({
  name: 'spot.lastTradeOf',
  text: 'select last_trade as number, last_price as price from spot_engines where instrument_id = $1',
  params: [int2],
  row: { number: nullable(int8), price: nullable(price) },
});

/** Takes orders whose members are still to be told. */
export const takeTriggerNotices = defineQuery({
  name: 'spot.takeTriggerNotices',
  text: `with taken as (
      delete from spot_trigger_notices where conditional_id in (
        select conditional_id from spot_trigger_notices order by conditional_id limit $1
      ) returning conditional_id
    )
    select ${spotConditionalOrders.columns} from spot_conditional_orders where id in (select conditional_id from taken) order by id`,
  params: [int8],
  row: spotConditionalOrders.row,
});

export function conditionalOf(stored: Row): ConditionalOrder {
  const { id, memberId, instrumentId, createdAt, updatedAt } = stored;
  const { metNumber, metPrice, metAt, beforeNumber, beforePrice, metAfterPause } = stored;
  return {
    id,
    memberId,
    instrumentId,
    kind: nameOf(kindCodes, stored.kind),
    side: nameOf(sideCodes, stored.side),
    watches: nameOf(watchCodes, stored.watches),
    operator: nameOf(operatorCodes, stored.operator) as Operator,
    triggerPrice: stored.triggerPrice ?? undefined,
    rate: stored.trailingRate ?? undefined,
    startPrice: stored.startPrice ?? undefined,
    bestPrice: stored.bestPrice ?? undefined,
    place: stored.place ?? id,
    limitPrice: stored.limitPrice ?? undefined,
    quantity: stored.quantity ?? undefined,
    budget: stored.budget ?? undefined,
    timeInForce:
      stored.timeInForce === null ? undefined : nameOf(timeInForceCodes, stored.timeInForce),
    status: nameOf(conditionalStatusCodes, stored.status),
    source: nameOf(sourceCodes, stored.source),
    clientOrderId: stored.clientOrderId ?? undefined,
    acceptedAfter: stored.acceptedAfter ?? undefined,
    acceptedPrice: stored.acceptedPrice,
    met:
      metNumber === null
        ? undefined
        : {
            number: metNumber,
            price: metPrice!,
            at: metAt!,
            before:
              beforeNumber === null ? undefined : { number: beforeNumber, price: beforePrice! },
            afterPause: metAfterPause === null ? undefined : nameOf(pauseCodes, metAfterPause),
          },
    orderId: stored.orderId ?? undefined,
    rejection:
      stored.refusal === null
        ? undefined
        : { code: stored.refusal, needed: stored.needed!, available: stored.available! },
    pair:
      stored.pairOrderId === null
        ? undefined
        : { orderId: stored.pairOrderId, price: stored.pairPrice!, filled: stored.pairFilled! },
    attached:
      stored.parentOrderId === null
        ? undefined
        : {
            orderId: stored.parentOrderId,
            ended:
              stored.parentEnd === null ? undefined : nameOf(attachedEndCodes, stored.parentEnd),
          },
    createdAt,
    updatedAt,
  };
}

export async function findConditional(
  reader: Reader,
  id: number,
  memberId: number,
): Promise<ConditionalOrder | undefined> {
  const stored = await reader.maybe(ofMember, [id, memberId]);
  return stored === undefined ? undefined : conditionalOf(stored);
}

export async function findAlgoByName(
  reader: Reader,
  memberId: number,
  name: string,
): Promise<ConditionalOrder | undefined> {
  const stored = await reader.maybe(algoByName, [memberId, name]);
  return stored === undefined ? undefined : conditionalOf(stored);
}

/** A program's query. The page begins with the order `from`; undefined: at its end of the list. */
export interface StoredRange {
  memberId: number;
  statuses: number[];
  instrumentId: number | null;
  side: number | null;
  isLimit: boolean | null;
  since: number;
  until: number;
  from: number | null;
  isOldestFirst: boolean;
  limit: number;
}

export async function findAlgosInRange(
  reader: Reader,
  range: StoredRange,
): Promise<ConditionalOrder[]> {
  const { memberId, statuses, instrumentId, side, isLimit, since, until, from, limit } = range;
  const query = range.isOldestFirst ? oldestFirst : newestFirst;
  const filter = [memberId, statuses, instrumentId, side, isLimit, since, until] as const;
  return (await reader.many(query, [...filter, from, limit])).map(conditionalOf);
}

/** In the order of acceptance. */
export async function findWaiting(
  reader: Reader,
  instrumentId: number,
): Promise<ConditionalOrder[]> {
  return (await reader.many(waitingIn, [instrumentId])).map(conditionalOf);
}

/** Ids of all that a member has waiting. */
export async function findWaitingOf(reader: Reader, memberId: number): Promise<number[]> {
  return (await reader.many(waitingOfMember, [memberId])).map(({ id }) => id);
}

/** One page of a member's conditional orders, newest first. */
export function findConditionals<Out>(
  reader: Reader,
  filter: { memberId: number; statuses: number[]; instrumentId: number | null },
  given: { page: Page; row: (order: ConditionalOrder) => Out },
): Promise<PageOf<Out>> {
  const { memberId, statuses, instrumentId } = filter;
  return readPage(
    reader,
    { list: pageOfMember, count: countOfMember },
    {
      filter: [memberId, statuses, instrumentId],
      page: given.page,
      row: (stored) => given.row(conditionalOf(stored)),
    },
  );
}

/** Take profit and stop loss of an order, in the order of acceptance. */
export async function findAttached(reader: Reader, orderId: number): Promise<ConditionalOrder[]> {
  return (await reader.many(ofParent, [orderId])).map(conditionalOf);
}

/** Pauses that ended between two numbers of reference prices, oldest first, the newest hundred. */
export async function findPauses(
  reader: Reader,
  { instrumentId, after, until }: { instrumentId: number; after: number; until: number },
): Promise<TriggerPause[]> {
  const rows = await reader.many(pausesSince, [instrumentId, after, until]);
  return rows.map((each) => ({ ...each, reason: nameOf(pauseCodes, each.reason) })).toReversed();
}

/** How far reference prices were compared, and the last trade; each undefined when there is none. */
export async function readTriggerState(reader: Reader, instrumentId: number) {
  const [mark, trade] = await Promise.all([
    reader.maybe(markOf, [instrumentId]),
    reader.maybe(lastTradeOf, [instrumentId]),
  ]);
  const isTraded = trade !== undefined && trade.number !== null && trade.price !== null;
  return {
    mark,
    lastTrade: isTraded ? { number: trade.number!, price: trade.price! } : undefined,
  };
}

/** What the batches of a round did to conditional orders. */
export interface ConditionalWrites extends Omit<ConditionalChanges, 'amendments'> {
  readonly pauses: readonly (TriggerPause & { readonly instrumentId: number })[];
  readonly marks: readonly {
    readonly instrumentId: number;
    readonly number: number;
    readonly at: number;
  }[];
}

type Marked = ConditionalWrites['marks'][number];
type Paused = ConditionalWrites['pauses'][number];

const writeRound = defineWrite<ConditionalWrites>(
  'spot.writeConditionals',
  'spot_write_conditional_orders',
  [
    ...argumentsOf<ConditionalWrites, ConditionalOrder>(({ inserted }) => inserted, {
      new_ids: as(int8, (order) => order.id),
      new_members: as(int8, (order) => order.memberId),
      new_instruments: as(int2, (order) => order.instrumentId),
      new_kinds: as(int2, (order) => kindCodes[order.kind]),
      new_sides: as(int2, (order) => sideCodes[order.side]),
      new_watches: as(int2, (order) => watchCodes[order.watches]),
      new_operators: as(int2, (order) => operatorCodes[order.operator]),
      new_triggers: as(nullable(price), (order) => order.triggerPrice ?? null),
      new_rates: as(nullable(rate), (order) => order.rate ?? null),
      new_starts: as(nullable(price), (order) => order.startPrice ?? null),
      new_bests: as(nullable(price), (order) => order.bestPrice ?? null),
      new_prices: as(nullable(price), (order) => order.limitPrice ?? null),
      new_quantities: as(nullable(amount), (order) => order.quantity ?? null),
      new_budgets: as(nullable(amount), (order) => order.budget ?? null),
      new_times_in_force: as(nullable(int2), ({ timeInForce }) =>
        timeInForce === undefined ? null : timeInForceCodes[timeInForce],
      ),
      new_sources: as(int2, (order) => sourceCodes[order.source]),
      new_names: as(nullable(text), (order) => order.clientOrderId ?? null),
      new_accepted_after: as(nullable(int8), (order) => order.acceptedAfter ?? null),
      new_accepted_prices: as(price, (order) => order.acceptedPrice),
      new_created: as(timestamptz, (order) => order.createdAt),
      new_pair_orders: as(nullable(int8), ({ pair }) => pair?.orderId ?? null),
      new_pair_prices: as(nullable(price), ({ pair }) => pair?.price ?? null),
      new_parents: as(nullable(int8), ({ attached }) => attached?.orderId ?? null),
    }),
    ...argumentsOf<ConditionalWrites, ConditionalOrder>(({ changed }) => changed, {
      changed_ids: as(int8, (order) => order.id),
      changed_instruments: as(int2, (order) => order.instrumentId),
      changed_statuses: as(int2, (order) => conditionalStatusCodes[order.status]),
      changed_bests: as(nullable(price), (order) => order.bestPrice ?? null),
      changed_met_numbers: as(nullable(int8), ({ met }) => met?.number ?? null),
      changed_met_prices: as(nullable(price), ({ met }) => met?.price ?? null),
      changed_met_times: as(nullable(timestamptz), ({ met }) => met?.at ?? null),
      changed_before_numbers: as(nullable(int8), ({ met }) => met?.before?.number ?? null),
      changed_before_prices: as(nullable(price), ({ met }) => met?.before?.price ?? null),
      changed_pauses: as(nullable(int2), ({ met }) =>
        met?.afterPause === undefined ? null : pauseCodes[met.afterPause],
      ),
      changed_orders: as(nullable(int8), (order) => order.orderId ?? null),
      changed_refusals: as(nullable(int2), ({ rejection }) => rejection?.code ?? null),
      changed_needed: as(nullable(amount), ({ rejection }) => rejection?.needed ?? null),
      changed_available: as(nullable(amount), ({ rejection }) => rejection?.available ?? null),
      changed_updated: as(timestamptz, (order) => order.updatedAt),
      changed_pair_filled: as(nullable(amount), ({ pair }) => pair?.filled ?? null),
      changed_quantities: as(nullable(amount), (order) => order.quantity ?? null),
      changed_budgets: as(nullable(amount), (order) => order.budget ?? null),
      changed_accepted_after: as(nullable(int8), (order) => order.acceptedAfter ?? null),
      changed_parent_ends: as(nullable(int2), ({ attached }) =>
        attached?.ended === undefined ? null : attachedEndCodes[attached.ended],
      ),
    }),
    ...argumentsOf<ConditionalWrites, Paused>(({ pauses }) => pauses, {
      pause_instruments: as(int2, (pause) => pause.instrumentId),
      pause_afters: as(int8, (pause) => pause.after),
      pause_untils: as(int8, (pause) => pause.until),
      pause_reasons: as(int2, (pause) => pauseCodes[pause.reason]),
      pause_began: as(timestamptz, (pause) => pause.beganAt),
      pause_ended: as(timestamptz, (pause) => pause.endedAt),
    }),
    ...argumentsOf<ConditionalWrites, Marked>(({ marks }) => marks, {
      mark_instruments: as(int2, (mark) => mark.instrumentId),
      mark_numbers: as(int8, (mark) => mark.number),
      mark_times: as(timestamptz, (mark) => mark.at),
    }),
  ],
);

/**
 * Writes them, in the transaction of their batches and after those. Nothing to write needs no statement.
 * @throws a check violation `members_not_frozen`, `spot_conditional_orders_of_batch`, `spot_conditional_orders_of_pair`,
 * `spot_conditional_orders_of_parent` or `spot_conditional_orders_still_waiting`
 */
export function writeConditionals(tx: Tx, writes: ConditionalWrites): Promise<unknown>[] {
  const { inserted, changed, pauses, marks } = writes;
  if (inserted.length + changed.length + pauses.length + marks.length === 0) return [];
  return [writeRound(tx, writes)];
}
