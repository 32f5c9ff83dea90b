/** What a customer does in a conversation: open it, write, send images, read, end it, rate it. */
import type { SupportConversation, SupportMessage } from '@tern/protocol';
import { lockMember } from '../../../kernel/members/members.ts';
import { markReadAbout } from '../../../kernel/messaging/read-notifications.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';
import { addressSubject, type LimitKey, limitKey } from '../../../platform/limit-key.ts';
import { cancellableIn } from './cancellable.ts';
import { cleanText } from './clean-text.ts';
import type { SupportDeps } from './deps.ts';
import { conversationOut, messageOut, withCards } from './describe.ts';
import { openStateAt } from './hours.ts';
import { countAgainst, type Limit } from './limits.ts';
import { conversationOf, hashOfVisitor, lockConversationOf, type Party } from './parties.ts';
import { recordChange, publishChange, publishTypingToConsoles } from './publish.ts';
import { supportSettings } from './settings.ts';
import {
  closeStatement,
  type Conversation,
  conversationById,
  currentOfMember,
  customerWrote,
  insertConversation,
  rateStatement,
  readByCustomer,
  setLang,
} from './store-conversations.ts';
import {
  sentCancellable,
  lastAway,
  type Message,
  messagesAfter,
  messagesBefore,
} from './store-messages.ts';
import { addAutomatic, addMessage, type Draft, storedBefore } from './write-message.ts';

const VISITOR_TOKEN_BYTES = 32;
const PAGE = 100;
const SEQ_MAX = 2_147_483_647;

function openingLimit({ settings }: SupportDeps, subject: LimitKey): Limit {
  const max = settings.read(supportSettings.openingsPerHour);
  return { subject: limitKey('open', subject), max, windowMs: HOUR_MS };
}

/** The member's open conversation, or a new one. @throws too-many-requests */
export function openForMember(
  deps: SupportDeps,
  { memberId, lang }: { memberId: number; lang: string },
): Promise<SupportConversation> {
  const { database, clock } = deps;
  return database.transaction(async (tx) => {
    // Of two calls at the same time, the second finds the conversation of the first.
    await lockMember(tx, memberId);
    const current = await tx.maybe(currentOfMember, [memberId]);
    if (current !== undefined && current.state !== 'closed') {
      await tx.run(setLang, [current.id, lang]);
      return conversationOut({ ...current, lang });
    }
    const now = clock.now();
    await countAgainst(tx, [openingLimit(deps, limitKey('member', memberId))], now);
    const { id } = await tx.one(insertConversation, [memberId, null, null, lang, now]);
    return conversationOut(await tx.one(conversationById, [id]));
  });
}

/** A new conversation of a visitor, and its token. @throws too-many-requests */
export async function openForVisitor(
  deps: SupportDeps,
  { lang, address }: { lang: string; address: string },
): Promise<{ conversation: SupportConversation; visitor: string }> {
  const visitor = deps.random.token(VISITOR_TOKEN_BYTES);
  const subject = addressSubject(address);
  const conversation = await deps.database.transaction(async (tx) => {
    const now = deps.clock.now();
    await countAgainst(tx, [openingLimit(deps, subject)], now);
    const values = [null, hashOfVisitor(visitor), subject, lang, now] as const;
    const { id } = await tx.one(insertConversation, [...values]);
    return tx.one(conversationById, [id]);
  });
  return { conversation: conversationOut(conversation), visitor };
}

/** Up to 100 messages in order. */
export async function readMessages(
  deps: Pick<SupportDeps, 'database'>,
  conversationId: number,
  { after, before }: { after?: number | undefined; before?: number | undefined },
) {
  if (after !== undefined) return deps.database.many(messagesAfter, [conversationId, after, PAGE]);
  return deps.database.many(messagesBefore, [conversationId, before ?? SEQ_MAX, PAGE]);
}

/** @throws not-found */
export async function listMessages(
  deps: SupportDeps,
  party: Party,
  range: { after?: number | undefined; before?: number | undefined },
) {
  // The conversation first: its `lastSeq` may be behind the messages, never ahead of them.
  const conversation = await conversationOf(deps.database, party);
  const { id, memberId } = conversation;
  const messages = await readMessages(deps, id, range);
  const list = await withCards(deps, deps.database, { memberId, messages });
  return { conversation: conversationOut(conversation), list: list.map(messageOut) };
}

/**
 * Stores a message of the customer. A retry gets the stored one. While support is closed, an automatic answer names the time
 * when it opens, once for each closed time.
 * @throws not-found, invalid-request, idempotency-key-reused, conversation-closed, too-many-requests
 */
