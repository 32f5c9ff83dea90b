/** The outbox in the API: what was sent to whom, and sending again what failed. */
import { operatorRecordCalls } from '@tern/protocol/operator';
import { timeOf } from '../../../../kernel/requests/given-time.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import {
  type ListedMessage,
  listOutgoingMessages,
} from '../../../../kernel/messaging/list-outgoing-messages.ts';
import {
  lockMessage,
  sendMessageAgain,
  wakeDelivery,
} from '../../../../kernel/messaging/outgoing-messages.ts';
import { PUSH_NEWS_MS, sendPushAgain } from '../../../../kernel/messaging/push-records.ts';
import { logAct, logLook } from '../../../../kernel/operators/audit-log.ts';
import { pageOf } from '../../../../kernel/requests/page.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { actorOf } from '../../../../kernel/review/actor-of.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Bus } from '../../../../platform/bus.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { type Route, route } from '../../../../platform/http/route.ts';

interface OutboxDeps {
  database: Database;
  clock: Clock;
  bus: Bus;
}

export function outboxRoutes(deps: OutboxDeps): Route[] {
  const { database, clock } = deps;
  return [
    route(operatorRecordCalls.outbox, async (context) => {
      const { recipient = '', memberId, from, state, channel } = context.input;
      const member = memberId === undefined ? null : Number(memberId);
      const look = {
        actor: actorOf(context),
        action: 'outbox.view' as const,
        subject: 'outbox',
        memberId: member,
        reason: recipient,
      };
      await database.transaction((tx) => logLook(tx, look, clock.now()));
      const recipients = await recipientsOf(database, member, recipient);
      const since = from === undefined ? undefined : timeOf(from, 'from');
      const filter = { recipients, state, channel, since };
      return listOutgoingMessages(database, filter, {
        page: pageOf(context.input),
        row: (message) => messageOut(message, clock.now()),
      });
    }),
    route(operatorRecordCalls.sendAgain, async (context) => ({
      state: await sendAgain(deps, actorOf(context), Number(context.input.ID)),
    })),
  ];
}

/** Of a member the present addresses, and the id for pushes; both given, the one that is the member's. */
async function recipientsOf(reader: Reader, memberId: number | null, recipient: string) {
  const typed = recipient === '' ? undefined : [recipient];
  if (memberId === null) return typed;
  const member = await memberById(reader, memberId);
  if (member === undefined) return [];
  const own = [member.email, `+${member.countryCode}${member.phone}`, String(memberId)];
  return typed === undefined ? own : own.filter((each) => each === recipient);
}

/**
 * Gives the state it has then: what is not failed stays as it is, so that a repeated call sends nothing twice. A message fails after
 * nine attempts, hence none is sent more often than every twenty minutes.
 * @throws not-found; not-available for a message with a one-time code, and for a push whose notice was read or is older than a day, or
 *   whose device is gone
 */
async function sendAgain({ database, clock, bus }: OutboxDeps, actor: Reviewer, id: number) {
  const state = await database.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (message === undefined) throw new Refusal('not-found');
    if (message.hasCode) throw new Refusal('not-available');
    if (message.state !== 'failed') return message.state;
    const at = clock.now();
    const { channel, recipient, purpose } = message;
    const detail = { channel, recipient, purpose };
    const entry = { actor, action: 'outbox.sendAgain' as const, subject: `message:${id}`, detail };
    await logAct(tx, entry, at);
    if (channel === 'push') {
      if (!(await sendPushAgain(tx, id, at))) throw new Refusal('not-available');
    } else await sendMessageAgain(tx, id, at);
    return 'waiting';
  });
  wakeDelivery(bus);
  return stateOut(state);
}

const stateOut = (state: string) => state as 'waiting' | 'sent' | 'recorded' | 'failed';

function messageOut(listed: ListedMessage, now: number) {
  const { id, createdAt, sentAt, channel, state, isSendable, ...message } = listed;
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    ...message,
    channel: channel as 'email' | 'sms' | 'push',
    isSendable: isSendable && (channel !== 'push' || createdAt > now - PUSH_NEWS_MS),
    state: stateOut(state),
    sentAt: sentAt === null ? null : isoTime(sentAt),
  };
}
