/** The SQL of operators' passkeys and of the challenges that they sign. */
import {
  arrayOf,
  bool,
  bytea,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../../platform/database/columns.ts';
import { defineQuery, defineStatement, type RowOf } from '../../../platform/database/query.ts';
import { defineTable } from '../../../platform/database/table.ts';

const passkeys = defineTable('operator_passkeys', {
  id: int8,
  operatorId: int8,
  credentialId: text,
  publicKey: bytea,
  signCount: int8,
  transports: arrayOf(text),
  isSynced: bool,
  name: text,
  lastUsedAt: nullable(timestamptz),
  createdAt: timestamptz,
  seal: bytea,
});

/** What is written of a key, waiting or agreed. */
const KEY_FIELDS = [
  'operatorId',
  'credentialId',
  'publicKey',
  'signCount',
  'transports',
  'isSynced',
  'name',
  'createdAt',
  'seal',
] as const;

/** Oldest first. */
export const passkeysOf = passkeys.select(
  'operators.passkeysOf',
  'where operator_id = $1 order by id',
  [int8],
);

export type OperatorPasskey = RowOf<typeof passkeysOf>;

/** @throws a unique violation of `operator_passkeys_credential` */
export const insertPasskey = passkeys.insert('operators.insertPasskey', KEY_FIELDS);

/** Changes no row when the counter has not grown, or the passkey was removed meanwhile. */
export const usePasskey = defineStatement({
  name: 'operators.usePasskey',
  text: `update operator_passkeys set sign_count = $2, is_synced = $3, last_used_at = $4
    where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
  params: [int8, int8, bool, timestamptz],
});

export const deletePasskey = defineStatement({
  name: 'operators.deletePasskey',
  text: 'delete from operator_passkeys where operator_id = $1 and id = $2',
  params: [int8, int8],
});

const requests = defineTable('operator_passkey_requests', {
  id: int8,
  operatorId: int8,
  credentialId: text,
  publicKey: bytea,
  signCount: int8,
  transports: arrayOf(text),
  isSynced: bool,
  name: text,
  createdAt: timestamptz,
  seal: bytea,
});

/** Oldest first. */
export const waitingPasskeysOf = requests.select(
  'operators.waitingPasskeysOf',
  `where operator_id = $1 and state = 'waiting' order by id`,
  [int8],
);
export const passkeyRequestById = requests.select('operators.passkeyRequestById', 'where id = $1', [
  int8,
]);
export type PasskeyRequest = RowOf<typeof passkeyRequestById>;

/** @throws a unique violation of `operator_passkey_requests_waiting` */
export const insertPasskeyRequest = requests.insertReturning(
  'operators.insertPasskeyRequest',
  KEY_FIELDS,
);

/** `agreed`, `refused` or `withdrawn`. */
export const endPasskeyRequest = defineStatement({
  name: 'operators.endPasskeyRequest',
  text: `update operator_passkey_requests set state = $2, ended_at = $3 where id = $1 and state = 'waiting'`,
  params: [int8, text, timestamptz],
});

export const credentialKnown = defineQuery({
  name: 'operators.credentialKnown',
  text: 'select exists (select 1 from operator_passkeys where credential_id = $1) as is_known',
  params: [text],
  row: { isKnown: bool },
});

export const deletePasskeys = defineStatement({
  name: 'operators.deletePasskeys',
  text: 'delete from operator_passkeys where operator_id = $1',
  params: [int8],
});

/** One for each purpose; a new one replaces the last. */
export const putChallenge = defineStatement({
  name: 'operators.putPasskeyChallenge',
  text: `insert into operator_passkey_challenges (operator_id, purpose, id_hash, challenge, expires_at, is_through_provider)
    values ($1, $2, $3, $4, $5, $6)
    on conflict (operator_id, purpose) do update set id_hash = excluded.id_hash, challenge = excluded.challenge,
      expires_at = excluded.expires_at, is_through_provider = excluded.is_through_provider`,
  params: [int8, text, text, text, timestamptz, bool],
});

export const deleteChallenges = defineStatement({
  name: 'operators.deletePasskeyChallenges',
  text: 'delete from operator_passkey_challenges where operator_id = $1',
  params: [int8],
});

/** Returns the row to exactly one caller. */
export const takeChallenge = defineQuery({
  name: 'operators.takePasskeyChallenge',
  text: `delete from operator_passkey_challenges where purpose = $1 and id_hash = $2
    returning operator_id, challenge, expires_at, is_through_provider`,
  params: [text, text],
  row: { operatorId: int8, challenge: text, expiresAt: timestamptz, isThroughProvider: bool },
});
