/** Profile's calls: logging out, and how many of each thing the account has. */
import { queryOptions } from '@tanstack/react-query';
import { callQuietly } from '../../kernel/config-call.ts';
import { leaveSession } from '../../kernel/session-end.ts';
import { call } from '../../platform/http/call.ts';

/** Ends the session on the server as far as that can be reached, and on this device in any case. */
export async function logOut(): Promise<void> {
  await callQuietly(call('POST /user/logout', {}));
  leaveSession();
}

/** A question for one row answers how many there are. */
const ONE_ROW = { page: 1, pageSize: 1 };

/** What is counted of the member, for the lines that lead to it. */
export type Counted = 'addresses' | 'bankCards' | 'apiKeys' | 'staffActions';

const counters: Readonly<Record<Counted, (signal: AbortSignal) => Promise<number>>> = {
  addresses: async (signal) =>
    (await call('GET /user_qianbao/getUser_qianbaoList', ONE_ROW, { signal })).total,
  bankCards: async (signal) =>
    (await call('GET /user_bank/getUser_bankList', ONE_ROW, { signal })).total,
  apiKeys: async (signal) => (await call('GET /apiKey/getApiKeyList', {}, { signal })).list.length,
  staffActions: async (signal) => (await call('GET /user/staffActions', ONE_ROW, { signal })).total,
};

/** Asked anew each time the account is shown: the pages it leads to change what is counted. */
export const countQuery = (of: Counted) =>
  queryOptions({
    queryKey: ['profile', 'count', of],
    queryFn: ({ signal }) => counters[of](signal),
    staleTime: 0,
  });
