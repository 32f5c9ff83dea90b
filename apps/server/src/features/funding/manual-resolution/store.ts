/** The tables of verdicts on transfers that came to a halt, and of rails that say something else later. */
import {
  amount,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const haltedRow = {
  id: int8,
  memberId: int8,
  asset: text,
  network: text,
  address: text,
  amount,
  silentSince: timestamptz,
  silence: text,
} as const;

const HALTED = `w.state = 'sending' and w.silent_since is not null
  and ($1::bigint is null or w.id = $1 or w.member_id = $1)`;

/** Those whose rail has been silent for longest first. */
export const haltedWithdrawals = defineQuery({
  name: 'withdrawal.halted',
  text: `select id, member_id, asset, network, address, amount, silent_since, silence
    from withdrawals w where ${HALTED} order by silent_since, id limit $2 offset $3`,
  params: [nullable(int8), int8, int8],
  row: haltedRow,
});
export type Halted = RowOf<typeof haltedWithdrawals>;

export const countHalted = defineQuery({
  name: 'withdrawal.countHalted',
  text: `select count(*)::int as total from withdrawals w where ${HALTED}`,
  params: [nullable(int8)],
  row: { total: int4 },
});

const VERDICT = `id, withdrawal_id, verdict, txid, reason, proposed_by, state, created_at`;
const resolutionRow = {
  id: int8,
  withdrawalId: int8,
  verdict: text,
  txid: text,
  reason: text,
  proposedBy: int8,
  state: text,
  createdAt: timestamptz,
} as const;

/** Fails with: a violation of `withdrawal_verdicts_one` beside another, of `withdrawal_verdicts_payment` for a payment that pays another. */
export const insertResolution = defineQuery({
  name: 'withdrawal.insertVerdict',
  text: `insert into withdrawal_verdicts (withdrawal_id, verdict, txid, reason, proposed_by, created_at)
    values ($1, $2, $3, $4, $5, $6) returning ${VERDICT}`,
  params: [int8, text, text, text, int8, timestamptz],
  row: resolutionRow,
});
export type ManualResolution = RowOf<typeof insertResolution>;

export const resolutionById = defineQuery({
  name: 'withdrawal.verdictById',
  text: `select ${VERDICT} from withdrawal_verdicts where id = $1`,
  params: [int8],
  row: resolutionRow,
});

/** The one that waits or was carried out. */
export const resolutionOf = defineQuery({
  name: 'withdrawal.verdictOf',
  text: `select ${VERDICT} from withdrawal_verdicts where withdrawal_id = $1 and state <> 'dropped'`,
  params: [int8],
  row: resolutionRow,
});

/** Whether another withdrawal, or another verdict, names the transaction. Hexadecimal case does not count. */
export const isPaymentUsed = defineQuery({
  name: 'withdrawal.isPaymentUsed',
  text: `select exists (select 1 from withdrawals where lower(txid) = lower($2) and txid <> '' and id <> $1 and state in ('sending', 'completed'))
    or exists (select 1 from withdrawal_verdicts where txid = $2 and verdict = 'sent' and state <> 'dropped'
      and withdrawal_id <> $1) as is_used`,
  params: [int8, text],
  row: { isUsed: bool },
});

export const setResolutionState = defineStatement({
  name: 'withdrawal.setVerdictState',
  text: 'update withdrawal_verdicts set state = $2, decided_at = $3, next_look_at = $4 where id = $1',
  params: [int8, text, timestamptz, nullable(timestamptz)],
});

/** Verdicts that wait although their withdrawal has ended. */
export const overtakenResolutions = defineQuery({
  name: 'withdrawal.overtakenVerdicts',
  text: `select v.id from withdrawal_verdicts v join withdrawals w on w.id = v.withdrawal_id
    where v.state = 'proposed' and w.state <> 'sending' limit 20`,
  params: [],
  row: { id: int8 },
});

/** Takes those whose rail is to be asked: whoever takes them and dies leaves them due again at `$2`. */
export const claimToLook = defineQuery({
  name: 'withdrawal.claimToLook',
  text: `update withdrawal_verdicts v set next_look_at = $2 from withdrawals w
    where w.id = v.withdrawal_id and v.id in (
      select id from withdrawal_verdicts where next_look_at <= $1 order by next_look_at, id limit 20 for update skip locked
    ) returning v.id, v.withdrawal_id, v.decided_at, w.asset, w.network`,
  params: [timestamptz, timestamptz],
  row: { id: int8, withdrawalId: int8, decidedAt: timestamptz, asset: text, network: text },
});

/** Gives nothing when the rail was heard before: it is heard once. */
export const takeRailAnswer = defineQuery({
  name: 'withdrawal.takeHearing',
  text: `update withdrawal_verdicts set next_look_at = null
    where withdrawal_id = $1 and state = 'carried' and next_look_at is not null returning ${VERDICT}`,
  params: [int8],
  row: resolutionRow,
});

export const setNextLook = defineStatement({
  name: 'withdrawal.setNextLook',
  text: 'update withdrawal_verdicts set next_look_at = $2 where id = $1 and next_look_at is not null',
  params: [int8, nullable(timestamptz)],
});

const DISCREPANCY = 'd.id, d.verdict_id, d.said, d.txid, d.reason, d.created_at';

export const insertDiscrepancy = defineQuery({
  name: 'withdrawal.insertDiscrepancy',
  text: `insert into withdrawal_discrepancies (verdict_id, said, txid, reason, created_at)
    values ($1, $2, $3, $4, $5) returning id`,
  params: [int8, text, text, text, timestamptz],
  row: { id: int8 },
});

export const discrepancyById = defineQuery({
  name: 'withdrawal.discrepancyById',
  text: `select ${DISCREPANCY} from withdrawal_discrepancies d where d.id = $1`,
  params: [int8],
  row: {
    id: int8,
    verdictId: int8,
    said: text,
    txid: text,
    reason: text,
    createdAt: timestamptz,
  },
});
