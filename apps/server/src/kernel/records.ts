/** The records a member reads: postings that changed what they own, newest first (spec §3). */
import { recordTypes } from '@tern/ledger';
import {
  amount,
  arrayOf,
  int2,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../platform/database/columns.ts';
import type { Reader } from '../platform/database/database.ts';
import { defineQuery, type RowOf } from '../platform/database/query.ts';

const row = {
  id: int8,
  asset: text,
  kind: int2,
  amount,
  totalAfter: amount,
  reference: text,
  note: text,
  effectiveAt: timestamptz,
} as const;

const COLUMNS = `p.id, p.asset, p.kind, p.total as amount, p.total_after, e.reference, e.note, p.effective_at`;

const recordsOfOwner = defineQuery({
  name: 'kernel.recordsOfOwner',
  text: `select ${COLUMNS} from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.owner_id = $1 and p.total <> 0 and ($2::smallint is null or p.kind = $2)
    order by p.id desc limit $3 offset $4`,
  params: [int8, nullable(int2), int8, int8],
  row,
});

const recordsOfAsset = defineQuery({
  name: 'kernel.recordsOfAsset',
  text: `select ${COLUMNS} from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.owner_id = $1 and p.asset = $2 and p.total <> 0 and ($3::smallint is null or p.kind = $3)
    order by p.id desc limit $4 offset $5`,
  params: [int8, text, nullable(int2), int8, int8],
  row,
});

const countRecords = defineQuery({
  name: 'kernel.countRecords',
  text: `select count(*)::int as total from ledger_postings
    where owner_id = $1 and total <> 0 and ($2::text is null or asset = $2) and ($3::smallint is null or kind = $3)`,
  params: [int8, nullable(text), nullable(int2)],
  row: { total: int4 },
});

const recordsOfKinds = defineQuery({
  name: 'kernel.recordsOfKinds',
  text: `select ${COLUMNS} from ledger_postings p join ledger_entries e on e.id = p.entry_id
    where p.owner_id = $1 and p.total <> 0 and p.kind = any($2::smallint[]) order by p.id`,
  params: [int8, arrayOf(int2)],
  row,
});

const changesSince = defineQuery({
  name: 'kernel.changesSince',
  text: `select asset, sum(total) as amount from ledger_postings
    where owner_id = $1 and total <> 0 and effective_at >= $2 group by asset`,
  params: [int8, timestamptz],
  row: { asset: text, amount },
});

export type LedgerRecord = RowOf<typeof recordsOfOwner>;

/** What comes from outside or leaves: neither gain nor loss. */
const externalKinds = [
  recordTypes.deposit,
  recordTypes.withdrawal,
  recordTypes.depositSuccess,
  recordTypes.withdrawalSuccess,
  recordTypes.withdrawalReturn,
  recordTypes.agentDeposit,
  recordTypes.agentBalanceDeduction,
  recordTypes.paperFundsGranted,
];

export async function listRecords(
  reader: Reader,
  filter: { memberId: number; asset: string | null; kind: number | null },
  page: { limit: number; offset: number },
): Promise<{ records: LedgerRecord[]; total: number }> {
  const { memberId, asset, kind } = filter;
  const [records, { total }] = await Promise.all([
    asset === null
      ? reader.many(recordsOfOwner, [memberId, kind, page.limit, page.offset])
      : reader.many(recordsOfAsset, [memberId, asset, kind, page.limit, page.offset]),
    reader.one(countRecords, [memberId, asset, kind]),
  ]);
  return { records, total };
}

/** Everything that was paid in or out from outside, oldest first. */
export function externalRecords(reader: Reader, memberId: number): Promise<LedgerRecord[]> {
  return reader.many(recordsOfKinds, [memberId, externalKinds]);
}

/** How much of each asset came or went since the moment, on balance. */
export async function changesOfMemberSince(reader: Reader, memberId: number, since: number) {
  return reader.many(changesSince, [memberId, since]);
}
