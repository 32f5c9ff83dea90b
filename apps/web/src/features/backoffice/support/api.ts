/** Calls of support: as the member, or as a visitor by the token of their conversation. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, Output, RecordKind, RowOf } from '@tern/protocol/client';
import type { SolvedCaptcha } from '../../../kernel/captcha/captcha-field.tsx';
import { queryClient } from '../../../kernel/query-client.ts';
import { currentSession } from '../../../kernel/session.ts';
import { CallError } from '../../../platform/http/call-error.ts';
import { call } from '../../../platform/http/call.ts';
import { reportingProgress } from '../../../platform/http/upload-progress.ts';
import { isText, slot } from '../../../platform/storage.ts';
import type { Language } from '../../../platform/i18n/languages.ts';
import { gapAfter, noThread, type Thread, withUpdate } from './thread.ts';

export type Hours = Output<'GET /service/hours'>;
export type Answer = RowOf<'GET /service/answers'>;
export type EarlierConversation = RowOf<'GET /service/list'>;

/** The visitor's token, in this browser only. */
export const visitorToken = slot('visitor', isText);

const HOURS_MS = 60_000;
const UPLOAD_LIMIT_MS = 60_000;
const EARLIER_MAX = 20;

export const hoursQuery = queryOptions({
  queryKey: ['support', 'hours'],
  queryFn: ({ signal }) => call('GET /service/hours', {}, { signal }),
  refetchInterval: HOURS_MS,
});

const threadKey = () => ['support', 'thread', currentSession()?.user.ID ?? 'visitor'] as const;

/** The member's or the visitor's open or last conversation, with its newest messages. */
export const threadQuery = () =>
  queryOptions({
    queryKey: threadKey(),
    queryFn: ({ signal }): Promise<Thread> => loadThread(signal),
  });

async function loadThread(signal: AbortSignal): Promise<Thread> {
  const id = await currentId(signal);
  if (id === undefined) return noThread;
  const page = await listMessages(id, {}, signal).catch((error: unknown) => {
    const isGone = error instanceof CallError && error.refusal === 'not-found';
    if (!isGone || currentSession() !== undefined) throw error;
    visitorToken.write(undefined);
    return undefined;
  });
  if (page === undefined) return noThread;
  const known = shownThread();
  // What events added meanwhile stays.
  let thread = withUpdate(known, page);
  for (let after = gapAfter(thread); after !== undefined; ) {
    const missing = await listMessages(id, { after }, signal);
    thread = withUpdate(thread, missing);
    const next = gapAfter(thread);
    after = missing.messages.length > 0 && next !== after ? next : undefined;
  }
  return thread;
}

/** Zero for a visitor, whose token names the conversation. */
async function currentId(signal?: AbortSignal): Promise<number | undefined> {
  if (currentSession() === undefined) return visitorToken.read() === undefined ? undefined : 0;
  const { conversation } = await call('GET /service/current', {}, { signal });
  return conversation?.ID;
}

async function listMessages(
  id: number,
  range: { after?: number; before?: number },
  signal?: AbortSignal,
) {
  const visitor = visitorOf();
  const { conversation, list } =
    visitor === undefined
      ? await call('GET /service/messages', { ID: id, ...range }, { signal })
      : await call('POST /service/visitor/messages', { visitor, ...range }, { signal });
  return { conversation, messages: list };
}

/** The visitor's token; undefined for a member. @throws Error without a token */
function visitorOf(): string | undefined {
  if (currentSession() !== undefined) return undefined;
  const token = visitorToken.read();
  if (token === undefined) throw new Error('a visitor has no conversation yet');
  return token;
}

export function shownThread(): Thread {
  return queryClient.getQueryData<Thread>(threadKey()) ?? noThread;
}

/** Shows what the server sent of the conversation; loads what is missing between. */
export function showUpdate(update: Parameters<typeof withUpdate>[1]): void {
  const thread = withUpdate(shownThread(), update);
  queryClient.setQueryData<Thread>(threadKey(), thread);
  if (gapAfter(thread) !== undefined) reloadThread();
}

/** Loads the messages before the first shown one. */
export async function loadEarlier(): Promise<void> {
  const { conversation, messages } = shownThread();
  const first = messages[0];
  if (conversation === undefined || first === undefined) return;
  showUpdate(await listMessages(conversation.ID, { before: first.seq }));
}

export function reloadThread(): void {
  void queryClient.invalidateQueries({ queryKey: threadKey() });
}

/** The open conversation, or a new one. @throws too-many-requests */
export async function openConversation(language: Language): Promise<number> {
  const { conversation } = shownThread();
  if (conversation !== undefined && conversation.state !== 'closed') return conversation.ID;
  if (currentSession() !== undefined) {
    const opened = await call('POST /service/open', { lang: language });
    showUpdate({ conversation: opened.conversation, messages: [] });
    return opened.conversation.ID;
  }
  const opened = await call('POST /service/visitor/open', { lang: language });
  visitorToken.write(opened.visitor);
  showUpdate({ conversation: opened.conversation, messages: [] });
  return opened.conversation.ID;
}

