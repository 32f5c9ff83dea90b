/** Conversations in tests: a member or a visitor who writes, operators who answer. */
import type { SupportConversation, SupportMessage } from '@tern/protocol';
import type { Console } from './operator-client.ts';
import type { TestServer } from './server.ts';

let count = 0;
/** An id that no other message has. */
export const newId = () => {
  count += 1;
  return `message-${String(count).padStart(12, '0')}`;
};

export interface Customer {
  readonly ID: number;
  send(text: string, more?: { clientId?: string; imageId?: number }): Promise<SupportMessage>;
  list(after?: number): Promise<SupportMessage[]>;
  conversation(): Promise<SupportConversation>;
}

export async function memberCustomer(server: TestServer, token: string): Promise<Customer> {
  const { api } = server;
  const opened = await api.data('POST /service/open', { lang: 'de' }, { token });
  const { ID } = opened.conversation;
  const read = (after?: number) =>
    api.data('GET /service/messages', after === undefined ? { ID } : { ID, after }, { token });
  return {
    ID,
    async send(text, more = {}) {
      const input = { ID, clientId: newId(), text, ...more };
      return (await api.data('POST /service/send', input, { token })).message;
    },
    list: async (after) => (await read(after)).list,
    conversation: async () => (await read()).conversation,
  };
}

export async function visitorCustomer(server: TestServer): Promise<Customer & { visitor: string }> {
  const { api } = server;
  const { visitor, conversation } = await api.data('POST /service/visitor/open', { lang: 'en' });
  const read = (after?: number) =>
    api.data(
      'POST /service/visitor/messages',
      after === undefined ? { visitor } : { visitor, after },
    );
  return {
    visitor,
    ID: conversation.ID,
    async send(text, more = {}) {
      const input = { visitor, clientId: newId(), text, ...more };
      return (await api.data('POST /service/visitor/send', input)).message;
    },
    list: async (after) => (await read(after)).list,
    conversation: async () => (await read()).conversation,
  };
}

/** Claims a conversation and answers in it. */
export async function claimAndAnswer(
  consoleApi: Console,
  { ID, text, by }: { ID: number; text: string; by: string },
): Promise<void> {
  await consoleApi.data('POST /operator/service/claim', { ID }, by);
  await consoleApi.data('POST /operator/service/answer', { ID, clientId: newId(), text }, by);
}
