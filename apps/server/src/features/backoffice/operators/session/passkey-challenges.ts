/** What an operator's passkey signs at a login, after the password or the provider was right; and the check of its signature. */
import type { InputOf } from '@tern/protocol';
import type { operatorSessionCalls } from '@tern/protocol/operator';
import { isSealed } from '../../../../kernel/operators/act-seal.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type {
  AssertionOptions,
  PasskeyCeremony,
} from '../../../../kernel/second-factor/passkey-ceremony.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../../platform/durations.ts';
import type { Random } from '../../../../platform/random.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import {
  type OperatorPasskey,
  passkeysOf,
  putChallenge,
  takeChallenge,
  usePasskey,
} from '../store-passkeys.ts';

export interface PasskeyLoginDeps {
  database: Database;
  clock: Clock;
  random: Random;
  secretBox: SecretBox;
  passkeys: PasskeyCeremony;
}

export interface PasskeyOffer {
  loginId: string;
  options: AssertionOptions;
  /** Epoch ms. */
  expiresAt: number;
}

export type SignedOffer = Pick<
  InputOf<typeof operatorSessionCalls.loginWithPasskey>,
  'loginId' | 'assertion'
>;

const OFFER_MS = 5 * MINUTE_MS;
const ID_BYTES = 24;

const hashOf = (loginId: string) => hashSecret('operator passkey login', loginId);

/** What the seal of a passkey says. A row of the database alone, or another operator's, signs nothing. */
export const passkeyText = (
  operatorId: number,
  passkey: { credentialId: string; publicKey: Uint8Array },
): string => {
  const key = Buffer.from(passkey.publicKey).toString('base64');
  return `operator passkey\n${operatorId}\n${passkey.credentialId}\n${key}`;
};

/** Those that this deployment has sealed, oldest first. */
export async function ownPasskeys(
  reader: Reader,
  box: SecretBox,
  operatorId: number,
): Promise<OperatorPasskey[]> {
  const rows = await reader.many(passkeysOf, [operatorId]);
  return rows.filter((row) => isSealed(box, passkeyText(operatorId, row), row.seal));
}

/** Undefined without a passkey, or at an address where there are none. `isThroughProvider`: not the password was right, but the provider. */
export async function offerPasskeys(
  deps: PasskeyLoginDeps,
  operatorId: number,
  { isThroughProvider }: { isThroughProvider: boolean },
): Promise<PasskeyOffer | undefined> {
  const { database, passkeys } = deps;
  const own = await ownPasskeys(database, deps.secretBox, operatorId);
  if (own.length === 0 || !passkeys.isAvailable) return undefined;
  const loginId = deps.random.token(ID_BYTES);
  const options = await passkeys.assertionOptions(own, OFFER_MS);
  const expiresAt = deps.clock.now() + OFFER_MS;
  const row = [operatorId, 'login', hashOf(loginId), options.challenge, expiresAt] as const;
  await database.transaction((tx) => tx.run(putChallenge, [...row, isThroughProvider]));
  return { loginId, options, expiresAt };
}

/** Uses the offer up. @throws confirmation-expired for one that is unknown, used or expired */
export async function takeOffer(
  { database, clock }: PasskeyLoginDeps,
  loginId: string,
): Promise<{ operatorId: number; challenge: string; isThroughProvider: boolean }> {
  const taken = await database.transaction((tx) =>
    tx.maybe(takeChallenge, ['login', hashOf(loginId)]),
  );
  if (taken === undefined || taken.expiresAt <= clock.now())
    throw new Refusal('confirmation-expired');
  return taken;
}

/** Whether a passkey of the operator has signed the challenge, with a counter that has grown. */
export async function isSignedBy(
  deps: PasskeyLoginDeps,
  tx: Tx,
  given: { operatorId: number; challenge: string; assertion: SignedOffer['assertion'] },
): Promise<boolean> {
  const { operatorId, challenge, assertion } = given;
  const own = await ownPasskeys(tx, deps.secretBox, operatorId);
  const passkey = own.find(({ credentialId }) => credentialId === assertion.id);
  if (passkey === undefined) return false;
  const signature = { assertion, challenge, ownerId: operatorId };
  const signed = await deps.passkeys.verifyAssertion(passkey, signature);
  if (signed === undefined) return false;
  const { signCount, isSynced } = signed;
  return (await tx.run(usePasskey, [passkey.id, signCount, isSynced, deps.clock.now()])) === 1;
}
