/** Audits the facts of entries: each entry has its fact and each fact its entry, line by line (ADR 9). */
import { exchangeAccounts, recordTypes } from '@tern/ledger';
import { spotSide } from '@tern/protocol';
import type { Finding } from './ledger.ts';
import { EVER, NO_END, type Since } from '../kernel/invariants/invariant.ts';
import { int8, text } from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery } from '../platform/database/query.ts';

const fault = { fault: text } as const;

const counts = defineQuery({
  name: 'entries.auditCounts',
  text: 'select count(*)::int8 as entries from ledger_entries',
  params: [],
  row: { entries: int8 },
});

const { fees, rounding, liquidity, contracts, contractPayouts } = exchangeAccounts;
const { spotBuy, spotSell, spotRound, transferSent, transferReceived } = recordTypes;

/** Entries that their kind does not allow: the reference, the kinds of lines, the exchange accounts. */
const strange = defineQuery({
  name: 'entries.auditStrange',
  text: `select distinct 'entry ' || e.id || ' ' || e.kind || ' ' || e.reference || ' has lines that its kind never has' as fault
    from ledger_postings p
    join ledger_entries e on e.id = p.entry_id
    left join ledger_facts f on f.kind = e.kind and f.reference = split_part(e.reference, ':', 1)
    where p.id > $2 and p.entry_id > $1 and p.entry_id <= $3 and p.id <= $4 and (f.required_lines is null and (p.locked <> 0 or p.staked <> 0 or p.financed <> 0 or p.loan <> 0)
      or not coalesce(case f.reference
        when 'contract' then p.asset = 'USDT'
          and (p.owner_id > 0 and p.kind = any (coalesce(f.line_kinds, array[e.kind])) or p.owner_id in (${rounding}, ${contracts}, ${contractPayouts}))
        when 'round' then case
          when p.owner_id > 0 then p.kind = any (f.line_kinds) and (p.kind in (${spotBuy}, ${spotSell}) or p.total = 0)
          else p.kind = ${spotRound} and ledger_account_of(p.owner_id) in (${fees}, ${rounding}, ${liquidity}) end
        when 'membertransfer' then p.owner_id > 0 and p.kind = case when p.total > 0 then ${transferReceived} else ${transferSent} end
        else p.kind = e.kind and f.kind is not null
      end, false)) limit 20`,
  params: [int8, int8, int8, int8],
  row: fault,
});

/** Entries about one fact. Contracts and rounds of orders, which are about many, have their own audits. */
const againstFacts = (required: string) => `with posted as (
      select e.kind, e.reference, p.owner_id, p.asset, sum(p.available) as available, sum(p.held) as held,
        sum(p.locked) as locked, sum(p.staked) as staked, sum(p.financed) as financed, sum(p.loan) as loan
      from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where p.id > $2 and e.id > $1 and e.id <= $3 and p.id <= $4
        and exists (select from ledger_facts f where f.kind = e.kind and f.required_lines is not null) group by 1, 2, 3, 4
    )
    select 'entry ' || coalesce(p.kind, r.kind) || ' ' || coalesce(p.reference, r.reference) || case
        when p.kind is null then ' is missing: owner ' || r.owner_id || ' should have (' || required.amounts
        else ' gave owner ' || p.owner_id || ' (' || given.amounts || '), its fact '
          || case when r.kind is null then '(nothing' else '(' || required.amounts end
      end || ') ' || coalesce(p.asset, r.asset) as fault
    from posted p
    full join ${required} r on (r.kind, r.reference, r.owner_id, r.asset) = (p.kind, p.reference, p.owner_id, p.asset)
    cross join lateral (select concat_ws(', ', trim_scale(p.available), trim_scale(p.held), trim_scale(p.locked), trim_scale(p.staked),
      trim_scale(p.financed), trim_scale(p.loan)) as amounts) given
    cross join lateral (select concat_ws(', ', trim_scale(r.available), trim_scale(r.held), trim_scale(r.locked), trim_scale(r.staked),
      trim_scale(r.financed), trim_scale(r.loan)) as amounts) required
    where (p.available, p.held, p.locked, p.staked, p.financed, p.loan)
      is distinct from (r.available, r.held, r.locked, r.staked, r.financed, r.loan) limit 20`;

/** Also finds facts without their entry. */
const wrong = defineQuery({
  name: 'entries.auditWrong',
  text: againstFacts('ledger_required'),
  params: [int8, int8, int8, int8],
  row: fault,
});

/** Looks up the fact of each entry. */
const wrongSince = defineQuery({
  name: 'entries.wrongSince',
  text: againstFacts('ledger_required_since($1, $3)'),
  params: [int8, int8, int8, int8],
  row: fault,
});

/** As far as ticks are stored. The exchange trades near the reference price; a member's resting order may be better for it. */
const giveaways = defineQuery({
  name: 'entries.auditGiveaways',
  text: `select 'trade ' || t.id || ' with the exchange was at ' || trim_scale(t.price) || ', the reference price was ' || trim_scale(k.price) as fault
    from spot_trades t
    cross join lateral (
      select price from ticks where instrument_id = t.instrument_id and at <= t.created_at order by at desc limit 1
    ) k
    where (t.maker_order_id is null or t.taker_order_id is null)
      and case when (t.taker_side = ${spotSide.buy}) = (t.taker_order_id is not null) then t.price < k.price * 0.95 else t.price > k.price * 1.05 end
    limit 20`,
  params: [],
  row: fault,
});

const faultsOf = async (
  reader: Reader,
  query: typeof strange,
  { entry, posting, through = NO_END }: Since,
) =>
  (await reader.many(query, [entry, posting, through.entry, through.posting])).map(
    (each) => each.fault,
  );

/** Entries that their kind never has, or that are not what their fact requires. */
export const findUnfounded = async (reader: Reader, since: Since) => [
  ...(await faultsOf(reader, strange, since)),
  ...(await faultsOf(reader, wrongSince, since)),
];

/** `reader` should be a snapshot. */
export async function auditEntries(reader: Reader): Promise<Finding[]> {
  const { entries } = await reader.one(counts, []);
  return [
    {
      rule: 'every entry is of a kind that a feature posts',
      checked: entries,
      faults: await faultsOf(reader, strange, EVER),
    },
    {
      rule: 'every entry is what its fact requires, and every fact has its entry',
      checked: entries,
      faults: await faultsOf(reader, wrong, EVER),
    },
    {
      rule: 'the exchange trades near the reference price',
      checked: entries,
      faults: (await reader.many(giveaways, [])).map((each) => each.fault),
    },
  ];
}
