/** The SQL of the changes of conditional orders: writing those of a batch, and reading those of one order. */
import {
  amount,
  bool,
  int8,
  nullable,
  price,
  rate,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { defineTable } from '../../../../platform/database/table.ts';
import { argumentsOf, as, defineWrite } from '../store-arguments.ts';
import type { ConditionalAmendment } from './conditional-order.ts';

const spotConditionalAmendments = defineTable('spot_conditional_amendments', {
  id: int8,
  conditionalId: int8,
  formerTriggerPrice: nullable(price),
  formerTrailingRate: nullable(rate),
  formerStartPrice: nullable(price),
  formerLimitPrice: nullable(price),
  formerQuantity: nullable(amount),
  formerBudget: nullable(amount),
  triggerPrice: nullable(price),
  trailingRate: nullable(rate),
  startPrice: nullable(price),
  limitPrice: nullable(price),
  quantity: nullable(amount),
  budget: nullable(amount),
  place: int8,
  keepsPlace: bool,
  afterNumber: int8,
  price,
  createdAt: timestamptz,
});

const ofConditional = spotConditionalAmendments.select(
  'spot.conditionalAmendments',
  'where conditional_id = $1 order by id',
  [int8],
);

/** Oldest first. */
export async function findConditionalAmendments(
  reader: Reader,
  conditionalId: number,
): Promise<ConditionalAmendment[]> {
  const rows = await reader.many(ofConditional, [conditionalId]);
  return rows.map((row) => ({
    id: row.id,
    conditionalId,
    former: {
      triggerPrice: row.formerTriggerPrice ?? undefined,
      rate: row.formerTrailingRate ?? undefined,
      startPrice: row.formerStartPrice ?? undefined,
      limitPrice: row.formerLimitPrice ?? undefined,
      quantity: row.formerQuantity ?? undefined,
      budget: row.formerBudget ?? undefined,
    },
    terms: {
      triggerPrice: row.triggerPrice ?? undefined,
      rate: row.trailingRate ?? undefined,
      startPrice: row.startPrice ?? undefined,
      limitPrice: row.limitPrice ?? undefined,
      quantity: row.quantity ?? undefined,
      budget: row.budget ?? undefined,
    },
    place: row.place,
    keepsPlace: row.keepsPlace,
    after: row.afterNumber,
    price: row.price,
    createdAt: row.createdAt,
  }));
}

type Changes = readonly ConditionalAmendment[];

const writeChanges = defineWrite<Changes>(
  'spot.amendConditionals',
  'spot_amend_conditional_orders',
  argumentsOf<Changes, ConditionalAmendment>((all) => all, {
    amended_ids: as(int8, ({ id }) => id),
    amended_conditionals: as(int8, ({ conditionalId }) => conditionalId),
    amended_former_triggers: as(nullable(price), ({ former }) => former.triggerPrice ?? null),
    amended_former_rates: as(nullable(rate), ({ former }) => former.rate ?? null),
    amended_former_starts: as(nullable(price), ({ former }) => former.startPrice ?? null),
    amended_former_prices: as(nullable(price), ({ former }) => former.limitPrice ?? null),
    amended_former_quantities: as(nullable(amount), ({ former }) => former.quantity ?? null),
    amended_former_budgets: as(nullable(amount), ({ former }) => former.budget ?? null),
    amended_triggers: as(nullable(price), ({ terms }) => terms.triggerPrice ?? null),
    amended_rates: as(nullable(rate), ({ terms }) => terms.rate ?? null),
    amended_starts: as(nullable(price), ({ terms }) => terms.startPrice ?? null),
    amended_prices: as(nullable(price), ({ terms }) => terms.limitPrice ?? null),
    amended_quantities: as(nullable(amount), ({ terms }) => terms.quantity ?? null),
    amended_budgets: as(nullable(amount), ({ terms }) => terms.budget ?? null),
    amended_places: as(int8, ({ place }) => place),
    amended_keeps: as(bool, ({ keepsPlace }) => keepsPlace),
    amended_after: as(int8, ({ after }) => after),
    amended_current: as(price, (change) => change.price),
    amended_times: as(timestamptz, ({ createdAt }) => createdAt),
  }),
);

/**
 * Writes them, in the transaction of their batches and before what became of their orders. Nothing to write needs no statement.
 * @throws a check violation `members_not_frozen`, `spot_conditional_orders_still_waiting`, `spot_conditional_orders_kept`,
 * `spot_conditional_amendments_fixed` or `spot_conditional_amendments_not_met`
 */
export function writeConditionalAmendments(tx: Tx, changes: Changes): Promise<unknown>[] {
  return changes.length === 0 ? [] : [writeChanges(tx, changes)];
}
