/** The conversations of a member: the current one, and all of them. */
import { type Page, type PageOf, readPage } from '../../../kernel/requests/page.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { firstWords } from './clean-text.ts';
import { conversationOut, textWithBullets } from './describe.ts';
import {
  conversationsOf,
  countConversationsOf,
  countUnread,
  currentOfMember,
} from './store-conversations.ts';

/** Length of the first words of a conversation in the list, in characters. */
const WORDS_MAX = 120;

/** The open conversation, if there is one, and how many of its messages the member has not read. */
export async function currentConversation(reader: Reader, memberId: number) {
  const current = await reader.maybe(currentOfMember, [memberId]);
  if (current === undefined) return { conversation: null, unread: 0 };
  const { unread } = await reader.one(countUnread, [current.id]);
  return { conversation: conversationOut(current), unread };
}

export type ListedConversation = ReturnType<typeof conversationOut> & { firstText: string };

/** Newest first. */
export function listConversations(
  reader: Reader,
  memberId: number,
  page: Page,
): Promise<PageOf<ListedConversation>> {
  const queries = { list: conversationsOf, count: countConversationsOf };
  return readPage(reader, queries, {
    filter: [memberId],
    page,
    row: (row) => ({
      ...conversationOut(row),
      firstText: firstWords(textWithBullets(row.firstText), WORDS_MAX),
    }),
  });
}
