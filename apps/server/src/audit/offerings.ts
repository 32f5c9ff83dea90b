/** Audits new coins: what was sold is the sum of subscriptions, each by the terms of its version, frozen until its date. */
import type { Finding } from './ledger.ts';
import { EVER, type Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'offerings.auditCounts',
  text: `select (select count(*) from offerings)::int8 as offerings, (select count(*) from offering_subscriptions)::int8 as subscriptions`,
  params: [],
  row: { offerings: int8, subscriptions: int8 },
});

const wrongSums = defineQuery({
  name: 'offerings.auditWrongSums',
  text: `select 'offering ' || o.id || ' has sold ' || trim_scale(o.sold) || ' of ' || trim_scale(o.cap) || ', its subscriptions are '
        || trim_scale(s.sold) as fault
    from offerings o
    cross join lateral (
      select coalesce(sum(quantity), 0) as sold from offering_subscriptions where offering_id = o.id
    ) s
    where (o.sold <> s.sold or o.sold > o.cap) and ($1::bigint = 0 or o.id in (
      select b.offering_id from offering_subscriptions b where b.id in (
        select substr(e.reference, 14)::bigint from ledger_entries e where e.id > $1 and e.reference like 'subscription:%'))) limit 20`,
  params: [int8],
  row: fault,
});

const wrongMembers = defineQuery({
  name: 'offerings.auditWrongMembers',
  text: `select 'member ' || coalesce(m.member_id, s.member_id) || ' is said to have bought ' || trim_scale(coalesce(m.bought, 0))
        || ' of offering ' || coalesce(m.offering_id, s.offering_id) || ', their subscriptions are '
        || trim_scale(coalesce(s.bought, 0)) as fault
    from offering_members m
    full join (
      select offering_id, member_id, sum(quantity) as bought from offering_subscriptions group by offering_id, member_id
    ) s on (s.offering_id, s.member_id) = (m.offering_id, m.member_id)
    where m.bought is distinct from s.bought limit 20`,
  params: [],
  row: fault,
});

/** By the version that was in force: a later one does not reach back. */
const wrongTerms = defineQuery({
  name: 'offerings.auditWrongTerms',
  text: `select 'subscription ' || s.id || ' does not follow from version ' || s.version || ' of offering ' || s.offering_id as fault
    from offering_subscriptions s
    left join product_versions v on v.product_id = s.offering_id and v.version = s.version and v.is_open
      and v.state in ('inForce', 'replaced') and s.created_at >= v.effective_at
    left join assets a on a.code = s.pay_asset
    where v.id is null
      or (s.asset, s.pay_asset, s.unit_price) is distinct from (v.terms ->> 'asset', v.terms ->> 'payAsset', (v.terms ->> 'unitPrice')::numeric)
      or s.created_at < (v.terms ->> 'opensAt')::timestamptz or s.created_at >= (v.terms ->> 'closesAt')::timestamptz
      or s.quantity > (v.terms ->> 'orderMax')::numeric or s.quantity > (v.terms ->> 'memberMax')::numeric
      or s.paid <> offering_cost(s.quantity, s.unit_price, a.scale)
      or s.unfreezes_at <> greatest(s.created_at, (date_trunc('day', s.created_at at time zone 'UTC')
        + make_interval(days => (v.terms ->> 'lockDays')::int)) at time zone 'UTC')
      or s.thawed_at < s.unfreezes_at
    limit 20`,
  params: [],
  row: fault,
});

/** Of new coins subscribed since then, what was sold is the sum of subscriptions, within the cap. */
export const findOversold = async (reader: Reader, { entry }: Since) =>
  (await reader.many(wrongSums, [entry])).map((each) => each.fault);

/** `reader` should be a snapshot. */
export async function auditOfferings(reader: Reader): Promise<Finding[]> {
  const { offerings, subscriptions } = await reader.one(counts, []);
  const faultsOf = async (query: typeof wrongTerms) =>
    (await reader.many(query, [])).map((each) => each.fault);
  return [
    {
      rule: 'what was sold of new coins is the sum of subscriptions, within the cap',
      checked: offerings,
      faults: [...(await findOversold(reader, EVER)), ...(await faultsOf(wrongMembers))],
    },
    {
      rule: 'every subscription follows from the terms of its version, and thawed on its date or later',
      checked: subscriptions,
      faults: await faultsOf(wrongTerms),
    },
  ];
}