export async function sendMessage(
  deps: SupportDeps,
  party: Party,
  draft: Draft,
): Promise<{ conversation: SupportConversation; message: SupportMessage }> {
  const sent = await deps.database.transaction(async (tx) => {
    const locked = await lockConversationOf(tx, party);
    const { id, memberId } = locked;
    const stored = await storedBefore(tx, id, { draft, operatorId: null });
    if (stored !== undefined) return { conversation: locked, message: stored };
    if (locked.state === 'closed') throw new Refusal('conversation-closed');
    const at = deps.clock.now();
    await countAgainst(tx, sendingLimits(deps, locked, party), at);
    const added = { draft, operatorId: null, conversation: locked, at };
    const message = await addMessage(deps, tx, added);
    const hours = openStateAt(deps.settings.read(supportSettings.hours), at);
    await tx.run(customerWrote, [id, at, hours.isOpen]);
    if (!hours.isOpen) {
      await sayAway(tx, id, { opensAt: hours.opensAt, at });
      if (memberId !== null) await offerCancelling(deps, tx, { id, memberId, message });
    }
    const change = { id, afterSeq: locked.lastSeq, at };
    return { conversation: await recordChange(deps, tx, change), message };
  });
  publishChange(deps.bus, sent.conversation);
  const { memberId } = sent.conversation;
  const [message] = await withCards(deps, deps.database, { memberId, messages: [sent.message] });
  return { conversation: conversationOut(sent.conversation), message: messageOut(message!) };
}

function sendingLimits(deps: SupportDeps, { id, address }: Conversation, party: Party): Limit[] {
  const perMinute = deps.settings.read(supportSettings.messagesPerMinute);
  const own = 'visitor' in party ? limitKey('visitor', id) : limitKey('member', party.memberId);
  const limits = [{ subject: limitKey('send', own), max: perMinute, windowMs: MINUTE_MS }];
  if (!('visitor' in party)) return limits;
  const max = deps.settings.read(supportSettings.addressMessagesPerMinute);
  // Of the caller, and of the one who opened it: a token may be used from several addresses.
  const caller = addressSubject(party.address);
  const addresses = new Set([caller, address ?? caller]);
  const ofAddresses = [...addresses].sort();
  return [
    ...limits,
    ...ofAddresses.map((each) => ({ subject: limitKey('send', each), max, windowMs: MINUTE_MS })),
  ];
}

async function sayAway(tx: Tx, id: number, away: { opensAt: number | null; at: number }) {
  const said = await tx.maybe(lastAway, [id]);
  const isSaid = said !== undefined && (said.opensAt === null || said.opensAt > away.at);
  if (!isSaid) await addAutomatic(tx, id, { kind: 'away', ...away });
}

/** While nobody answers, points out once that the member can cancel the outgoing transfer of the message. */
async function offerCancelling(
  { records }: SupportDeps,
  tx: Tx,
  { id, memberId, message }: { id: number; memberId: number; message: Message },
) {
  const card = await cancellableIn(records, tx, { memberId, message });
  if (card === undefined) return;
  const isSent = (await tx.maybe(sentCancellable, [id, card.kind, card.ID])) !== undefined;
  const record = { kind: card.kind, id: card.ID };
  const at = message.createdAt;
  if (!isSent) await addAutomatic(tx, id, { kind: 'cancellable', record, at });
}

/** Shows operators that the customer writes. */
export async function typeMessage(deps: SupportDeps, party: Party): Promise<void> {
  const { id, state } = await conversationOf(deps.database, party);
  if (state !== 'closed' && state !== 'empty') publishTypingToConsoles(deps.bus, id, '');
}

/** Marks messages up to `seq` as read. */
export async function readConversation(
  deps: SupportDeps,
  party: Party,
  seq: number,
): Promise<void> {
  const conversation = await conversationOf(deps.database, party);
  const { id, lastSeq, memberId } = conversation;
  const isRead = await deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    if ((await tx.maybe(readByCustomer, [id, seq])) === undefined) return false;
    await recordChange(deps, tx, { id, afterSeq: Math.max(lastSeq, seq), at });
    // Its email may still wait for the end of quiet hours.
    if (memberId !== null)
      await markReadAbout(tx, { memberId, about: { kind: 'service', id } }, at);
    return true;
  });
  if (isRead) publishChange(deps.bus, conversation);
}

/** @throws conversation-closed if it was closed before */
export async function endConversation(
  deps: SupportDeps,
  party: Party,
): Promise<SupportConversation> {
  const ended = await deps.database.transaction(async (tx) => {
    const { id, state, lastSeq } = await lockConversationOf(tx, party);
    if (state === 'closed') throw new Refusal('conversation-closed');
    const at = deps.clock.now();
    await addAutomatic(tx, id, { kind: 'ended', at });
    await tx.run(closeStatement, [id, at]);
    return recordChange(deps, tx, { id, afterSeq: lastSeq, at });
  });
  publishChange(deps.bus, ended);
  return conversationOut(ended);
}

/** @throws already-decided unless it is closed and not rated yet */
export async function rateConversation(
  deps: SupportDeps,
  party: Party,
  { stars, text }: { stars: number; text: string },
): Promise<SupportConversation> {
  const rated = await deps.database.transaction(async (tx) => {
    const { id, lastSeq } = await lockConversationOf(tx, party);
    const at = deps.clock.now();
    const written = await tx.run(rateStatement, [id, stars, cleanText(text), at]);
    if (written === 0) throw new Refusal('already-decided');
    return recordChange(deps, tx, { id, afterSeq: lastSeq, at });
  });
  publishChange(deps.bus, rated);
  return conversationOut(rated);
}
