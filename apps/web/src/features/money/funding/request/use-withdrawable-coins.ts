/** The coins that can leave, loaded: for the forms of withdrawals, transfers and addresses. */
import { useQuery } from '@tanstack/react-query';
import { useCoins } from '../../../../kernel/balances.ts';
import { offeredCoinsQuery } from '../../../../kernel/coin-networks.ts';
import type { Loadable } from '../../../../kernel/loaded.tsx';
import { withdrawable, type WithdrawableCoin } from './withdrawable-coins.ts';

/** Combines balances and networks into one query for `<Loaded>`. */
export function useWithdrawableCoins(): Loadable<WithdrawableCoin[]> {
  const coins = useCoins();
  const offered = useQuery(offeredCoinsQuery);
  const isComplete = coins.data !== undefined && offered.data !== undefined;
  return {
    data: isComplete ? withdrawable(coins.data, offered.data) : undefined,
    isError: coins.isError || offered.isError,
    error: coins.error ?? offered.error,
    refetch: () => Promise.all([coins.refetch(), offered.refetch()]),
  };
}
