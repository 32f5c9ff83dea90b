/** Unmatched transfers, which match no member, and proposals for them. */
import {
  amount,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable } from '../../../../platform/database/table.ts';

const COLUMNS = `s.reference, s.network, s.asset, s.address, s.amount, s.txid, s.fault, s.seen_at, s.deposit_id, s.dismissed_at, s.house_at`;
const row = {
  reference: text,
  network: text,
  asset: text,
  address: text,
  amount,
  txid: text,
  fault: text,
  seenAt: timestamptz,
  depositId: nullable(int8),
  dismissedAt: nullable(timestamptz),
  houseAt: nullable(timestamptz),
} as const;

const FILTER = `s.fault is not null and ($2::text is null or s.fault = $2)
  and case $1 when 'open' then s.deposit_id is null and s.dismissed_at is null and s.house_at is null
    when 'settled' then s.deposit_id is not null or s.dismissed_at is not null or s.house_at is not null else true end
  and ($3::text is null or position(lower($3) in lower(s.reference || ' ' || s.address || ' ' || s.txid)) > 0)`;
const filterParams = [nullable(text), nullable(text), nullable(text)] as const;

/** Newest first. `$1`: `open`, `settled` or all. */
export const unmatchedPages = {
  list: defineQuery({
    name: 'deposit.unmatched',
    text: `select ${COLUMNS}, p.id as proposal_id from deposits_seen s
        left join unmatched_proposals p on p.reference = s.reference and p.state <> 'dropped'
      where ${FILTER} order by s.seen_at desc, s.reference limit $4 offset $5`,
    params: [...filterParams, int8, int8],
    row: { ...row, proposalId: nullable(int8) },
  }),
  count: defineQuery({
    name: 'deposit.countUnmatched',
    text: `select count(*)::int as total from deposits_seen s where ${FILTER}`,
    params: filterParams,
    row: { total: int4 },
  }),
};
export type ListedUnmatched = RowOf<typeof unmatchedPages.list>;

export const unmatchedByReference = defineQuery({
  name: 'deposit.unmatchedByReference',
  text: `select ${COLUMNS} from deposits_seen s where s.reference = $1 and s.fault is not null`,
  params: [text],
  row,
});

export const unmatchedForUpdate = defineQuery({
  name: 'deposit.unmatchedForUpdate',
  text: `select ${COLUMNS} from deposits_seen s where s.reference = $1 and s.fault is not null for no key update`,
  params: [text],
  row,
});
export type UnmatchedDeposit = RowOf<typeof unmatchedByReference>;

/** @throws a violation of the table's trigger when it is already settled */
export const setCredited = defineStatement({
  name: 'deposit.setCredited',
  text: 'update deposits_seen set deposit_id = $2 where reference = $1',
  params: [text, int8],
});

export const setDismissed = defineStatement({
  name: 'deposit.setDismissed',
  text: 'update deposits_seen set dismissed_at = $2 where reference = $1',
  params: [text, timestamptz],
});

export const setOfTreasury = defineStatement({
  name: 'deposit.setOfTreasury',
  text: 'update deposits_seen set house_at = $2 where reference = $1',
  params: [text, timestamptz],
});

const unmatchedProposals = defineTable('unmatched_proposals', {
  id: int8,
  reference: text,
  act: text,
  memberId: nullable(int8),
  account: nullable(text),
  fee: amount,
  message: text,
  reason: text,
  proposedBy: int8,
  state: text,
  createdAt: timestamptz,
}).omit('createdAt');

export const insertProposal = unmatchedProposals.insertReturning('deposit.insertProposal', [
  'reference',
  'act',
  'memberId',
  'account',
  'fee',
  'message',
  'reason',
  'proposedBy',
  'createdAt',
]);

export const proposalById = unmatchedProposals.select('deposit.proposalById', 'where id = $1', [
  int8,
]);
export type UnmatchedProposal = RowOf<typeof proposalById>;

/** The one that is proposed or carried out. */
export const proposalOf = unmatchedProposals.select(
  'deposit.proposalOf',
  `where reference = $1 and state <> 'dropped'`,
  [text],
);

export const setProposalState = defineStatement({
  name: 'deposit.setProposalState',
  text: 'update unmatched_proposals set state = $2 where id = $1',
  params: [int8, text],
});

/** Deposits that the member reported, of the same amount over the same network: they may be the same money. */
export const countAlike = defineQuery({
  name: 'deposit.countAlike',
  text: `select count(*)::int as total from deposits
    where member_id = $1 and asset = $2 and network = $3 and amount = $4 and source = 'member' and state in ('reviewed', 'completed')`,
  params: [int8, text, text, amount],
  row: { total: int4 },
});

/**
 * Members who may have sent the transfer: those with an open request for this coin, a deposit address that is the same on another
 * network, or completed deposits of the same amount. Of a member's requests the best match. `$2`: how many
 * seconds count as near in time.
 */
export const unmatchedCandidates = defineQuery({
  name: 'deposit.unmatchedCandidates',
  text: `with unmatched as (select * from deposits_seen where reference = $1),
    request as (
      select distinct on (d.member_id) d.member_id, d.id, d.created_at, d.asset, d.network, d.amount,
        d.amount = s.amount as is_amount, d.network = s.network as is_coin,
        abs(extract(epoch from d.created_at - s.seen_at)) <= $2::bigint as is_near
      from deposits d join unmatched s on d.asset = s.asset
      where d.state = 'reviewed' and d.source = 'member'
        and (d.amount = s.amount or (d.network = s.network and abs(extract(epoch from d.created_at - s.seen_at)) <= $2::bigint))
      order by d.member_id, (d.amount = s.amount) desc, (d.network = s.network) desc,
        abs(extract(epoch from d.created_at - s.seen_at))
    ), owner as (
      select distinct on (a.member_id) a.member_id, a.network
      from deposit_addresses a join unmatched s on a.address = s.address
      order by a.member_id, a.network
    ), earlier as (
      select d.member_id, count(*)::int as deposits
      from deposits d join unmatched s on (d.asset, d.network, d.amount) = (s.asset, s.network, s.amount)
      where d.state = 'completed' group by d.member_id
    )
    select member_id, o.network as address_on, r.id as request_id, r.created_at as requested_at,
      r.asset as request_asset, r.network as request_network, r.amount as request_amount,
      coalesce(r.is_amount, false) as is_amount, coalesce(r.is_coin, false) as is_coin, coalesce(r.is_near, false) as is_near,
      coalesce(e.deposits, 0) as earlier
    from request r full join owner o using (member_id) full join earlier e using (member_id)
    order by (o.network is not null)::int + coalesce(r.is_amount, false)::int + coalesce(r.is_coin, false)::int
        + coalesce(r.is_near, false)::int desc, coalesce(e.deposits, 0) desc, r.created_at desc nulls last, member_id
    limit 5`,
  params: [text, int8],
  row: {
    memberId: int8,
    addressOn: nullable(text),
    requestId: nullable(int8),
    requestedAt: nullable(timestamptz),
    requestAsset: nullable(text),
    requestNetwork: nullable(text),
    requestAmount: nullable(amount),
    isAmount: bool,
    isCoin: bool,
    isNear: bool,
    earlier: int4,
  },
});
export type FoundCandidate = RowOf<typeof unmatchedCandidates>;
