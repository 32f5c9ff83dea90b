/** Mails a conversation to its customer: a member's own address, or one that a visitor proves by a code. Plain text. */
import { memberById } from '../../../kernel/members/members.ts';
import { queueMessage, wakeDelivery } from '../../../kernel/messaging/outgoing-messages.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { type Lang, langOf, momentIn, textOf } from '../../../kernel/i18n/texts.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { addressSubject, limitKey } from '../../../platform/limit-key.ts';
import { parseEmail } from '../../account/auth/index.ts';
import type { SupportDeps } from './deps.ts';
import { type ShownMessage, textWithBullets, withCards } from './describe.ts';
import { countAgainst } from './limits.ts';
import { conversationOf, type Party } from './parties.ts';
import { type Conversation, setVisitorEmail } from './store-conversations.ts';
import { messagesAfter } from './store-messages.ts';

/** Transcripts of one conversation within an hour. */
const MAILS_MAX = 3;
/** Beyond, the oldest messages are left out. */
const MESSAGES_MAX = 500;

/** To the address the member proved at registration. @throws not-found, too-many-requests */
export async function mailToMember(
  deps: SupportDeps,
  party: Extract<Party, { memberId: number }>,
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const conversation = await conversationOf(tx, party);
    const member = (await memberById(tx, party.memberId))!;
    await queueTranscript(deps, tx, {
      conversation,
      email: member.email,
      lang: langOf(member.lang),
    });
  });
  wakeDelivery(deps.bus);
}

/** Returns the seconds until another code may be sent. @throws malformed-email, not-found, wrong-captcha, too-many-requests */
export async function sendTranscriptCode(
  deps: SupportDeps,
  party: Party,
  request: { email: string; lang: string; address: string; captcha: string; captchaId: string },
): Promise<number> {
  const { lastSeq } = await conversationOf(deps.database, party);
  // Without a message there is nothing to mail.
  if (lastSeq === 0) throw new Refusal('not-found');
  const { lang, address } = request;
  const use = forTranscript(readEmail(request.email));
  await deps.auth.captchas.consume(request.captchaId, request.captcha);
  return deps.auth.codes.send(use, { lang, caller: { address } });
}

/** Later answers are reported to this address too. @throws malformed-email, wrong-code, not-found, too-many-requests */
export async function mailToVisitor(
  deps: SupportDeps,
  party: Party,
  request: { email: string; code: string; address: string },
): Promise<void> {
  const { auth, database } = deps;
  const email = readEmail(request.email);
  const conversation = await conversationOf(database, party);
  const attempt = await auth.attempts.take([limitKey('code', addressSubject(request.address))]);
  if (!(await auth.codes.isRight(forTranscript(email), request.code, request))) {
    throw new Refusal('wrong-code', { fields: ['code'] });
  }
  await database.transaction(async (tx) => {
    await auth.codes.take(tx, forTranscript(email), request.code);
    await auth.attempts.refund(tx, attempt);
    await tx.run(setVisitorEmail, [conversation.id, email]);
    await queueTranscript(deps, tx, { conversation, email, lang: langOf(conversation.lang) });
  });
  wakeDelivery(deps.bus);
}

const forTranscript = (email: string) => ({ target: { email }, purpose: 'transcript' as const });

function readEmail(text: string): string {
  const email = parseEmail(text);
  if (email === undefined) throw new Refusal('malformed-email', { fields: ['email'] });
  return email;
}

async function queueTranscript(
  deps: SupportDeps,
  tx: Tx,
  { conversation, email, lang }: { conversation: Conversation; email: string; lang: Lang },
): Promise<void> {
  const { id, lastSeq } = conversation;
  if (lastSeq === 0) throw new Refusal('not-found');
  const at = deps.clock.now();
  const limit = { subject: limitKey('transcript', id), max: MAILS_MAX, windowMs: HOUR_MS };
  await countAgainst(tx, [limit], at);
  const messages = await messagesOf(deps, tx, conversation);
  const mail = {
    channel: 'email' as const,
    recipient: email,
    subject: textOf(lang, 'support.transcript.subject', { number: String(id) }),
    body: transcriptOf(messages, lang),
    purpose: 'transcript',
  };
  await queueMessage(tx, mail, at);
}

async function messagesOf(
  deps: SupportDeps,
  reader: Reader,
  { id, memberId, lastSeq }: Conversation,
): Promise<ShownMessage[]> {
  const after = Math.max(0, lastSeq - MESSAGES_MAX);
  const messages = await reader.many(messagesAfter, [id, after, MESSAGES_MAX]);
  return withCards(deps, reader, { memberId, messages });
}

/** Each message below who wrote it and when, indented, so that no text can look like another message. */
function transcriptOf(messages: readonly ShownMessage[], lang: Lang): string {
  const parts = messages.map((message) => {
    const head = `${authorOf(message, lang)}, ${momentIn(lang, isoTime(message.createdAt))}`;
    const lines = contentOf(message, lang).split('\n');
    return [head, ...lines.map((line) => `    ${line}`)].join('\n');
  });
  return [...parts, textOf(lang, 'support.transcript.end')].join('\n\n');
}

function authorOf({ author, name }: ShownMessage, lang: Lang): string {
  if (author === 'customer') return textOf(lang, 'support.you');
  if (author === 'automatic') return textOf(lang, 'support.automatic');
  return name === '' ? textOf(lang, 'support.name') : name;
}

function contentOf({ kind, text, imageId, opensAt, card }: ShownMessage, lang: Lang): string {
  if (kind === 'away') {
    return opensAt === null
      ? textOf(lang, 'support.awayUnknown')
      : textOf(lang, 'support.away', { time: momentIn(lang, isoTime(opensAt)) });
  }
  if (kind === 'unanswered') return textOf(lang, 'support.unanswered');
  if (kind === 'ended') return textOf(lang, 'support.ended');
  const words =
    kind === 'cancellable' ? textOf(lang, 'support.cancellable') : textWithBullets(text);
  const imageText = textOf(lang, 'support.image');
  const image = imageId === null ? [] : [`[${imageText}]`];
  const record = card === null ? [] : [`[${card.recordNo}]`];
  return [...(words === '' ? [] : [words]), ...image, ...record].join('\n');
}
