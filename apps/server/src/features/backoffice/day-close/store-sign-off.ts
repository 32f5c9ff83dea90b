/** The SQL of the sign-off of closed days: items of differences, and signatures. */
import {
  amount,
  bool,
  bytea,
  date,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const items = defineTable('day_close_items', {
  id: int8,
  day: date,
  asset: text,
  account: int8,
  against: text,
  amount,
  ownerId: int8,
  reason: text,
  entryId: nullable(int8),
  carriedId: nullable(int8),
  dueOn: nullable(date),
  openedBy: int8,
  openedAt: timestamptz,
  changedAt: timestamptz,
  removedBy: nullable(int8),
  settledBy: nullable(int8),
});
export type DayItem = RowOf<typeof itemsOfDay>;

export const insertItem = items.insertReturning('day-close.insertItem', [
  'day',
  'asset',
  'account',
  'against',
  'amount',
  'ownerId',
  'reason',
  'entryId',
  'carriedId',
  'dueOn',
  'openedBy',
  'openedAt',
  'changedAt',
]);

/** Without those that were withdrawn. */
export const itemsOfDay = items.select(
  'day-close.itemsOfDay',
  'where day = $1 and removed_by is null order by id',
  [date],
);

export const itemById = items.select('day-close.item', 'where id = $1', [int8]);

/** Open remainders of days before this one. */
export const carriedInto = items.select(
  'day-close.carriedInto',
  'where day < $1 and due_on is not null and removed_by is null and settled_by is null order by id',
  [date],
);

export const removeItem = defineStatement({
  name: 'day-close.removeItem',
  text: 'update day_close_items set removed_by = $2, changed_at = $3 where id = $1',
  params: [int8, int8, timestamptz],
});

export const settleItem = defineStatement({
  name: 'day-close.settleItem',
  text: `update day_close_items set settled_by = $2, settled_entry_id = $3, settled_reason = $4, changed_at = $5 where id = $1`,
  params: [int8, int8, nullable(int8), text, timestamptz],
});

export const handOverItem = defineStatement({
  name: 'day-close.handOverItem',
  text: 'update day_close_items set owner_id = $2, due_on = $3, changed_at = $4 where id = $1',
  params: [int8, int8, date, timestamptz],
});

const signatures = defineTable('day_close_signatures', {
  day: date,
  place: int2,
  operatorId: int8,
  note: text,
  contentHash: bytea,
  signedAt: timestamptz,
  removedAt: nullable(timestamptz),
  removedBy: nullable(int8),
  removedReason: text,
});
export type Signature = RowOf<typeof signaturesOfDay>;

/** Removed ones too, oldest first. */
export const signaturesOfDay = signatures.select(
  'day-close.signatures',
  'where day = $1 order by id',
  [date],
);

export const insertSignature = signatures.insert('day-close.sign', [
  'day',
  'place',
  'operatorId',
  'note',
  'contentHash',
  'signedAt',
]);

export const removeFirstSignature = defineStatement({
  name: 'day-close.removeSignature',
  text: `update day_close_signatures set removed_at = $2, removed_by = $3, removed_reason = $4
    where day = $1 and place = 1 and removed_at is null`,
  params: [date, timestamptz, int8, text],
});

/** What the caller would sign, and what prevents it. No row for a day that is not closed. */
export const signable = defineQuery({
  name: 'day-close.signable',
  text: `select encode(sha256(convert_to(day_close_content(c.day), 'UTF8')), 'hex') as hash,
      c.day >= day_close_first_signed() as is_due,
      exists (select from day_closes e where e.day >= day_close_first_signed() and e.day < c.day and not day_close_is_signed(e.day)) as has_day_before,
      day_close_is_left(c.day) as is_left,
      exists (
        select from day_close_items i where i.day <= c.day and i.due_on < ($2::timestamptz at time zone 'utc')::date
          and i.removed_by is null and i.settled_by is null
      ) as is_overdue,
      day_close_by_hand(c.day, $3) as is_by_hand
    from day_closes c where c.day = $1`,
  params: [date, timestamptz, int8],
  row: {
    hash: text,
    isDue: nullable(bool),
    hasDayBefore: bool,
    isLeft: bool,
    isOverdue: bool,
    isByHand: bool,
  },
});

/** What is to be explained of a day. */
export const toExplain = defineQuery({
  name: 'day-close.toExplain',
  text: `select asset, account, against, is_missing from day_close_to_explain where day = $1 and (amount <> 0 or is_missing)`,
  params: [date],
  row: { asset: text, account: int8, against: text, isMissing: bool },
});

/** The oldest day that waits for its signatures. */
export const oldestUnsigned = defineQuery({
  name: 'day-close.oldestUnsigned',
  text: `select min(c.day) as day from day_closes c
    where c.day > coalesce((select max(day) from day_close_signatures where place = 2), day_close_first_signed() - 1)`,
  params: [],
  row: { day: nullable(date) },
});
