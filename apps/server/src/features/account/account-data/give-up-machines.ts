/** Gives up what keeps an account open until its end: machines in term (ADR 48). */
import { formatDecimal } from '@tern/money';
import type { InputOf, accountDataCalls } from '@tern/protocol';
import type { GivenUp } from '../../../kernel/account-data/account-part.ts';
import { MEMBER_EVENTS_WAKE } from '../../../kernel/events/member-events.ts';
import { lockMember } from '../../../kernel/members/members.ts';
import { wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { answerBefore, answerOnce } from '../../../kernel/requests/answer-once.ts';
import type { RequestKey } from '../../../kernel/requests/idempotency.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { SensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { checkLoginPassword, ownData } from '../profile/index.ts';
import type { AccountDataDeps } from './deps.ts';

type Input = InputOf<typeof accountDataCalls.giveUpMachines>;
type Answer = { machines: ReturnType<typeof machineOut>[] };

/** Of all features, with what each of them costs. */
export async function listToGiveUp(
  reader: Reader,
  { parts, memberId }: Pick<AccountDataDeps, 'parts'> & { memberId: number },
): Promise<GivenUp[]> {
  const found = await Promise.all(
    parts.map(async (part) => (await part.toGiveUp?.(reader, memberId)) ?? []),
  );
  return found.flat();
}

/**
 * Ends the named machines at once and for good, also if the account is kept afterwards. Only with the figures that the member was
 * shown: a payout since then changes them.
 * @throws wrong-login-password, too-many-requests, second-factor-required, confirmation-expired, account-frozen,
 * terms-changed (other figures), already-decided (ended meanwhile), busy (a payout is due)
 */
export async function giveUpMachines(
  deps: AccountDataDeps,
  call: SensitiveCall,
  { password, machines, key }: Input & { key: RequestKey | undefined },
): Promise<Answer> {
  const { database, clock, bus, parts } = deps;
  const { memberId } = call.caller;
  const before = await answerBefore<Answer>(database, key);
  if (before !== undefined) return before;
  const known = await ownData(database, memberId);
  await checkLoginPassword(deps, known, { password, field: 'password' });
  const confirm = await deps.confirmations.require(call);
  const answer = await answerOnce<Answer>(deps, key, async (tx) => {
    const member = await lockMember(tx, memberId);
    if (member?.passwordHash !== known.passwordHash) {
      throw new Refusal('wrong-login-password', { fields: ['password'] });
    }
    if (member.isFrozen) throw new Refusal('account-frozen');
    await confirm(tx);
    const ids = machines.map(({ ID }) => Number(ID));
    const part = parts.find((each) => each.giveUp !== undefined);
    const ended = (await part?.giveUp?.(tx, { memberId, ids, at: clock.now() })) ?? [];
    const rows = ended.map(machineOut);
    const isAsShown = rows.every(({ ID, toCome, frozen }) =>
      machines.some(
        (shown) =>
          Number(shown.ID) === ID &&
          String(shown.toCome) === toCome &&
          String(shown.frozen) === frozen,
      ),
    );
    if (!isAsShown) throw new Refusal('terms-changed');
    return { machines: rows };
  });
  wakeDelivery(bus);
  bus.publish(MEMBER_EVENTS_WAKE, null);
  return answer;
}

export function machineOut({ id, recordNo, name, endsAt, paid, toCome, frozen }: GivenUp) {
  return {
    ID: id,
    orderNo: recordNo,
    name,
    expireAt: isoTime(endsAt),
    payCoin: paid.asset,
    invested: formatDecimal(paid.amount),
    yieldCoin: toCome.asset,
    toCome: formatDecimal(toCome.amount),
    coinname: frozen.asset,
    frozen: formatDecimal(frozen.amount),
  };
}
