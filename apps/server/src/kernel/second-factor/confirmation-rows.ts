/** The rows of confirmations: opened by a refused call or a login, confirmed by a proof, deleted by their use. */
import { int4, int8, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineStatement } from '../../platform/database/query.ts';
import { defineTable } from '../../platform/database/table.ts';

const callConfirmations = defineTable('call_confirmations', {
  idHash: text,
  memberId: int8,
  sessionId: nullable(int8),
  binding: text,
  challenge: text,
  triesLeft: int4,
  expiresAt: timestamptz,
});

export const insertConfirmation = callConfirmations.insert('kernel.insertCallConfirmation', [
  'idHash',
  'memberId',
  'sessionId',
  'binding',
  'challenge',
  'triesLeft',
  'expiresAt',
]);

/** `$2` is null for a login, which has no session. */
export const openConfirmation = callConfirmations
  .pick('memberId', 'binding', 'challenge', 'expiresAt')
  .select(
    'kernel.openCallConfirmation',
    'where id_hash = $1 and session_id is not distinct from $2::bigint and confirmed_at is null and expires_at > $3',
    [text, nullable(int8), timestamptz],
  );

/** Costs a try before the proof is checked; no row when none is left or it was confirmed meanwhile. */
export const takeTry = callConfirmations.pick('triesLeft').update(
  'kernel.tryCallConfirmation',
  `tries_left = tries_left - 1
    where id_hash = $1 and tries_left > 0 and confirmed_at is null and expires_at > $2`,
  [text, timestamptz],
);

export const markConfirmed = defineStatement({
  name: 'kernel.markCallConfirmed',
  text: 'update call_confirmations set confirmed_at = $2 where id_hash = $1',
  params: [text, timestamptz],
});

export const deleteLogin = defineStatement({
  name: 'kernel.deleteLoginConfirmation',
  text: 'delete from call_confirmations where id_hash = $1 and session_id is null',
  params: [text],
});

/** Confirmed, and bound to this member, session, call and input. */
const CONFIRMED = `id_hash = $1 and member_id = $2 and session_id = $3 and binding = $4
  and confirmed_at is not null and expires_at > $5`;
const boundTo = [text, int8, int8, text, timestamptz] as const;

export const confirmedCall = callConfirmations
  .pick('memberId')
  .select('kernel.confirmedCall', `where ${CONFIRMED}`, boundTo);

/** For exactly one caller. */
export const useConfirmation = defineStatement({
  name: 'kernel.useCallConfirmation',
  text: `delete from call_confirmations where ${CONFIRMED}`,
  params: boundTo,
});

const pruneConfirmationRows = defineStatement({
  name: 'kernel.pruneCallConfirmations',
  text: `with setups as (delete from factor_setups where expires_at < $1),
      logins as (delete from passkey_logins where expires_at < $1)
    delete from call_confirmations where expires_at < $1`,
  params: [timestamptz],
});

/** Deletes expired confirmations, setups of factors and logins with a passkey. Returns how many confirmations. */
export function pruneConfirmations(tx: Tx, before: number): Promise<number> {
  return tx.run(pruneConfirmationRows, [before]);
}
