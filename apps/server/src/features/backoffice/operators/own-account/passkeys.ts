/**
 * An operator's own passkeys and security keys: listed, added and removed, each change with a code. A new one works once a second person has
 * agreed to it (ADR 23).
 */
import type { InputOf } from '@tern/protocol';
import type { operatorOwnCalls } from '@tern/protocol/operator';
import { sealWith } from '../../../../kernel/operators/act-seal.ts';
import { logAct, operatorSubject } from '../../../../kernel/operators/audit-log.ts';
import { lockOperator } from '../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../../kernel/requests/visible-text.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../kernel/review/reviews.ts';
import type { NewCredential } from '../../../../kernel/second-factor/passkey-ceremony.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import { hashSecret } from '../../../../platform/secret-box.ts';
import { ownPasskeys, passkeyText, type PasskeyLoginDeps } from '../session/passkey-challenges.ts';
import {
  credentialKnown,
  deletePasskey,
  endPasskeyRequest,
  insertPasskeyRequest,
  putChallenge,
  takeChallenge,
  waitingPasskeysOf,
} from '../store-passkeys.ts';
import { ownOperator } from './own-operator.ts';
import { OPERATOR_KEY } from './passkey-kind.ts';
import { type ConfirmingDeps, type OwnCaller, withCode } from './with-code.ts';

export interface PasskeyDeps extends PasskeyLoginDeps, ConfirmingDeps {
  reviews: Reviews;
}

const PASSKEYS_MAX = 10;
const SETUP_MS = 5 * MINUTE_MS;

const setupHash = (sessionId: number) => hashSecret('operator passkey', String(sessionId));

/** Without keys. */
export async function passkeysOut(deps: PasskeyDeps, operatorId: number) {
  const own = await ownPasskeys(deps.database, deps.secretBox, operatorId);
  const waiting = await deps.database.many(waitingPasskeysOf, [operatorId]);
  return {
    waitingPasskeys: waiting.map(({ id, createdAt, name }) => ({
      ID: id,
      CreatedAt: isoTime(createdAt),
      name,
    })),
    passkeys: own.map(({ id, createdAt, name, lastUsedAt, isSynced }) => ({
      ID: id,
      CreatedAt: isoTime(createdAt),
      name,
      lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
      synced: isSynced,
    })),
    passkeysMax: PASSKEYS_MAX,
    passkeysAvailable: deps.passkeys.isAvailable,
  };
}

/** @throws not-available at an address without a domain name, limit-reached, what `withCode` fails with */
export async function beginPasskey(
  deps: PasskeyDeps,
  { actor, sessionId }: OwnCaller,
  code: string,
) {
  if (!deps.passkeys.isAvailable) throw new Refusal('not-available');
  const { operatorId } = actor;
  return withCode(deps, { actor, code }, async (tx) => {
    const passkeys = await assertRoom(tx, deps, operatorId);
    const { login: name } = await ownOperator(tx, operatorId);
    const owner = { id: operatorId, name, passkeys };
    const options = await deps.passkeys.attestationOptions(owner, SETUP_MS);
    const expiresAt = deps.clock.now() + SETUP_MS;
    const { challenge } = options;
    const row = [operatorId, 'add', setupHash(sessionId), challenge, expiresAt] as const;
    await tx.run(putChallenge, [...row, false]);
    return { options, expiresAt };
  });
}

/**
 * The key waits for a second person. The challenge is used up, right or wrong, and only in the session that began.
 * @throws confirmation-expired, wrong-second-factor for another challenge, origin or domain, or without user verification;
 * limit-reached, already-exists, invalid-request (name)
 */
