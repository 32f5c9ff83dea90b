/** Bank card calls and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, RowOf } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { BANK_MONEY } from '../currencies/api.ts';

export type BankCard = RowOf<'GET /user_bank/getUser_bankList'>;

/** spec §9 */
const CARDS_SIZE = 100;
const CARDS = [BANK_MONEY, 'cards'] as const;

/** All bank cards, newest first. */
export const cardsQuery = queryOptions({
  queryKey: CARDS,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: CARDS_SIZE };
    return (await call('GET /user_bank/getUser_bankList', input, { signal })).list;
  },
});

export type CardInput = Input<'POST /user_bank/createUser_bank'>;

/** Fails with: 5001 (the field); 5012 if there are too many; 5016. */
export async function saveCard(input: CardInput): Promise<BankCard> {
  const { bank } = await call('POST /user_bank/createUser_bank', input);
  queryClient.setQueryData<BankCard[]>(CARDS, (known) => known && [bank, ...known]);
  return bank;
}

/** Fails with: 5007. */
export async function deleteCard(id: number): Promise<void> {
  await call('DELETE /user_bank/deleteUser_bank', { ID: id });
  await queryClient.invalidateQueries({ queryKey: CARDS });
}
