/** The SQL of declarations of lost keys. */
import {
  bytea,
  int2,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';

const LOSS = `l.key_id, l.proposed_by, l.proposed_reason, l.proposed_at, l.declared_by, l.declared_at,
  l.entry_index, e.entry`;
const FROM = 'public_log_losses l left join public_log_entries e on e.index = l.entry_index';
const lossRow = {
  keyId: int2,
  proposedBy: int8,
  proposedReason: text,
  proposedAt: timestamptz,
  declaredBy: nullable(int8),
  declaredAt: nullable(timestamptz),
  entryIndex: nullable(int8),
  entry: nullable(bytea),
} as const;

const allLosses = defineQuery({
  name: 'public-log.losses',
  text: `select ${LOSS} from ${FROM} order by l.key_id`,
  params: [],
  row: lossRow,
});
export type LossRow = RowOf<typeof allLosses>;

/** Proposed and declared ones, by key. */
export const listLosses = (reader: Reader): Promise<LossRow[]> => reader.many(allLosses, []);

const insertLossStatement = defineStatement({
  name: 'public-log.proposeLoss',
  text: `insert into public_log_losses (key_id, proposed_by, proposed_reason, proposed_at)
    values ($1, $2, $3, $4) on conflict do nothing`,
  params: [int2, int8, text, timestamptz],
});

/** By the operator, at the time in epoch milliseconds. */
interface Act {
  readonly keyId: number;
  readonly operatorId: number;
  readonly reason: string;
  readonly at: number;
}

/** Returns false when there is a proposal for this key. */
export async function insertLoss(tx: Tx, act: Act): Promise<boolean> {
  const { keyId, operatorId, reason, at } = act;
  return (await tx.run(insertLossStatement, [keyId, operatorId, reason, at])) === 1;
}

const declareLossStatement = defineStatement({
  name: 'public-log.declareLoss',
  text: `update public_log_losses set declared_by = $2, declared_reason = $3, declared_at = $4, entry_index = $5
    where key_id = $1 and entry_index is null`,
  params: [int2, int8, text, timestamptz, int8],
});

/** Returns false when it was declared already. */
export async function updateLoss(tx: Tx, act: Act, index: number): Promise<boolean> {
  const { keyId, operatorId, reason, at } = act;
  return (await tx.run(declareLossStatement, [keyId, operatorId, reason, at, index])) === 1;
}