export async function finishPasskey(
  deps: PasskeyDeps,
  { actor, sessionId }: OwnCaller,
  given: InputOf<typeof operatorOwnCalls.finishPasskey>,
): Promise<void> {
  const { database, clock } = deps;
  const { operatorId } = actor;
  const name = readVisible(given.name, 'name');
  const setup = await database.transaction((tx) =>
    tx.maybe(takeChallenge, ['add', setupHash(sessionId)]),
  );
  if (setup === undefined || setup.expiresAt <= clock.now())
    throw new Refusal('confirmation-expired');
  const { challenge } = setup;
  const verified = await deps.passkeys.verifyAttestation({
    credential: given.credential,
    challenge,
  });
  if (verified === undefined) throw new Refusal('wrong-second-factor', { fields: ['credential'] });
  await database.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    await assertRoom(tx, deps, operatorId);
    const at = clock.now();
    const id = await insertRequest(tx, deps, { ...verified, operatorId, name, createdAt: at });
    const entry = {
      actor,
      action: 'passkey.add' as const,
      subject: operatorSubject(actor.operatorId),
    };
    await logAct(tx, { ...entry, detail: { name } }, at);
    await deps.reviews.open(tx, {
      kind: OPERATOR_KEY,
      subjectId: id,
      memberId: null,
      proposal: { operatorId, note: '' },
    });
  });
  deps.reviews.announce();
}

/** Withdraws a key that waits for a second person. @throws not-found, already-decided */
export async function withdrawPasskey(
  { database, clock, reviews }: PasskeyDeps,
  actor: Reviewer,
  id: number,
): Promise<void> {
  const { operatorId } = actor;
  await database.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    const waiting = await tx.many(waitingPasskeysOf, [operatorId]);
    const found = waiting.find((request) => request.id === id);
    if (found === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    const at = clock.now();
    await reviews.cancel(tx, { kind: OPERATOR_KEY, subjectId: id });
    await tx.run(endPasskeyRequest, [id, 'withdrawn', at]);
    const entry = {
      actor,
      action: 'passkey.withdraw' as const,
      subject: operatorSubject(operatorId),
    };
    await logAct(tx, { ...entry, detail: { name: found.name } }, at);
  });
  reviews.announce();
}

/** @throws not-found, check-failed for the last one, what `withCode` fails with */
export async function removePasskey(
  deps: PasskeyDeps,
  actor: Reviewer,
  { id, code }: { id: number; code: string },
): Promise<void> {
  const { operatorId } = actor;
  const find = async (reader: Reader) => {
    const own = await ownPasskeys(reader, deps.secretBox, operatorId);
    const found = own.find((passkey) => passkey.id === id);
    if (found === undefined) throw new Refusal('not-found', { fields: ['ID'] });
    if (own.length === 1) throw new Refusal('check-failed');
    return found;
  };
  await find(deps.database);
  await withCode(deps, { actor, code }, async (tx) => {
    const { name } = await find(tx);
    await tx.run(deletePasskey, [operatorId, id]);
    const entry = {
      actor,
      action: 'passkey.remove' as const,
      subject: operatorSubject(actor.operatorId),
    };
    await logAct(tx, { ...entry, detail: { name } }, deps.clock.now());
  });
}

/** Those there are, and those that wait. @throws limit-reached */
async function assertRoom(reader: Reader, { secretBox }: PasskeyDeps, operatorId: number) {
  const own = await ownPasskeys(reader, secretBox, operatorId);
  const all = [...own, ...(await reader.many(waitingPasskeysOf, [operatorId]))];
  if (all.length >= PASSKEYS_MAX)
    throw new Refusal('limit-reached', { text: 'factor.tooMany', values: { max: PASSKEYS_MAX } });
  return all;
}

/** Returns its id. @throws already-exists */
async function insertRequest(
  tx: Tx,
  { secretBox }: PasskeyDeps,
  passkey: NewCredential & { operatorId: number; name: string; createdAt: number },
): Promise<number> {
  const seal = sealWith(secretBox)(passkeyText(passkey.operatorId, passkey));
  const known = new Refusal('already-exists', { fields: ['credential'], text: 'factor.known' });
  if ((await tx.one(credentialKnown, [passkey.credentialId])).isKnown) throw known;
  try {
    return (await insertPasskeyRequest(tx, { ...passkey, seal })).id;
  } catch (error) {
    throw isUniqueViolation(error, 'operator_passkey_requests_waiting') ? known : error;
  }
}
