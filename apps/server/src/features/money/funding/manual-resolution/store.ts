/** The tables of manual resolutions of stuck withdrawals, and of discrepancies with the rail's later answer. */
import { transferSignedAs } from '../../../../kernel/rails/abandon-transfer.ts';
import {
  amount,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../../platform/database/columns.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../../platform/database/query.ts';
import { defineTable, type TableRow } from '../../../../platform/database/table.ts';

const STUCK = `w.state = 'sending' and w.silent_since is not null
  and ($1::bigint is null or w.id = $1 or w.member_id = $1)`;

/** Those without an answer for longest come first. `$1`: a withdrawal or member; null: all. */
export const stuckPages = {
  list: defineQuery({
    name: 'withdrawal.stuck',
    text: `select w.id, w.member_id, w.asset, w.network, w.address, w.amount, w.silent_since, w.silence, r.id as resolution_id
      from withdrawals w
        left join withdrawal_resolutions r on r.withdrawal_id = w.id and r.state <> 'dropped'
      where ${STUCK} order by w.silent_since, w.id limit $2 offset $3`,
    params: [nullable(int8), int8, int8],
    row: {
      id: int8,
      memberId: int8,
      asset: text,
      network: text,
      address: text,
      amount,
      silentSince: timestamptz,
      silence: text,
      resolutionId: nullable(int8),
    },
  }),
  count: defineQuery({
    name: 'withdrawal.countStuck',
    text: `select count(*)::int as total from withdrawals w where ${STUCK}`,
    params: [nullable(int8)],
    row: { total: int4 },
  }),
};
export type StuckWithdrawal = RowOf<typeof stuckPages.list>;

const withdrawalResolutions = defineTable('withdrawal_resolutions', {
  id: int8,
  withdrawalId: int8,
  outcome: text,
  txid: text,
  message: text,
  reason: text,
  proposedBy: int8,
  state: text,
  createdAt: timestamptz,
});

/** @throws violations of `withdrawal_resolutions_one` beside another, `withdrawal_resolutions_payment` for a payment of another withdrawal */
export const insertResolution = withdrawalResolutions.insertReturning(
  'withdrawal.insertResolution',
  ['withdrawalId', 'outcome', 'txid', 'message', 'reason', 'proposedBy', 'createdAt'],
);
export type ManualResolution = TableRow<typeof withdrawalResolutions>;

export const resolutionById = withdrawalResolutions.select(
  'withdrawal.resolutionById',
  'where id = $1',
  [int8],
);

/** The one that is proposed or carried out. */
export const resolutionOf = withdrawalResolutions.select(
  'withdrawal.resolutionOf',
  `where withdrawal_id = $1 and state <> 'dropped'`,
  [int8],
);

/** Hexadecimal case does not count. */
const isPaymentUsed = defineQuery({
  name: 'withdrawal.isPaymentUsed',
  text: `select exists (select 1 from withdrawals where lower(txid) = lower($2) and txid <> '' and id <> $1 and state in ('sending', 'completed'))
    or exists (select 1 from withdrawal_resolutions where txid = $2 and outcome = 'sent' and state <> 'dropped'
      and withdrawal_id <> $1) as is_used`,
  params: [int8, text],
  row: { isUsed: bool },
});

/** Whether another withdrawal or resolution names the transaction, or its rail signed it for another. `txid`: as `readTxid`. */
export async function paysAnother(
  reader: Reader,
  withdrawalId: number,
  txid: string,
): Promise<boolean> {
  const { isUsed } = await reader.one(isPaymentUsed, [withdrawalId, txid]);
  const reference = await transferSignedAs(reader, txid);
  return isUsed || (reference !== undefined && reference !== `withdrawal:${withdrawalId}`);
}

export const setResolutionState = defineStatement({
  name: 'withdrawal.setResolutionState',
  text: 'update withdrawal_resolutions set state = $2, decided_at = $3, next_look_at = $4 where id = $1',
  params: [int8, text, timestamptz, nullable(timestamptz)],
});

/** Proposed resolutions whose withdrawal has ended. */
export const supersededResolutions = defineQuery({
  name: 'withdrawal.supersededResolutions',
  text: `select r.id from withdrawal_resolutions r join withdrawals w on w.id = r.withdrawal_id
    where r.state = 'proposed' and w.state <> 'sending' limit 20`,
  params: [],
  row: { id: int8 },
});

/** Takes those whose rail is due to be asked. If the process dies, they are due again at `$2`. */
export const claimToLook = defineQuery({
  name: 'withdrawal.claimToLook',
  text: `update withdrawal_resolutions r set next_look_at = $2 from withdrawals w
    where w.id = r.withdrawal_id and r.id in (
      select id from withdrawal_resolutions where next_look_at <= $1 order by next_look_at, id limit 20 for update skip locked
    ) returning r.id, r.withdrawal_id, r.decided_at, w.asset, w.network`,
  params: [timestamptz, timestamptz],
  row: { id: int8, withdrawalId: int8, decidedAt: timestamptz, asset: text, network: text },
});

/** Returns nothing when the rail has already answered: only its first answer counts. */
export const takeRailAnswer = withdrawalResolutions.update(
  'withdrawal.takeRailAnswer',
  `next_look_at = null
    where withdrawal_id = $1 and state = 'carried' and next_look_at is not null`,
  [int8],
);

export const setNextLook = defineStatement({
  name: 'withdrawal.setNextLook',
  text: 'update withdrawal_resolutions set next_look_at = $2 where id = $1 and next_look_at is not null',
  params: [int8, nullable(timestamptz)],
});

const DISCREPANCY = 'd.id, d.resolution_id, d.said, d.txid, d.reason, d.created_at';

export const insertDiscrepancy = defineQuery({
  name: 'withdrawal.insertDiscrepancy',
  text: `insert into withdrawal_discrepancies (resolution_id, said, txid, reason, created_at)
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
    resolutionId: int8,
    said: text,
    txid: text,
    reason: text,
    createdAt: timestamptz,
  },
});
