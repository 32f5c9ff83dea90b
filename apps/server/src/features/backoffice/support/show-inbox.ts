/** The inbox of operators: conversations by what they wait for, one with its context, its messages. */
import type { RecordCard } from '@tern/protocol';
import type { InboxConversation, InboxMessage, InboxRow } from '@tern/protocol/operator';
import { memberById } from '../../../kernel/members/members.ts';
import { type Actor, logLook } from '../../../kernel/operators/audit-log.ts';
import { everyOperator, operatorLogins } from '../../../kernel/operators/operators.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { conversationForOperators, subjectOf } from './answer-conversation.ts';
import { firstWords } from './clean-text.ts';
import { readMessages } from './converse.ts';
import type { SupportDeps } from './deps.ts';
import {
  messageFields,
  type ShownMessage,
  textWithBullets,
  timeOrNull,
  withCards,
} from './describe.ts';
import { showImage } from './images.ts';
import { ANSWERS } from './publish.ts';
import {
  conversationsOf,
  countWaiting,
  inboxClosed,
  type InboxEntry,
  inboxOf,
  inboxOne,
} from './store-conversations.ts';
import { signedNames } from './store-replies.ts';

const GROUP_MAX = 100;
const BEFORE_MAX = 20;
const WORDS_MAX = 120;
const RECORDS_MAX = 20;

/** Rows with the logins of operators and the e-mail addresses of members. */
async function rowsOf(reader: Reader, entries: readonly InboxEntry[]): Promise<InboxRow[]> {
  const operatorIds = entries.flatMap(({ operatorId, lastOperatorId }) => [
    ...(operatorId === null ? [] : [operatorId]),
    ...(lastOperatorId === null ? [] : [lastOperatorId]),
  ]);
  const memberIds = new Set(
    entries.flatMap(({ memberId }) => (memberId === null ? [] : [memberId])),
  );
  const logins = await operatorLogins(reader, operatorIds);
  const members = await Promise.all([...memberIds].map((id) => memberById(reader, id)));
  const emails = new Map(members.map((member) => [member?.id, member?.email ?? '']));
  return entries.map((entry) => rowOf(entry, { logins, emails }));
}

interface Names {
  logins: ReadonlyMap<number, string>;
  emails: ReadonlyMap<number | undefined, string>;
}

function rowOf(entry: InboxEntry, { logins, emails }: Names): InboxRow {
  const { operatorId, lastOperatorId, memberId } = entry;
  return {
    ID: entry.id,
    CreatedAt: isoTime(entry.createdAt),
    memberId,
    email: memberId === null ? '' : (emails.get(memberId) ?? ''),
    lang: entry.lang,
    state: entry.state as InboxRow['state'],
    operator: operatorId === null ? null : { ID: operatorId, login: logins.get(operatorId) ?? '' },
    assignedAt: timeOrNull(entry.assignedAt),
    waitingSince: timeOrNull(entry.waitingSince),
    lastAt: isoTime(entry.lastAt),
    last: {
      author: entry.lastAuthor as InboxRow['last']['author'],
      login: lastOperatorId === null ? '' : (logins.get(lastOperatorId) ?? ''),
      kind: entry.lastKind as InboxRow['last']['kind'],
      text: firstWords(textWithBullets(entry.lastText), WORDS_MAX),
      hasImage: entry.lastHasImage,
      hasRecord: entry.lastHasRecord,
    },
    unread: entry.unread,
    closedAt: timeOrNull(entry.closedAt),
  };
}

/** All open conversations, and those closed within a day. */
export async function showInbox({ database, clock }: SupportDeps, actor: Actor) {
  const [waiting, assigned, answered, closed, waits] = await Promise.all([
    database.many(inboxOf, ['waiting', GROUP_MAX]),
    database.many(inboxOf, ['assigned', GROUP_MAX]),
    database.many(inboxOf, ['answered', GROUP_MAX]),
    database.many(inboxClosed, [clock.now() - DAY_MS, GROUP_MAX]),
    database.one(countWaiting, []),
  ]);
  const isYours = ({ operatorId }: InboxEntry) => operatorId === actor.operatorId;
  const rows = (entries: readonly InboxEntry[]) => rowsOf(database, entries);
  return {
    yours: await rows(assigned.filter(isYours)),
    waiting: await rows(waiting),
    answered: await rows(answered),
    others: await rows(assigned.filter((entry) => !isYours(entry))),
    closed: await rows(closed),
    waitingTotal: waits.total,
    oldestAt: timeOrNull(waits.oldestAt),
  };
}

