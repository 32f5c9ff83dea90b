/** How far members were reminded of the last withdrawal of a coin that goes (ADR 95). */
import { int2, int8, nullable, timestamptz } from '../../platform/database/columns.ts';
import { defineQuery, defineStatement } from '../../platform/database/query.ts';

/** Those whose time has come at `$1`. After a long outage only the later one of two: both would say the same. */
export const beginReminders = defineStatement({
  name: 'catalog.beginReminders',
  text: `insert into delisting_reminders (delisting_id, days)
    select d.id, case when d.withdrawals_until <= $1::timestamptz + interval '1 day' then 1 else 7 end
    from market_delistings d
    where d.state in ('agreed', 'closed') and d.withdrawals_until > $1 and d.withdrawals_until <= $1::timestamptz + interval '7 days'
    on conflict do nothing`,
  params: [timestamptz],
});

/** The next one that is not complete, of a coin that can still be withdrawn at `$1`. */
export const reminderToSend = defineQuery({
  name: 'catalog.reminderToSend',
  text: `select r.delisting_id, r.days, r.reminded_through, d.instrument_id, d.withdrawals_until
    from delisting_reminders r join market_delistings d on d.id = r.delisting_id
    where r.reminded_at is null and d.state in ('agreed', 'closed') and d.withdrawals_until > $1
    order by r.delisting_id, r.days limit 1 for update of r skip locked`,
  params: [timestamptz],
  row: {
    delistingId: int8,
    days: int2,
    remindedThrough: int8,
    instrumentId: int2,
    withdrawalsUntil: timestamptz,
  },
});

export const setReminded = defineStatement({
  name: 'catalog.setReminded',
  text: `update delisting_reminders set reminded_through = $3, reminded_at = $4 where delisting_id = $1 and days = $2`,
  params: [int8, int2, int8, nullable(timestamptz)],
});
