/** Audits withdrawals, swaps and transfers between members: their rows agree with the journal. */
import { recordTypes } from '@tern/ledger';
import type { Finding } from './ledger.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const { withdrawal, withdrawalReturn, withdrawalSuccess, spotExchange, exchangeFee } = recordTypes;

const counts = defineQuery({
  name: 'transfers.auditCounts',
  text: `select (select count(*) from withdrawals)::int8 as withdrawals, (select count(*) from swaps)::int8 as swaps,
    (select count(*) from member_transfers)::int8 as sent`,
  params: [],
  row: { withdrawals: int8, swaps: int8, sent: int8 },
});

/** Each was held once, then paid or returned in full once, according to its state; no other entry refers to a withdrawal. */
const wrongWithdrawals = defineQuery({
  name: 'transfers.auditWrongWithdrawals',
  text: `with moved as (
      select substr(e.reference, 12)::bigint as id, p.owner_id, p.asset, sum(p.held) filter (where e.kind = ${withdrawal}) as set_aside,
        sum(p.total) filter (where e.kind = ${withdrawalSuccess}) as paid, sum(p.available) filter (where e.kind = ${withdrawalReturn}) as returned
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind in (${withdrawal}, ${withdrawalReturn}, ${withdrawalSuccess}) and e.reference like 'withdrawal:%' group by 1, 2, 3
    )
    select 'withdrawal ' || coalesce(w.id, m.id) || ' is not what the journal says' as fault
    from withdrawals w full join moved m on m.id = w.id and m.owner_id = w.member_id and m.asset = w.asset
    where w.id is null or m.set_aside is distinct from w.amount
      or coalesce(m.paid, 0) <> case when w.state = 'completed' then -w.amount else 0 end
      or coalesce(m.returned, 0) <> case when w.state in ('rejected', 'cancelled') then w.amount else 0 end
    limit 20`,
  params: [],
  row: fault,
});

/** Before it is paid: a paid one is compared with its entry, which needs the same. Operators pay what is approved. */
const unagreedWithdrawals = defineQuery({
  name: 'transfers.auditUnagreedWithdrawals',
  text: `select 'withdrawal ' || w.id || ' is ' || w.state || ' without two approvals and its hold' as fault from withdrawals w
    where w.state in ('approved', 'sending') and not exists (select from withdrawals_agreed a where a.id = w.id)
    union all
    select 'payout ' || o.id || ' is approved without two approvals' from payouts o
    where o.state = 'approved' and not exists (select from reviews_agreed a where a.kind = 'payout' and a.subject_id = o.id) limit 20`,
  params: [],
  row: fault,
});

/** Given and received amounts and the fee; no other entry refers to a swap. */
const wrongSwaps = defineQuery({
  name: 'transfers.auditWrongSwaps',
  text: `with moved as (
      select substr(e.reference, 6)::bigint as id, p.owner_id, p.asset, sum(p.total) as total
      from ledger_entries e join ledger_postings p on p.entry_id = e.id and p.owner_id > 0
      where e.kind in (${spotExchange}, ${exchangeFee}) and e.reference like 'swap:%' group by 1, 2, 3
    ), agreed as (
      select id, member_id, from_asset as asset, -given as total from swaps
      union all select id, member_id, to_asset, received from swaps
    )
    select 'swap ' || coalesce(a.id, m.id) || ' is not what the journal says' as fault
    from agreed a full join moved m on m.id = a.id and m.owner_id = a.member_id and m.asset = a.asset
    where a.total is distinct from m.total limit 20`,
  params: [],
  row: fault,
});

/** As the database refuses it when a transfer is written. The entries of transfers are compared with all others. */
const tooMuchAtFirst = defineQuery({
  name: 'transfers.auditTooMuchAtFirst',
  text: `with first as (
      select sender_id, receiver_id, min(created_at) as since from member_transfers group by 1, 2
    )
    select 'member ' || sender_id || ' sent ' || receiver_id || ' ' || coalesce(trim_scale(sum(t.worth)), 0) || ' USDT on the first day' as fault
    from member_transfers t join first f using (sender_id, receiver_id)
    where t.created_at < f.since + interval '24 hours' group by sender_id, receiver_id
    having (sum(t.worth) <= max(t.first_day_max) and count(t.worth) = count(*)) is not true limit 20`,
  params: [],
  row: fault,
});

/** No rail or bank is asked to send what two operators did not approve, or what is not held. */
export const findUnagreedWithdrawals = async (reader: Reader) =>
  (await reader.many(unagreedWithdrawals, [])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditTransfers(reader: Reader): Promise<Finding[]> {
  const { withdrawals, swaps, sent } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongSwaps) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'every withdrawal was held once, then paid or returned once',
      checked: withdrawals,
      faults: await faultsOf(wrongWithdrawals),
    },
    {
      rule: 'only what two people approved, and what is held, is sent',
      checked: withdrawals,
      faults: await findUnagreedWithdrawals(reader),
    },
    {
      rule: 'every swap moved its amounts',
      checked: swaps,
      faults: await faultsOf(wrongSwaps),
    },
    {
      rule: 'a new receiver got no more than was allowed on the first day',
      checked: sent,
      faults: await faultsOf(tooMuchAtFirst),
    },
  ];
}