/** Logs that the operator reads it. @throws not-found */
async function look(
  { database, clock }: SupportDeps,
  actor: Actor,
  { id, imageId }: { id: number; imageId?: number },
) {
  const conversation = await conversationForOperators(database, id);
  const entry = { actor, subject: subjectOf(id), memberId: conversation.memberId };
  await database.transaction((tx) =>
    imageId === undefined
      ? logLook(tx, { ...entry, action: 'service.view' }, clock.now())
      : logLook(tx, { ...entry, action: 'service.image', detail: { imageId } }, clock.now()),
  );
  return conversation;
}

/** One conversation with its context. @throws not-found */
export async function showConversation(
  deps: SupportDeps,
  actor: Actor,
  id: number,
): Promise<InboxConversation> {
  const { memberId, visitorEmail } = await look(deps, actor, { id });
  const entry = await deps.database.one(inboxOne, [id]);
  const [row] = await rowsOf(deps.database, [entry]);
  const others =
    memberId === null
      ? []
      : await deps.database.many(conversationsOf, [memberId, BEFORE_MAX + 1, 0]);
  return {
    ...row!,
    lastSeq: entry.lastSeq,
    readSeq: entry.readSeq,
    serviceReadSeq: entry.serviceReadSeq,
    isHere: memberId === null ? deps.isVisitorHere(id) : deps.isMemberHere(memberId),
    getsMail: memberId !== null || visitorEmail !== null,
    stars: entry.stars,
    ratingText: entry.ratingText,
    before: others
      .filter((other) => other.id !== id)
      .slice(0, BEFORE_MAX)
      .map((other) => ({
        ID: other.id,
        CreatedAt: isoTime(other.createdAt),
        closedAt: timeOrNull(other.closedAt),
        firstText: firstWords(textWithBullets(other.firstText), WORDS_MAX),
        stars: other.stars,
      })),
  };
}

export function inboxMessage(
  message: ShownMessage,
  logins: ReadonlyMap<number, string>,
): InboxMessage {
  const { operatorId } = message;
  const login = operatorId === null ? '' : (logins.get(operatorId) ?? '');
  return { ...messageFields(message), login };
}

/** Up to 100 messages. @throws not-found */
export async function showMessages(
  deps: SupportDeps,
  actor: Actor,
  { id, ...range }: { id: number; after?: number | undefined; before?: number | undefined },
): Promise<InboxMessage[]> {
  const { memberId } = await look(deps, actor, { id });
  const read = await readMessages(deps, id, range);
  const messages = await withCards(deps, deps.database, { memberId, messages: read });
  const ids = messages.flatMap(({ operatorId }) => (operatorId === null ? [] : [operatorId]));
  const logins = await operatorLogins(deps.database, ids);
  return messages.map((message) => inboxMessage(message, logins));
}

/** A data URL. @throws not-found */
export async function showConversationImage(
  deps: SupportDeps,
  actor: Actor,
  { id, imageId }: { id: number; imageId: number },
): Promise<string> {
  const image = await showImage(deps, id, imageId);
  await look(deps, actor, { id, imageId });
  return image;
}

/** The customer's newest records; none of a visitor. @throws not-found */
export async function showRecords(
  deps: SupportDeps,
  actor: Actor,
  id: number,
): Promise<RecordCard[]> {
  const { memberId } = await look(deps, actor, { id });
  if (memberId === null) return [];
  return deps.records.latest(deps.database, memberId, { kind: undefined, limit: RECORDS_MAX });
}

/** The operators who may answer. */
export async function listColleagues({ database, operatorsHere }: SupportDeps) {
  const operators = await everyOperator(database);
  const names = new Map(
    (await database.many(signedNames, [])).map(({ operatorId, name }) => [operatorId, name]),
  );
  const here = operatorsHere();
  return operators
    .filter(({ isActive, permissions }) => isActive && permissions.includes(ANSWERS))
    .map(({ id, login }) => ({
      ID: id,
      login,
      name: names.get(id) ?? '',
      isHere: here.has(id),
    }));
}
