/** The second factors of a member as stored: passkeys, one authenticator, recovery codes. */
import { readCode } from '@tern/protocol/typed-text';
import type { FactorMethod } from '@tern/protocol';
import {
  arrayOf,
  bool,
  bytea,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';
import { hashSecret } from '../../platform/secret-box.ts';

const PASSKEY_COLUMNS =
  'id, credential_id, public_key, sign_count, transports, is_synced, name, last_used_at, created_at';
const passkeyRow = {
  id: int8,
  credentialId: text,
  publicKey: bytea,
  signCount: int8,
  transports: arrayOf(text),
  isSynced: bool,
  name: text,
  lastUsedAt: nullable(timestamptz),
  createdAt: timestamptz,
} as const;

const passkeysQuery = defineQuery({
  name: 'kernel.passkeysOf',
  text: `select ${PASSKEY_COLUMNS} from passkeys where member_id = $1 order by id`,
  params: [int8],
  row: passkeyRow,
});

/** A row of the same width either way: reading one takes time that a stranger can measure. */
const signedPasskeyQuery = defineQuery({
  name: 'kernel.signedPasskey',
  text: `select coalesce(p.member_id, 0) as member_id, coalesce(p.id, 0) as id, coalesce(p.public_key, $2) as public_key,
      coalesce(p.sign_count, 0) as sign_count
    from (select) as one left join passkeys p on p.credential_id = $1`,
  params: [text, bytea],
  row: { memberId: int8, id: int8, publicKey: bytea, signCount: int8 },
});

const authenticatorQuery = defineQuery({
  name: 'kernel.authenticatorOf',
  text: `select sealed_secret, last_step, last_used_at, created_at from authenticators where member_id = $1`,
  params: [int8],
  row: {
    sealedSecret: bytea,
    lastStep: int8,
    lastUsedAt: nullable(timestamptz),
    createdAt: timestamptz,
  },
});

const methodsQuery = defineQuery({
  name: 'kernel.factorMethods',
  text: `select exists (select from passkeys where member_id = $1) as has_passkey,
      exists (select from authenticators where member_id = $1) as has_totp,
      (select count(*)::int from recovery_codes where member_id = $1) as recovery_codes`,
  params: [int8],
  row: { hasPasskey: bool, hasTotp: bool, recoveryCodes: int4 },
});

const insertPasskeyQuery = defineQuery({
  name: 'kernel.insertPasskey',
  text: `insert into passkeys (member_id, credential_id, public_key, sign_count, transports, is_synced, name, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
  params: [int8, text, bytea, int8, arrayOf(text), bool, text, timestamptz],
  row: { id: int8 },
});

const usePasskeyStatement = defineStatement({
  name: 'kernel.usePasskey',
  text: `update passkeys set sign_count = $3, is_synced = $4, last_used_at = $5
    where id = $1 and member_id = $2 and (sign_count < $3 or (sign_count = 0 and $3 = 0))`,
  params: [int8, int8, int8, bool, timestamptz],
});

const renamePasskeyStatement = defineStatement({
  name: 'kernel.renamePasskey',
  text: 'update passkeys set name = $3 where id = $1 and member_id = $2',
  params: [int8, int8, text],
});

const deletePasskeyQuery = defineQuery({
  name: 'kernel.deletePasskey',
  text: 'delete from passkeys where id = $1 and member_id = $2 returning name',
  params: [int8, int8],
  row: { name: text },
});

const putAuthenticatorStatement = defineStatement({
  name: 'kernel.putAuthenticator',
  text: `insert into authenticators (member_id, sealed_secret, last_step, last_used_at, created_at)
    values ($1, $2, $3, null, $4)`,
  params: [int8, bytea, int8, timestamptz],
});

const spendStepStatement = defineStatement({
  name: 'kernel.spendAuthenticatorStep',
  text: 'update authenticators set last_step = $2, last_used_at = $3 where member_id = $1 and last_step < $2',
  params: [int8, int8, timestamptz],
});

const deleteAuthenticatorStatement = defineStatement({
  name: 'kernel.deleteAuthenticator',
  text: 'delete from authenticators where member_id = $1',
  params: [int8],
});

const insertRecoveryCodesStatement = defineStatement({
  name: 'kernel.insertRecoveryCodes',
  text: `insert into recovery_codes (member_id, code_hash) select $1, c.hash from unnest($2::text[]) as c(hash)`,
  params: [int8, arrayOf(text)],
});

const deleteRecoveryCodesStatement = defineStatement({
  name: 'kernel.deleteRecoveryCodes',
  text: 'delete from recovery_codes where member_id = $1',
  params: [int8],
});

const spendRecoveryCodeStatement = defineStatement({
  name: 'kernel.spendRecoveryCode',
  text: 'delete from recovery_codes where member_id = $1 and code_hash = $2',
  params: [int8, text],
});

const deleteSinceStatement = defineStatement({
  name: 'kernel.deleteFactorsSince',
  text: `with keys as (delete from passkeys where member_id = $1 and created_at >= $2),
      codes as (delete from recovery_codes where member_id = $1)
    delete from authenticators where member_id = $1 and created_at >= $2`,
  params: [int8, timestamptz],
});

export type Passkey = RowOf<typeof passkeysQuery>;
export type Authenticator = RowOf<typeof authenticatorQuery>;

/** Oldest first. */
export function passkeysOf(reader: Reader, memberId: number): Promise<Passkey[]> {
  return reader.many(passkeysQuery, [memberId]);
}

/**
 * The passkey with its owner, by the id that its authenticator chose. An unknown one has the public key `decoy` and belongs to
 * member 0, which nobody is.
 */
export function signedPasskey(
  reader: Reader,
  credentialId: string,
  decoy: Uint8Array,
): Promise<RowOf<typeof signedPasskeyQuery>> {
  return reader.one(signedPasskeyQuery, [credentialId, decoy]);
}

export function authenticatorOf(
  reader: Reader,
  memberId: number,
): Promise<Authenticator | undefined> {
  return reader.maybe(authenticatorQuery, [memberId]);
}

export async function recoveryCodesLeft(reader: Reader, memberId: number): Promise<number> {
  return (await reader.one(methodsQuery, [memberId])).recoveryCodes;
}

/** How the member can confirm; empty without a second factor. Recovery codes alone are none. */
export async function methodsOf(reader: Reader, memberId: number): Promise<FactorMethod[]> {
  const { hasPasskey, hasTotp, recoveryCodes } = await reader.one(methodsQuery, [memberId]);
  if (!hasPasskey && !hasTotp) return [];
  const methods: [FactorMethod, boolean][] = [
    ['passkey', hasPasskey],
    ['totp', hasTotp],
    ['recovery', recoveryCodes > 0],
  ];
  return methods.filter(([, isThere]) => isThere).map(([method]) => method);
}

/** Returns the id. @throws a unique violation of `passkeys_credential` */
export async function addPasskey(
  tx: Tx,
  passkey: { memberId: number; name: string } & Pick<
    Passkey,
    'credentialId' | 'signCount' | 'transports' | 'isSynced'
  > & { publicKey: Uint8Array },
  at: number,
): Promise<number> {
  const { memberId, credentialId, publicKey, signCount, transports, isSynced, name } = passkey;
  const { id } = await tx.one(insertPasskeyQuery, [
    memberId,
    credentialId,
    publicKey,
    signCount,
    transports,
    isSynced,
    name,
    at,
  ]);
  return id;
}

/** Records a signature; false if the counter has not grown. */
export async function spendSignature(
  tx: Tx,
  use: { id: number; memberId: number; signCount: number; isSynced: boolean },
  at: number,
): Promise<boolean> {
  const { id, memberId, signCount, isSynced } = use;
  return (await tx.run(usePasskeyStatement, [id, memberId, signCount, isSynced, at])) === 1;
}

/** False for a passkey that is absent or another member's. */
export async function renamePasskey(
  tx: Tx,
  { id, memberId, name }: { id: number; memberId: number; name: string },
): Promise<boolean> {
  return (await tx.run(renamePasskeyStatement, [id, memberId, name])) === 1;
}

/** Returns its name; undefined for a passkey that is absent or another member's. */
export async function removePasskey(
  tx: Tx,
  memberId: number,
  id: number,
): Promise<string | undefined> {
  return (await tx.maybe(deletePasskeyQuery, [id, memberId]))?.name;
}

/** Replaces the authenticator. `step` is that of its first code. Returns whether there was an earlier one. */
export async function putAuthenticator(
  tx: Tx,
  { memberId, sealed, step }: { memberId: number; sealed: Uint8Array; step: number },
  at: number,
): Promise<boolean> {
  const isReplaced = await removeAuthenticator(tx, memberId);
  await tx.run(putAuthenticatorStatement, [memberId, sealed, step, at]);
  return isReplaced;
}

/** False if there is none. */
export async function removeAuthenticator(tx: Tx, memberId: number): Promise<boolean> {
  return (await tx.run(deleteAuthenticatorStatement, [memberId])) === 1;
}

/** Uses up a time step; false if it or a later one was used before. */
export async function spendStep(
  tx: Tx,
  { memberId, step }: { memberId: number; step: number },
  at: number,
): Promise<boolean> {
  return (await tx.run(spendStepStatement, [memberId, step, at])) === 1;
}

/** Replaces all recovery codes; with none, the member has none. Only hashes are stored. */
export async function putRecoveryCodes(
  tx: Tx,
  memberId: number,
  codes: readonly string[],
): Promise<void> {
  await tx.run(deleteRecoveryCodesStatement, [memberId]);
  if (codes.length > 0) await tx.run(insertRecoveryCodesStatement, [memberId, codes.map(hashOf)]);
}

/** Uses up a recovery code for exactly one caller; false if it is wrong or used. */
export async function spendRecoveryCode(tx: Tx, memberId: number, code: string): Promise<boolean> {
  return (await tx.run(spendRecoveryCodeStatement, [memberId, hashOf(code)])) === 1;
}

/** Removes the factors added from `since` on, and all recovery codes: an intruder's, when the owner freezes the account. */
export async function removeFactorsSince(tx: Tx, memberId: number, since: number): Promise<void> {
  await tx.run(deleteSinceStatement, [memberId, since]);
}

/** Spaces, hyphens and small letters do not matter: people copy codes from paper. */
const hashOf = (code: string) => hashSecret('recovery code', readCode(code).toUpperCase());
