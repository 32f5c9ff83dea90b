/** Takes a factor away: confirmed by a factor, reported on every channel, withdrawals wait a day. */
import { lockMember, type Member } from '../../../kernel/members/members.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import {
  authenticatorOf,
  methodsOf,
  passkeysOf,
  putRecoveryCodes,
  removeAuthenticator,
  removePasskey,
} from '../../../kernel/second-factor/factors.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { FactorDeps } from './deps.ts';
import { type FactorChange, pauseWithdrawals, reportChange } from './report-change.ts';

/** Returns the end of the block of withdrawals, epoch ms. @throws not-found, second-factor-required */
export async function dropPasskey(
  deps: FactorDeps,
  call: SensitiveCall,
  id: number,
): Promise<number> {
  const { memberId } = call.caller;
  const own = await passkeysOf(deps.database, memberId);
  if (!own.some((passkey) => passkey.id === id)) throw new Refusal('not-found');
  return drop(deps, call, async (tx, { member, until, untilText: text }) => {
    const name = await removePasskey(tx, memberId, id);
    if (name === undefined) throw new Refusal('not-found');
    const values = { name, until: text };
    return { member, kind: 'security.passkeyRemoved', values, alert: 'factorRemoved', until };
  });
}

/** Returns the end of the block of withdrawals, epoch ms. @throws not-found, second-factor-required */
export async function dropAuthenticator(deps: FactorDeps, call: SensitiveCall): Promise<number> {
  const { memberId } = call.caller;
  if ((await authenticatorOf(deps.database, memberId)) === undefined)
    throw new Refusal('not-found');
  return drop(deps, call, async (tx, { member, until, untilText: text }) => {
    if (!(await removeAuthenticator(tx, memberId))) throw new Refusal('not-found');
    const values = { until: text };
    return { member, kind: 'security.authenticatorRemoved', values, alert: 'factorRemoved', until };
  });
}

type Removal =
  | FactorChange<'security.passkeyRemoved'>
  | FactorChange<'security.authenticatorRemoved'>;

/** Recovery codes alone are no factor: they go with the last one. */
async function drop(
  deps: FactorDeps,
  call: SensitiveCall,
  remove: (tx: Tx, at: { member: Member; until: number; untilText: string }) => Promise<Removal>,
): Promise<number> {
  const { memberId } = call.caller;
  const confirm = await deps.confirmations.require(call);
  const until = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const member = await lockMember(tx, memberId);
    if (member === undefined) throw new Refusal('not-found');
    await confirm(tx);
    const pause = await pauseWithdrawals(tx, deps, { memberId, at });
    const change = await remove(tx, { member, ...pause });
    if ((await methodsOf(tx, memberId)).length === 0) await putRecoveryCodes(tx, memberId, []);
    await reportChange(tx, deps, { change, at });
    return pause.until;
  });
  wakeDelivery(deps.bus);
  return until;
}
