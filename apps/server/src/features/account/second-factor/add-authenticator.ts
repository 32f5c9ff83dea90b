/** Adds or replaces the authenticator: a secret is shown, its first code puts it into effect. */
import { lockMember, memberById } from '../../../kernel/members/members.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { authenticatorContext } from '../../../kernel/second-factor/check-proof.ts';
import { beginSetup, endSetups, trySetup } from '../../../kernel/second-factor/factor-setups.ts';
import { methodsOf, putAuthenticator } from '../../../kernel/second-factor/factors.ts';
import { newSecret, secretUri, stepOfCode } from '../../../kernel/second-factor/one-time-code.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { factorSettings } from '../../../kernel/second-factor/settings.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Caller } from '../../../platform/http/route.ts';
import { allowAdding } from './allow-change.ts';
import type { FactorDeps } from './deps.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { pauseWithdrawals, reportChange } from './report-change.ts';

/** Long enough to install an app. */
const SETUP_MS = 15 * MINUTE_MS;

/** @throws what `allowAdding` fails with */
export async function beginAuthenticator(deps: FactorDeps, call: SensitiveCall, password?: string) {
  const { database, clock, settings } = deps;
  const { caller } = call;
  const allow = await allowAdding(deps, call, password);
  const secret = newSecret();
  const sealedSecret = deps.secretBox.seal(secret, authenticatorContext(caller.memberId));
  return database.transaction(async (tx) => {
    const member = await lockMember(tx, caller.memberId);
    await allow(tx);
    const expiresAt = clock.now() + SETUP_MS;
    const tries = settings.read(factorSettings.tries);
    await beginSetup(tx, { ...caller, kind: 'totp', sealedSecret, tries, expiresAt });
    return { secret, uri: secretUri(secret, member?.email ?? ''), expiresAt };
  });
}

/** `until`: the end of the block of withdrawals, epoch ms. */
interface Added {
  recoveryCodes: string[] | null;
  until: number | undefined;
}

/**
 * Recovery codes come with the first factor. Replacing an authenticator blocks withdrawals.
 * @throws confirmation-expired, wrong-second-factor with the tries left
 */
export async function finishAuthenticator(
  deps: FactorDeps,
  caller: Caller,
  code: string,
): Promise<Added> {
  const { memberId } = caller;
  const outcome = await deps.database.transaction(async (tx) => {
    await lockMember(tx, memberId);
    const at = deps.clock.now();
    const setup = await trySetup(tx, { ...caller, kind: 'totp' }, at);
    if (setup === undefined || setup.sealedSecret === null)
      throw new Refusal('confirmation-expired');
    const sealed = setup.sealedSecret;
    const secret = deps.secretBox.open(sealed, authenticatorContext(memberId));
    const step = stepOfCode(secret, code, at);
    if (step === undefined) return { triesLeft: setup.triesLeft };
    await endSetups(tx, memberId);
    const isFirst = (await methodsOf(tx, memberId)).length === 0;
    const isReplaced = await putAuthenticator(tx, { memberId, sealed, step }, at);
    const until = await report(tx, deps, { memberId, isReplaced, at });
    const recoveryCodes = isFirst ? await makeRecoveryCodes(tx, deps, memberId) : null;
    return { recoveryCodes, until };
  });
  if ('triesLeft' in outcome)
    throw new Refusal('wrong-second-factor', { fields: ['code'], data: outcome });
  wakeDelivery(deps.bus);
  return outcome;
}

async function report(
  tx: Tx,
  deps: FactorDeps,
  { memberId, isReplaced, at }: { memberId: number; isReplaced: boolean; at: number },
): Promise<number | undefined> {
  const member = await memberById(tx, memberId);
  if (member === undefined) throw new Error(`no member ${memberId} behind a session`);
  if (!isReplaced) {
    const kind = 'security.authenticatorAdded' as const;
    const change = { member, kind, values: {}, alert: 'factorAdded' as const };
    await reportChange(tx, deps, { change, at });
    return undefined;
  }
  const { until, untilText } = await pauseWithdrawals(tx, deps, { memberId, at });
  const kind = 'security.authenticatorReplaced' as const;
  const values = { until: untilText };
  const change = { member, kind, values, alert: 'factorReplaced' as const, until };
  await reportChange(tx, deps, { change, at });
  return until;
}