export type Sending = Omit<Input<'POST /service/send'>, 'ID'>;

/** Sending it again with the same `clientId` stores it once. @throws conversation-closed, too-many-requests */
export async function sendMessage(id: number, message: Sending): Promise<void> {
  const visitor = visitorOf();
  const { record: _ofMembers, ...plain } = message;
  const { conversation, message: stored } =
    visitor === undefined
      ? await call('POST /service/send', { ID: id, ...message })
      : await call('POST /service/visitor/send', { visitor, ...plain });
  showUpdate({ conversation, messages: [stored] });
}

/** Returns the id of the image. @throws invalid-file, too-many-requests */
export async function uploadImage(id: number, dataUrl: string): Promise<number> {
  const options = { transport: reportingProgress(() => {}), limitMs: UPLOAD_LIMIT_MS };
  const visitor = visitorOf();
  const uploaded =
    visitor === undefined
      ? await call('POST /service/uploadImage', { ID: id, base64Str: dataUrl }, options)
      : await call('POST /service/visitor/uploadImage', { visitor, base64Str: dataUrl }, options);
  return uploaded.ID;
}

/** A data URL; images never change. */
export const imageQuery = (id: number, imageId: number) =>
  queryOptions({
    queryKey: ['support', 'image', imageId],
    queryFn: async ({ signal }) => {
      const visitor = visitorOf();
      const found =
        visitor === undefined
          ? await call('GET /service/image', { ID: id, imageId }, { signal })
          : await call('POST /service/visitor/image', { visitor, imageId }, { signal });
      return found.image;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function markRead(id: number, seq: number): Promise<void> {
  const visitor = visitorOf();
  if (visitor === undefined) await call('POST /service/read', { ID: id, seq });
  else await call('POST /service/visitor/read', { visitor, seq });
}

export async function sendTyping(id: number): Promise<void> {
  const visitor = visitorOf();
  if (visitor === undefined) await call('POST /service/typing', { ID: id });
  else await call('POST /service/visitor/typing', { visitor });
}

export async function endConversation(id: number): Promise<void> {
  const visitor = visitorOf();
  const { conversation } =
    visitor === undefined
      ? await call('POST /service/end', { ID: id })
      : await call('POST /service/visitor/end', { visitor });
  showUpdate({ conversation, messages: [] });
}

export interface Rating {
  stars: number;
  text: string;
}

/** @throws already-decided if it was rated before */
export async function rateConversation(id: number, rating: Rating): Promise<void> {
  const visitor = visitorOf();
  const { conversation } =
    visitor === undefined
      ? await call('POST /service/rate', { ID: id, ...rating })
      : await call('POST /service/visitor/rate', { visitor, ...rating });
  showUpdate({ conversation, messages: [] });
}

/** To the member's own address. */
export async function mailTranscript(id: number): Promise<void> {
  await call('POST /service/transcript', { ID: id });
}

/** Returns the seconds until another code may be sent. @throws malformed-email, wrong-captcha */
export async function sendTranscriptCode(email: string, solved: SolvedCaptcha): Promise<number> {
  const given = { visitor: visitorOf() ?? '', email, ...solved };
  return (await call('POST /service/visitor/transcriptCode', given)).seconds;
}

/** @throws wrong-code */
export async function mailTranscriptTo(given: { email: string; code: string }): Promise<void> {
  await call('POST /service/visitor/transcript', { visitor: visitorOf() ?? '', ...given });
}

/** The member's earlier conversations, newest first. */
export const earlierQuery = queryOptions({
  queryKey: ['support', 'earlier'],
  queryFn: async ({ signal }) =>
    (await call('GET /service/list', { page: 1, pageSize: EARLIER_MAX }, { signal })).list,
});

/** One of them. */
export const earlierMessagesQuery = (id: number) =>
  queryOptions({
    queryKey: ['support', 'earlier', id],
    queryFn: ({ signal }) => listMessages(id, {}, signal),
  });

/** The member's newest records, of one kind or of all. */
export const recordsQuery = (kind?: RecordKind) =>
  queryOptions({
    queryKey: ['support', 'records', currentSession()?.user.ID, kind],
    queryFn: async ({ signal }) =>
      (await call('GET /service/records', kind === undefined ? {} : { kind }, { signal })).list,
  });

/** Questions that operators have answered for everyone, in the language of the app. */
export const answersQuery = (language: Language) =>
  queryOptions({
    queryKey: ['support', 'answers', language],
    queryFn: async ({ signal }) => (await call('GET /service/answers', {}, { signal })).list,
  });
