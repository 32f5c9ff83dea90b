/** Checks one proof of a second factor and uses it up: a signature, a time step or a recovery code. */
import type { InputOf, secondFactorCalls } from '@tern/protocol';
import type { Tx } from '../../platform/database/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import {
  authenticatorOf,
  passkeysOf,
  spendRecoveryCode,
  spendSignature,
  spendStep,
} from './factors.ts';
import { stepOfCode } from './one-time-code.ts';
import type { PasskeyCeremony } from './passkey-ceremony.ts';

export type Proof = InputOf<typeof secondFactorCalls.confirm>;

interface ProofDeps {
  secretBox: SecretBox;
  passkeys: PasskeyCeremony;
}

interface Given {
  memberId: number;
  proof: Pick<Proof, 'method' | 'code' | 'assertion'>;
  /** That the passkey was to sign. */
  challenge: string;
  at: number;
}

/** Encrypts an authenticator's secret for exactly this member. */
export const authenticatorContext = (memberId: number) => `member totp ${memberId}`;

/** False if it is wrong, was used before, or its factor is absent. Call with the member locked. */
export async function checkProof(tx: Tx, deps: ProofDeps, given: Given): Promise<boolean> {
  const { memberId, proof } = given;
  if (proof.method === 'passkey') return checkAssertion(tx, deps, given);
  if (proof.code === undefined) return false;
  if (proof.method === 'recovery') return spendRecoveryCode(tx, memberId, proof.code);
  return checkCode(tx, deps, given);
}

async function checkAssertion(tx: Tx, deps: ProofDeps, given: Given): Promise<boolean> {
  const { memberId, proof, challenge, at } = given;
  const { assertion } = proof;
  const passkeys = await passkeysOf(tx, memberId);
  const passkey = passkeys.find(({ credentialId }) => credentialId === assertion?.id);
  if (assertion === undefined || passkey === undefined) return false;
  const signed = await deps.passkeys.verifyAssertion(passkey, {
    assertion,
    challenge,
    ownerId: memberId,
  });
  return signed !== undefined && spendSignature(tx, { id: passkey.id, memberId, ...signed }, at);
}

async function checkCode(tx: Tx, deps: ProofDeps, given: Given): Promise<boolean> {
  const { memberId, proof, at } = given;
  const authenticator = await authenticatorOf(tx, memberId);
  if (authenticator === undefined) return false;
  const secret = openSecret(deps.secretBox, memberId, authenticator.sealedSecret);
  const step = secret === undefined ? undefined : stepOfCode(secret, proof.code ?? '', at);
  return step !== undefined && spendStep(tx, { memberId, step }, at);
}

/** Undefined when it was sealed with a key that this deployment no longer has: then only other factors work. */
function openSecret(box: SecretBox, memberId: number, sealed: Uint8Array): string | undefined {
  try {
    return box.open(sealed, authenticatorContext(memberId));
  } catch {
    return undefined;
  }
}
