/** Profile calls: logging out, and the counts shown in the menu. */
import { queryOptions } from '@tanstack/react-query';
import { leaveAfter } from '../../../kernel/session-end.ts';
import { call } from '../../../platform/http/call.ts';
import { unsubscribe } from '../../../platform/shell/push.ts';

/** Ends the session and the pushes on the server if it can be reached, and always on this device. */
export function logOut(): Promise<void> {
  return leaveAfter(async () => {
    const endpoint = await unsubscribe().catch(() => undefined);
    if (endpoint !== undefined) {
      await call('POST /notice/removePushDevice', { endpoint }).catch(() => undefined);
    }
    await call('POST /user/logout', {}).catch(() => undefined);
  });
}

/** A query for one row returns the total. */
const ONE_ROW = { page: 1, pageSize: 1 };

/** The counts next to the menu links. */
export type Counted = 'addresses' | 'bankCards' | 'apiKeys' | 'staffActions';

const counters: Readonly<Record<Counted, (signal: AbortSignal) => Promise<number>>> = {
  addresses: async (signal) =>
    (await call('GET /user_qianbao/getUser_qianbaoList', ONE_ROW, { signal })).total,
  bankCards: async (signal) =>
    (await call('GET /user_bank/getUser_bankList', ONE_ROW, { signal })).total,
  apiKeys: async (signal) => (await call('GET /apiKey/getApiKeyList', {}, { signal })).list.length,
  staffActions: async (signal) => (await call('GET /user/staffActions', ONE_ROW, { signal })).total,
};

/** Refetched each time the account page is shown: the linked pages change the counts. */
export const countQuery = (of: Counted) =>
  queryOptions({
    queryKey: ['profile', 'count', of],
    queryFn: ({ signal }) => counters[of](signal),
    staleTime: 0,
  });
