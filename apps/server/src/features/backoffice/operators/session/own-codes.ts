/** An operator's one-time codes and recovery codes: sealed, opened and used, each once. */
import { type Operator, spendTotpStep } from '../../../../kernel/operators/operators.ts';
import { stepOfCode } from '../../../../kernel/second-factor/one-time-code.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import { hashSecret, type SecretBox } from '../../../../platform/secret-box.ts';
import { takeRecoveryCode } from '../store-sessions.ts';
import type { SignInMethod } from './sessions.ts';

export interface CodeDeps {
  clock: Clock;
  secretBox: SecretBox;
}

const contextOf = (operatorId: number) => `operator totp ${operatorId}`;

/** Upper and lower case, blanks and hyphens make no difference. */
export const recoveryHash = (code: string): string =>
  hashSecret('operator recovery', code.replaceAll(/[\s-]/g, '').toUpperCase());

/** Encrypts the secret for exactly this operator. */
export function sealSecret(box: SecretBox, operatorId: number, secret: string): Uint8Array {
  return box.seal(secret, contextOf(operatorId));
}

/** @throws Error when it was sealed with another key or for another operator */
export function openSealed(box: SecretBox, operatorId: number, sealed: Uint8Array): string {
  return box.open(sealed, contextOf(operatorId));
}

/** Undefined when it was sealed with a key that this deployment no longer has: then only recovery codes work. */
export function openSecret(
  box: SecretBox,
  { id, sealedTotp }: Pick<Operator, 'id' | 'sealedTotp'>,
): string | undefined {
  if (sealedTotp === null) return undefined;
  try {
    return openSealed(box, id, sealedTotp);
  } catch {
    return undefined;
  }
}

/** Uses up a one-time code or a recovery code, and returns which it was; undefined for a wrong or used one. */
export async function spendCode(
  { clock, secretBox }: CodeDeps,
  tx: Tx,
  { operator, code }: { operator: Operator; code: string },
): Promise<SignInMethod | undefined> {
  const secret = openSecret(secretBox, operator);
  const step = secret === undefined ? undefined : stepOfCode(secret, code, clock.now());
  if (step !== undefined) return (await spendTotpStep(tx, operator.id, step)) ? 'code' : undefined;
  const used = await tx.run(takeRecoveryCode, [operator.id, recoveryHash(code)]);
  return used === 1 ? 'recovery' : undefined;
}
