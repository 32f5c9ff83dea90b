/** Adds a passkey: the browser receives options, creates a key pair and returns its public key. */
import { lockMember } from '../../../kernel/members/members.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readVisible } from '../../../kernel/requests/visible-text.ts';
import { beginSetup, endSetups, trySetup } from '../../../kernel/second-factor/factor-setups.ts';
import { addPasskey, methodsOf, passkeysOf } from '../../../kernel/second-factor/factors.ts';
import type { NewCredential } from '../../../kernel/second-factor/passkey-ceremony.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { factorSettings } from '../../../kernel/second-factor/settings.ts';
import { isUniqueViolation } from '../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { ownData } from '../profile/index.ts';
import { allowAdding } from './allow-change.ts';
import type { FactorDeps } from './deps.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { reportChange } from './report-change.ts';

const SETUP_MS = 5 * MINUTE_MS;

type Credential = Parameters<FactorDeps['passkeys']['verifyAttestation']>[0]['credential'];

/** @throws not-available at an address without a domain name, limit-reached, what `allowAdding` fails with */
export async function beginPasskey(deps: FactorDeps, call: SensitiveCall, password?: string) {
  const { database, clock, settings } = deps;
  const { caller } = call;
  if (!deps.passkeys.isAvailable) throw new Refusal('not-available');
  await assertRoom(database, deps, caller.memberId);
  const allow = await allowAdding(deps, call, password);
  const { email } = await ownData(database, caller.memberId);
  return database.transaction(async (tx) => {
    await lockMember(tx, caller.memberId);
    await allow(tx);
    const passkeys = await passkeysOf(tx, caller.memberId);
    const owner = { id: caller.memberId, name: email, passkeys };
    const options = await deps.passkeys.attestationOptions(owner, SETUP_MS);
    const expiresAt = clock.now() + SETUP_MS;
    const tries = settings.read(factorSettings.tries);
    const { challenge } = options;
    await beginSetup(tx, { ...caller, kind: 'passkey', challenge, tries, expiresAt });
    return { options, expiresAt };
  });
}

/**
 * Returns the id of the passkey. Recovery codes come with the first factor.
 * @throws confirmation-expired, wrong-second-factor for another challenge, origin or domain, or without user verification;
 * limit-reached, already-exists, invalid-request (name)
 */
export async function finishPasskey(
  deps: FactorDeps,
  caller: Caller,
  given: { name: string; credential: Credential },
): Promise<{ id: number; recoveryCodes: string[] | null }> {
  const { memberId } = caller;
  const name = readVisible(given.name, 'name');
  const outcome = await deps.database.transaction(async (tx) => {
    const member = await lockMember(tx, memberId);
    const at = deps.clock.now();
    const setup = await trySetup(tx, { ...caller, kind: 'passkey' }, at);
    if (setup === undefined || setup.challenge === null || member === undefined)
      throw new Refusal('confirmation-expired');
    const { challenge, triesLeft } = setup;
    const { credential } = given;
    const verified = await deps.passkeys.verifyAttestation({ credential, challenge });
    if (verified === undefined) return { triesLeft };
    await endSetups(tx, memberId);
    await assertRoom(tx, deps, memberId);
    const isFirst = (await methodsOf(tx, memberId)).length === 0;
    const id = await insert(tx, { ...verified, memberId, name }, at);
    const kind = 'security.passkeyAdded' as const;
    const change = { member, kind, values: { name }, alert: 'factorAdded' as const };
    await reportChange(tx, deps, { change, at });
    return { id, recoveryCodes: isFirst ? await makeRecoveryCodes(tx, deps, memberId) : null };
  });
  if ('triesLeft' in outcome)
    throw new Refusal('wrong-second-factor', { fields: ['credential'], data: outcome });
  wakeDelivery(deps.bus);
  return outcome;
}

/** @throws limit-reached */
async function assertRoom(reader: Reader, { settings }: FactorDeps, memberId: number) {
  const max = settings.read(factorSettings.passkeysMax);
  if ((await passkeysOf(reader, memberId)).length >= max)
    throw new Refusal('limit-reached', { text: 'factor.tooMany', values: { max } });
}

/** @throws already-exists */
async function insert(
  tx: Tx,
  passkey: NewCredential & { memberId: number; name: string },
  at: number,
): Promise<number> {
  try {
    return await addPasskey(tx, passkey, at);
  } catch (error) {
    if (!isUniqueViolation(error, 'passkeys_credential')) throw error;
    throw new Refusal('already-exists', { fields: ['credential'], text: 'factor.known' });
  }
}
