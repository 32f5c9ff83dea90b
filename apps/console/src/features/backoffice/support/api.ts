/** Queries of support: the inbox, one conversation with its messages, the member beside it, saved replies. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorInput, OperatorOutput } from '@tern/protocol/operator/client';
import { SUPPORT } from '../../../kernel/live-queue.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { usePermission } from '../../../kernel/session.ts';
import { inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';
import { lastWithoutGap, mergeMessages } from './message-order.ts';

export type Inbox = OperatorOutput<'GET /operator/service/inbox'>;
export type InboxRow = Inbox['waiting'][number];
export type Conversation = OperatorOutput<'GET /operator/service/find'>['reconversation'];
export type Message = OperatorOutput<'GET /operator/service/messages'>['list'][number];
export type RecordCard = NonNullable<Message['record']>;
export type Reply = OperatorOutput<'GET /operator/service/replies'>['list'][number];
export type ReplyText = OperatorInput<'POST /operator/service/writeReply'>['texts'][number];

/** Messages of one answer of the server. */
const PAGE = 100;

const useMayAnswer = () => usePermission('inbox.answer');

export function useInbox() {
  const mayRead = useMayAnswer();
  return useQuery({
    queryKey: [SUPPORT, 'inbox'],
    queryFn: () => call('GET /operator/service/inbox', {}),
    enabled: mayRead,
  });
}

/** How many conversations nobody has taken yet. */
export function useInboxCount(): number {
  return useInbox().data?.waitingTotal ?? 0;
}

export function useConversation(id: string) {
  return useQuery({
    queryKey: [SUPPORT, 'one', id],
    queryFn: async () => (await call('GET /operator/service/find', { ID: id })).reconversation,
  });
}

interface Thread {
  list: readonly Message[];
  /** There may be messages before the first one. */
  hasEarlier: boolean;
}

const threadKey = (id: string) => [SUPPORT, 'messages', id];
const readMessages = async (id: string, from: { after?: number; before?: number } = {}) =>
  (await call('GET /operator/service/messages', { ID: id, ...from })).list;

/** Reads the newest messages first, later only those after the last known one. */
async function loadThread(id: string): Promise<Thread> {
  const known = queryClient.getQueryData<Thread>(threadKey(id));
  if (known === undefined || known.list.length === 0) {
    const list = await readMessages(id);
    return { list, hasEarlier: (list[0]?.seq ?? 1) > 1 };
  }
  // Their records may have changed since.
  const [first] = known.list.filter(({ record }) => record !== null);
  let { list } = known;
  if (first !== undefined) list = mergeMessages(list, await readMessages(id));
  for (;;) {
    const more = await readMessages(id, { after: lastWithoutGap(list) });
    list = mergeMessages(list, more);
    if (more.length < PAGE) break;
  }
  return keepEarlier(id, list);
}

/** Earlier messages may have been read meanwhile. */
function keepEarlier(id: string, list: readonly Message[]): Thread {
  const now = queryClient.getQueryData<Thread>(threadKey(id));
  const merged = mergeMessages(now?.list ?? [], list);
  return { list: merged, hasEarlier: (merged[0]?.seq ?? 1) > 1 };
}

export function useThread(id: string) {
  return useQuery({ queryKey: threadKey(id), queryFn: () => loadThread(id) });
}

export async function readEarlier(id: string, before: number): Promise<void> {
  const list = await readMessages(id, { before });
  queryClient.setQueryData(threadKey(id), keepEarlier(id, list));
}

/** A message that the server has just stored. */
export function addMessage(id: string, message: Message): void {
  queryClient.setQueryData(threadKey(id), keepEarlier(id, [message]));
}

/** Fetched only on request, because each view is logged. */
export function useMessageImage(id: string, imageId: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['image', 'support', id, imageId],
    queryFn: async () =>
      (await call('GET /operator/service/image', { ID: id, imageId: String(imageId) })).image,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The customer's newest records. Fetched only on request, because each view is logged. */
export function useRecords(id: string) {
  return useQuery({
    queryKey: [SUPPORT, 'records', id],
    queryFn: async () => (await call('GET /operator/service/records', { ID: id })).list,
  });
}

export function useColleagues() {
  return useQuery({
    queryKey: [SUPPORT, 'colleagues'],
    queryFn: async () => (await call('GET /operator/service/colleagues', {})).list,
  });
}

const VERIFIED = 2;

/** The member's page, as far as an answer needs it. Each view is logged. */
export function useMemberContext(memberId: number) {
  return useQuery({
    queryKey: ['customers', 'context', memberId],
    queryFn: async () => {
      const { recustomer } = await call('GET /operator/customer/find', { ID: String(memberId) });
      const { realNameStatus, ...member } = inTerms(recustomer);
      return { ...member, isVerified: realNameStatus === VERIFIED };
    },
  });
}

const REPLIES = 'replies';

export function useReplies() {
  return useQuery({
    queryKey: [REPLIES],
    queryFn: async () => (await call('GET /operator/service/replies', {})).list,
  });
}

export function useReplyVersions(id: number) {
  return useQuery({
    queryKey: [REPLIES, 'versions', id],
    queryFn: async () =>
      (await call('GET /operator/service/replyVersions', { ID: String(id) })).list,
  });
}
