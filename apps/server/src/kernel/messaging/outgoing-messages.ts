/** Outgoing e-mails and SMS: written in the transaction of the fact, delivered after its commit. Pushes have records beside them (`push-records.ts`). */
import type { Bus } from '../../platform/bus.ts';
import {
  arrayOf,
  bool,
  int4,
  int8,
  nullable,
  text,
  timestamptz,
} from '../../platform/database/columns.ts';
import type { Reader, Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

export interface NewMessage {
  channel: 'email' | 'sms';
  /** An e-mail address, or a phone as `+8613800000000`. */
  recipient: string;
  /** Empty for an SMS. */
  subject: string;
  body: string;
  /** Such as `code`. */
  purpose: string;
  /** The one-time code in the body; blanked in the table after delivery. */
  code?: string;
}

/** Bus topic: wakes the delivery after a commit. */
export const OUTGOING_MESSAGES_WAKE = 'outgoing-messages.wake';

const insertMessage = defineStatement({
  name: 'kernel.insertOutgoingMessage',
  text: `insert into outgoing_messages
      (channel, recipient, subject, body, purpose, code, next_attempt_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $7)`,
  params: [text, text, text, text, text, nullable(text), timestamptz],
});

const waitingQuery = defineQuery({
  name: 'kernel.waitingMessages',
  text: `select count(*) as waiting, min(created_at) as oldest_at from outgoing_messages where state = 'waiting' and channel <> 'push'`,
  params: [],
  row: { waiting: int8, oldestAt: nullable(timestamptz) },
});

/** Messages that are not delivered yet. */
export const countWaiting = (reader: Reader) => reader.one(waitingQuery, []);

const claimDue = defineQuery({
  name: 'kernel.claimOutgoingMessages',
  text: `update outgoing_messages set attempts = attempts + 1, next_attempt_at = $2
    where id in (
      select id from outgoing_messages where state = 'waiting' and channel <> 'push' and next_attempt_at <= $1 and id <> all ($4)
      order by next_attempt_at, id limit $3 for update skip locked
    )
    returning id, channel, recipient, subject, body, purpose, code, attempts, created_at`,
  params: [timestamptz, timestamptz, int8, arrayOf(int8)],
  row: {
    id: int8,
    channel: text,
    recipient: text,
    subject: text,
    body: text,
    purpose: text,
    code: nullable(text),
    attempts: int4,
    createdAt: timestamptz,
  },
});

const keepClaimsStatement = defineStatement({
  name: 'kernel.keepClaimsOfMessages',
  text: `update outgoing_messages set next_attempt_at = $2 where id = any ($1) and state = 'waiting'`,
  params: [arrayOf(int8), timestamptz],
});

const finishStatement = defineStatement({
  name: 'kernel.finishOutgoingMessage',
  text: `update outgoing_messages set state = $2, sent_at = $3, last_error = '', code = null,
      subject = case when code is null then subject else replace(subject, code, '******') end,
      body = case when code is null then body else replace(body, code, '******') end
    where id = $1 and state = 'waiting'`,
  params: [int8, text, timestamptz],
});

const postponeStatement = defineStatement({
  name: 'kernel.postponeOutgoingMessage',
  text: `update outgoing_messages set state = $2, next_attempt_at = $3, last_error = $4
    where id = $1 and state = 'waiting'`,
  params: [int8, text, timestamptz, text],
});

const messageForUpdate = defineQuery({
  name: 'kernel.outgoingMessageForUpdate',
  text: `select state, channel, recipient, purpose, code is not null as has_code from outgoing_messages
    where id = $1 for no key update`,
  params: [int8],
  row: { state: text, channel: text, recipient: text, purpose: text, hasCode: bool },
});

const sendAgainStatement = defineStatement({
  name: 'kernel.sendMessageAgain',
  text: `update outgoing_messages set state = 'waiting', attempts = 0, next_attempt_at = $2
    where id = $1 and state = 'failed'`,
  params: [int8, timestamptz],
});

const deleteBefore = defineStatement({
  name: 'kernel.deleteOutgoingMessagesBefore',
  text: `delete from outgoing_messages where id in (
      select id from outgoing_messages where created_at < $1 and state <> 'waiting' order by created_at limit 5000)`,
  params: [timestamptz],
});

export type DueMessage = RowOf<typeof claimDue>;

/** Writes a message; it is sent after the commit. Call `wakeDelivery` then. */
export async function queueMessage(tx: Tx, message: NewMessage, at: number): Promise<void> {
  const { channel, recipient, subject, body, purpose, code } = message;
  await tx.run(insertMessage, [channel, recipient, subject, body, purpose, code ?? null, at]);
}

/** Call after the commit. Without it, the message waits for the next sweep. */
export function wakeDelivery(bus: Bus): void {
  bus.publish(OUTGOING_MESSAGES_WAKE, null);
}

/** Claims due messages; if the claimer dies, they are due again at `retryAt`. */
export async function claimMessages(
  tx: Tx,
  claim: { at: number; retryAt: number; limit: number; except: readonly number[] },
): Promise<DueMessage[]> {
  const due = await tx.many(claimDue, [claim.at, claim.retryAt, claim.limit, claim.except]);
  return due.sort((left, right) => left.id - right.id);
}

/** Of messages that are still being sent, so that no other instance sends them too. */
export async function keepClaims(tx: Tx, ids: readonly number[], retryAt: number): Promise<void> {
  await tx.run(keepClaimsStatement, [ids, retryAt]);
}

/** `recorded`: this deployment has no provider for it, so it was only recorded. */
export async function finishMessage(
  tx: Tx,
  end: { id: number; state: 'sent' | 'recorded' },
  at: number,
): Promise<void> {
  await tx.run(finishStatement, [end.id, end.state, at]);
}

/** Schedules another attempt, or marks the message as failed if `retryAt` is absent. */
export async function postponeMessage(
  tx: Tx,
  failure: { id: number; reason: string; retryAt: number | undefined },
  at: number,
): Promise<void> {
  const { id, reason, retryAt } = failure;
  const state = retryAt === undefined ? 'failed' : 'waiting';
  await tx.run(postponeStatement, [id, state, retryAt ?? at, reason.slice(0, 500)]);
}

export const lockMessage = (tx: Tx, id: number) => tx.maybe(messageForUpdate, [id]);

/** A failed one waits again, with all its attempts. Call `wakeDelivery` after the commit. */
export async function sendMessageAgain(tx: Tx, id: number, at: number): Promise<void> {
  await tx.run(sendAgainStatement, [id, at]);
}

/** Deletes at most 5,000 messages that nobody waits for. Returns how many. Units: epoch milliseconds. */
export const pruneMessages = (tx: Tx, before: number): Promise<number> =>
  tx.run(deleteBefore, [before]);
