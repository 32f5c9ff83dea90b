/** The coins that can leave, asked for. */
import { useQuery } from '@tanstack/react-query';
import { useCoins } from '../../kernel/balances.ts';
import { offeredCoinsQuery } from '../../kernel/coin-networks.ts';
import type { Loadable } from '../../kernel/loaded.tsx';
import { withdrawable, type WithdrawableCoin } from './withdrawable-coins.ts';

/** Balances and networks seen as one, for `<Loaded>`. */
export function useWithdrawableCoins(): Loadable<WithdrawableCoin[]> {
  const coins = useCoins();
  const offered = useQuery(offeredCoinsQuery);
  const isComplete = coins.data !== undefined && offered.data !== undefined;
  return {
    data: isComplete ? withdrawable(coins.data.list, offered.data) : undefined,
    isError: coins.isError || offered.isError,
    error: coins.error ?? offered.error,
    refetch: () => Promise.all([coins.refetch(), offered.refetch()]),
  };
}
