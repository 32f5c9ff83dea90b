/** The table of locks: withdrawals to saved addresses only. */
import { int8, nullable, timestamptz } from '../../../../platform/database/columns.ts';
import { defineQuery } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const addressLocks = defineTable('address_locks', {
  onSince: timestamptz,
  offAt: nullable(timestamptz),
});

export const lockOfMember = addressLocks.select('withdrawal.addressLock', 'where member_id = $1', [
  int8,
]);

/** On immediately; also cancels that it was turned off. One that is on stays as it is. */
export const turnOn = defineQuery({
  name: 'withdrawal.turnAddressLockOn',
  text: `insert into address_locks as l (member_id, on_since) values ($1, $2)
    on conflict (member_id) do update set off_asked_at = null, off_at = null,
      on_since = case when l.off_at <= $2 then $2 else l.on_since end
    returning on_since, off_at`,
  params: [int8, timestamptz],
  row: addressLocks.row,
});

/** Off from `$3` on. No row if it is off, or was turned off before. */
export const turnOff = addressLocks.update(
  'withdrawal.turnAddressLockOff',
  'off_asked_at = $2, off_at = $3 where member_id = $1 and off_at is null',
  [int8, timestamptz, timestamptz],
);
