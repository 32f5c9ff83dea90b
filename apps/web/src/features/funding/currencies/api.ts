/** The currencies of wires and payouts, and refetching everything about bank money. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type Currency = Output<'GET /user_bank/currencies'>['list'][number];

/** Common prefix of the cache keys of wires, payouts, bank cards and currencies. */
export const BANK_MONEY = 'fiat';

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const currenciesQuery = queryOptions({
  queryKey: [BANK_MONEY, 'currencies'],
  queryFn: async ({ signal }) => (await call('GET /user_bank/currencies', {}, { signal })).list,
});

/** Refetches what is shown: the screen may be out of date. */
export function reloadBankMoney(): void {
  void queryClient.invalidateQueries({ queryKey: [BANK_MONEY] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}
