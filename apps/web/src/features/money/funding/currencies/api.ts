/** The currencies of wires and payouts, and refetching everything about bank money. */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { balanceKeys } from '../../../../kernel/balances.ts';
import type { Terms } from '../../../../kernel/coin-networks.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';

type CurrencyDto = RowOf<'GET /user_bank/currencies'>;

export interface Currency extends Pick<CurrencyDto, 'name' | 'places'> {
  /** "USD" */
  asset: string;
  wires: Omit<Terms, 'fee'>;
  payouts: Terms;
  /** Markets lead to it: it is paid out for other coins, and others for it. */
  isConvertible: boolean;
}

const currencyOf = (dto: CurrencyDto): Currency => ({
  asset: dto.coinname,
  name: dto.name,
  places: dto.places,
  wires: { min: dto.wireMin, max: dto.wireMax, isOpen: dto.takesWires },
  payouts: {
    min: dto.payoutMin,
    max: dto.payoutMax,
    fee: dto.payoutFee,
    isOpen: dto.takesPayouts,
  },
  isConvertible: dto.isConvertible,
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
