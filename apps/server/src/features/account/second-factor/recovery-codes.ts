/** Recovery codes: ten, shown once, each usable once in place of another factor. */
import { lockMember } from '../../../kernel/members/members.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { methodsOf, putRecoveryCodes } from '../../../kernel/second-factor/factors.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Random } from '../../../platform/random.ts';
import { CODE_ALPHABET } from '../auth/index.ts';
import type { FactorDeps } from './deps.ts';
import { reportChange } from './report-change.ts';

const CODES = 10;
/** 79 random bits. */
const LENGTH = 16;

/** Replaces all codes of the member and returns the new ones, in groups of four. */
export async function makeRecoveryCodes(
  tx: Tx,
  { random }: { random: Random },
  memberId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => random.text(LENGTH, CODE_ALPHABET));
  await putRecoveryCodes(tx, memberId, codes);
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** @throws not-available without a factor, second-factor-required, confirmation-expired */
export async function replaceRecoveryCodes(
  deps: FactorDeps,
  call: SensitiveCall,
): Promise<string[]> {
  const { database, clock } = deps;
  const { memberId } = call.caller;
  if ((await methodsOf(database, memberId)).length === 0) throw new Refusal('not-available');
  const confirm = await deps.confirmations.require(call);
  const codes = await database.transaction(async (tx) => {
    const at = clock.now();
    const member = await lockMember(tx, memberId);
    await confirm(tx);
    if (member === undefined) throw new Refusal('not-available');
    const kind = 'security.recoveryCodesMade' as const;
    const change = { member, kind, values: {}, alert: 'recoveryCodesMade' as const };
    await reportChange(tx, deps, { change, at });
    return makeRecoveryCodes(tx, deps, memberId);
  });
  wakeDelivery(deps.bus);
  return codes;
}
