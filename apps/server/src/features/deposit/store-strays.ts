/** Transfers that could be credited to nobody, and what is proposed for them. */
import {
  amount,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

const COLUMNS = `s.reference, s.network, s.asset, s.address, s.amount, s.txid, s.fault, s.seen_at, s.deposit_id, s.dismissed_at`;
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
} as const;

const FILTER = `s.fault is not null and ($2::text is null or s.fault = $2)
  and case $1 when 'open' then s.deposit_id is null and s.dismissed_at is null
    when 'settled' then s.deposit_id is not null or s.dismissed_at is not null else true end
  and ($3::text is null or position(lower($3) in lower(s.reference || ' ' || s.address || ' ' || s.txid)) > 0)`;
const filterParams = [nullable(text), nullable(text), nullable(text)] as const;

/** Newest first. `$1`: `open`, `settled` or all. */
export const listStraysQuery = defineQuery({
  name: 'deposit.strays',
  text: `select ${COLUMNS}, p.id as proposal_id from deposits_seen s
      left join deposit_stray_proposals p on p.reference = s.reference and p.state <> 'dropped'
    where ${FILTER} order by s.seen_at desc, s.reference limit $4 offset $5`,
  params: [...filterParams, int8, int8],
  row: { ...row, proposalId: nullable(int8) },
});
export type ListedStray = RowOf<typeof listStraysQuery>;

export const countStrays = defineQuery({
  name: 'deposit.countStrays',
  text: `select count(*)::int as total from deposits_seen s where ${FILTER}`,
  params: filterParams,
  row: { total: int4 },
});

export const strayByReference = defineQuery({
  name: 'deposit.strayByReference',
  text: `select ${COLUMNS} from deposits_seen s where s.reference = $1 and s.fault is not null`,
  params: [text],
  row,
});

export const strayForUpdate = defineQuery({
  name: 'deposit.strayForUpdate',
  text: `select ${COLUMNS} from deposits_seen s where s.reference = $1 and s.fault is not null for no key update`,
  params: [text],
  row,
});
export type Stray = RowOf<typeof strayByReference>;

/** Fails with: a violation of the table's trigger for one that was settled. */
export const setCredited = defineStatement({
  name: 'deposit.setStrayCredited',
  text: 'update deposits_seen set deposit_id = $2 where reference = $1',
  params: [text, int8],
});

export const setDismissed = defineStatement({
  name: 'deposit.setStrayDismissed',
  text: 'update deposits_seen set dismissed_at = $2 where reference = $1',
  params: [text, timestamptz],
});

const PROPOSAL = 'id, reference, act, member_id, fee, reason, proposed_by, state';
const proposalRow = {
  id: int8,
  reference: text,
  act: text,
  memberId: nullable(int8),
  fee: amount,
  reason: text,
  proposedBy: int8,
  state: text,
} as const;

export const insertProposal = defineQuery({
  name: 'deposit.insertStrayProposal',
  text: `insert into deposit_stray_proposals (reference, act, member_id, fee, reason, proposed_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning ${PROPOSAL}`,
  params: [text, text, nullable(int8), amount, text, int8, timestamptz],
  row: proposalRow,
});

export const proposalById = defineQuery({
  name: 'deposit.strayProposalById',
  text: `select ${PROPOSAL} from deposit_stray_proposals where id = $1`,
  params: [int8],
  row: proposalRow,
});
export type StrayProposal = RowOf<typeof proposalById>;

/** The one that waits or was carried out. */
export const proposalOf = defineQuery({
  name: 'deposit.strayProposalOf',
  text: `select ${PROPOSAL} from deposit_stray_proposals where reference = $1 and state <> 'dropped'`,
  params: [text],
  row: proposalRow,
});

export const setProposalState = defineStatement({
  name: 'deposit.setStrayProposalState',
  text: 'update deposit_stray_proposals set state = $2 where id = $1',
  params: [int8, text],
});

/** Deposits of the member that may be the same money: told by them and credited, of the same amount over the same network. */
export const countAlike = defineQuery({
  name: 'deposit.countAlikeStray',
  text: `select count(*)::int as total from deposits
    where member_id = $1 and asset = $2 and network = $3 and amount = $4 and source = 'member' and state in ('reviewed', 'completed')`,
  params: [int8, text, text, amount],
  row: { total: int4 },
});
