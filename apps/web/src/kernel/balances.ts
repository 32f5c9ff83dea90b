/** The member's balances: loaded once, then patched by events (spec §3, `/user/mycoin` cate 1). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { call } from '../platform/http/call.ts';
import { onMemberEvent } from './member-events.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

export type Coin = RowOf<'GET /user/mycoin'>;

/** Cache keys that a movement of money changes; invalidate `all` when there is no event for it. */
export const balanceKeys = {
  all: ['balances'],
  coins: ['balances', 'coins'],
  worth: ['balances', 'worth'],
} as const;

const coinsQuery = queryOptions({
  queryKey: balanceKeys.coins,
  queryFn: ({ signal }) => call('GET /user/mycoin', { cate: 1 }, { signal }),
});

const worthQuery = queryOptions({
  queryKey: balanceKeys.worth,
  queryFn: ({ signal }) => call('GET /user/ploss', {}, { signal }),
  refetchInterval: 15_000,
});

/** All assets of the member; disabled for visitors. */
export function useCoins() {
  const isMember = useSession() !== undefined;
  return useQuery({ ...coinsQuery, enabled: isMember });
}

/** One asset by its symbol (`USDT`), or undefined while unknown. */
export function useCoin(coinname: string): Coin | undefined {
  return useCoins().data?.list.find((coin) => coin.coinname === coinname);
}

/** Total value in USDT with profit or loss; disabled for visitors. */
export function useWorth() {
  const isMember = useSession() !== undefined;
  return useQuery({ ...worthQuery, enabled: isMember });
}

/** Keeps balances in sync with the private feed from now on. */
export function followBalances(): void {
  onMemberEvent('assets.balance', (changes) => {
    const known = queryClient.getQueryData<Output<'GET /user/mycoin'>>(balanceKeys.coins);
    const isNew = changes.some(
      (change) => !known?.list.some((coin) => coin.coinname === change.coinname),
    );
    if (known) {
      const list = known.list.map((coin) => ({
        ...coin,
        ...changes.find((change) => change.coinname === coin.coinname),
      }));
      queryClient.setQueryData(balanceKeys.coins, { ...known, list });
    }
    // The server computes the value in USDT; it also has to send assets not seen before.
    if (isNew) void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
    void queryClient.invalidateQueries({ queryKey: balanceKeys.worth });
  });
}
