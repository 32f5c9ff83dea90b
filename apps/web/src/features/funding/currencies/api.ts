/** The currencies of wires and payouts, and refetching everything about bank money. */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../kernel/balances.ts';
import type { Terms } from '../../../kernel/coin-networks.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

type WireCurrency = RowOf<'GET /user_bank/currencies'>;

export interface Currency extends Pick<WireCurrency, 'name' | 'places'> {
  /** "USD" */
  asset: string;
  wires: Omit<Terms, 'fee'>;
  payouts: Terms;
}

const currencyOf = (wire: WireCurrency): Currency => ({
  asset: wire.coinname,
  name: wire.name,
  places: wire.places,
  wires: { min: wire.wireMin, max: wire.wireMax, isOpen: wire.takesWires },
  payouts: {
    min: wire.payoutMin,
    max: wire.payoutMax,
    fee: wire.payoutFee,
    isOpen: wire.takesPayouts,
  },
});

/** Common prefix of the cache keys of wires, payouts, bank cards and currencies. */
export const BANK_MONEY = 'fiat';

/** Operators change bounds and fees: refetched whenever a screen opens. */
export const currenciesQuery = queryOptions({
  queryKey: [BANK_MONEY, 'currencies'],
  queryFn: async ({ signal }) =>
    (await call('GET /user_bank/currencies', {}, { signal })).list.map(currencyOf),
});

/** Refetches what is shown: the screen may be out of date. */
export function reloadBankMoney(): void {
  void queryClient.invalidateQueries({ queryKey: [BANK_MONEY] });
  void queryClient.invalidateQueries({ queryKey: balanceKeys.all });
}
