/** The member's balances: loaded once, then patched by events (`/user/mycoin` cate 1). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { amountPlaces, useNumberLocale } from '@tern/ui';
import { useMemo } from 'react';
import { call } from '../platform/http/call.ts';
import { namedIn } from './asset-name.ts';
import { onMemberEvent } from './member-events.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';

type CoinDto = RowOf<'GET /user/mycoin'>;

/** An asset, and the member's balance of it. */
export interface Coin
  extends Omit<CoinDto, 'coinname' | 'frozen' | 'usdt' | 'priced' | 'networks'> {
  /** "USDT" */
  asset: string;
  /** Held and locked. */
  held: string;
  /** In USDT, at cost if it says so; undefined without a price or cost. */
  worth: string | undefined;
}

/** The asset in the app's own terms. */
export function coinOf({ coinname, frozen, usdt, priced, ...coin }: CoinDto): Coin {
  return {
    ...coin,
    asset: coinname,
    held: frozen,
    worth: priced || coin.atCost ? usdt : undefined,
  };
}

/** Cache keys that a movement of money changes; invalidate `all` when there is no event for it. */
export const balanceKeys = {
  all: ['balances'],
  coins: ['balances', 'coins'],
  worth: ['balances', 'worth'],
} as const;

const ALL_COINS = 1;

const coinsQuery = queryOptions({
  queryKey: balanceKeys.coins,
  queryFn: async ({ signal }) =>
    (await call('GET /user/mycoin', { cate: ALL_COINS }, { signal })).list.map(coinOf),
});

const worthQuery = queryOptions({
  queryKey: balanceKeys.worth,
  queryFn: ({ signal }) => call('GET /user/ploss', {}, { signal }),
  refetchInterval: 15_000,
});

/** All assets of the member; disabled for visitors. */
export function useCoins() {
  const isMember = useSession() !== undefined;
  const locale = useNumberLocale();
  const select = useMemo(() => namedIn(locale), [locale]);
  return useQuery({ ...coinsQuery, enabled: isMember, select });
}

/** One asset by its symbol (`USDT`), or undefined while unknown. */
export function useCoin(asset: string): Coin | undefined {
  return useCoins().data?.find((coin) => coin.asset === asset);
}

const UNKNOWN_COIN = 8;

/** Decimal places shown of a coin or currency, also before balances are loaded. */
export function useCoinPlaces(asset: string): number {
  return amountPlaces(asset, useCoin(asset)?.places ?? UNKNOWN_COIN);
}

/** Total value in USDT with profit or loss; disabled for visitors. */
export function useWorth() {
  const isMember = useSession() !== undefined;
  return useQuery({ ...worthQuery, enabled: isMember });
}

/** Keeps balances in sync with the private feed from now on. */
export function followBalances(): void {
  onMemberEvent('assets.balance', (rows) => {
    const changes = new Map(
      rows.map(({ coinname, frozen, ...row }) => [coinname, { ...row, held: frozen }]),
    );
    const known = queryClient.getQueryData(balanceKeys.coins) as Coin[] | undefined;
    if (known) {
      const coins = known.map((coin) => ({ ...coin, ...changes.get(coin.asset) }));
      queryClient.setQueryData(balanceKeys.coins, coins);
    }
    const isNew = rows.some(({ coinname }) => !known?.some(({ asset }) => asset === coinname));
    // The server computes the value in USDT; it also has to send assets not seen before.
    if (isNew) void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
    void queryClient.invalidateQueries({ queryKey: balanceKeys.worth });
  });
}
