/** The SQL of files of customers' timelines. */
import { packedParts } from '../../../../../kernel/files-of-days/packed-parts.ts';
import {
  arrayOf,
  bool,
  bytea,
  date,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../../platform/database/columns.ts';
import { defineStatement, type RowOf } from '../../../../../platform/database/query.ts';
import { defineTable } from '../../../../../platform/database/table.ts';

const files = defineTable('customer_files', {
  id: int8,
  memberId: int8,
  groups: arrayOf(text),
  fromDay: date,
  untilDay: date,
  hasAllActs: bool,
  reason: text,
  proposedBy: int8,
  createdAt: timestamptz,
  state: text,
  beganAt: nullable(timestamptz),
  cursor: nullable(text),
  rows: int8,
  bytes: int8,
  sha256: nullable(bytea),
  madeAt: nullable(timestamptz),
});
export type CustomerFile = RowOf<typeof fileById>;

export const insertFile = files.insertReturning('operators.proposeCustomerFile', [
  'memberId',
  'groups',
  'fromDay',
  'untilDay',
  'hasAllActs',
  'reason',
  'proposedBy',
  'createdAt',
]);

export const fileById = files.select('operators.customerFile', 'where id = $1', [int8]);
export const lockFile = files.select('operators.lockCustomerFile', 'where id = $1 for update', [
  int8,
]);
/** At most one of a member. */
export const waitingFile = files.select(
  'operators.waitingCustomerFile',
  `where member_id = $1 and state = 'waiting'`,
  [int8],
);
export const newestFiles = files.select(
  'operators.newestCustomerFiles',
  'where member_id = $1 order by id desc limit $2',
  [int8, int8],
);
export const nextFile = files.select(
  'operators.nextCustomerFile',
  `where state = 'making' order by id limit 1`,
  [],
);
export const oldestFile = files.select(
  'operators.oldestCustomerFile',
  `where state = 'ready' and made_at < $1 order by made_at limit 1`,
  [timestamptz],
);

export const refuseFile = defineStatement({
  name: 'operators.refuseCustomerFile',
  text: `update customer_files set state = 'refused' where id = $1 and state = 'waiting'`,
  params: [int8],
});
export const beginFile = defineStatement({
  name: 'operators.beginCustomerFile',
  text: `update customer_files set state = 'making', began_at = $2 where id = $1 and state = 'waiting'`,
  params: [int8, timestamptz],
});
export const addToFile = defineStatement({
  name: 'operators.addToCustomerFile',
  text: 'update customer_files set cursor = $2, rows = rows + $3, bytes = bytes + $4 where id = $1',
  params: [int8, nullable(text), int8, int8],
});
export const finishFile = defineStatement({
  name: 'operators.finishCustomerFile',
  text: `update customer_files set state = 'ready', sha256 = $2, made_at = $3 where id = $1 and state = 'making'`,
  params: [int8, bytea, timestamptz],
});
export const markRemoved = defineStatement({
  name: 'operators.removeCustomerFile',
  text: `update customer_files set state = 'removed' where id = $1`,
  params: [int8],
});

export const customerFileParts = packedParts({
  name: 'operators',
  table: 'customer_file_parts',
});
