/** Address book calls and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { Input, RowOf } from '@tern/protocol/client';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';

export type Address = RowOf<'GET /user_qianbao/getUser_qianbaoList'>;

/** More than an address book can contain. */
const BOOK_SIZE = 100;
/** Below the withdrawals' key, which a refetch of withdrawals covers too. */
const ADDRESSES = ['withdrawal', 'addresses'] as const;

/** The whole address book, newest first. */
export const addressesQuery = queryOptions({
  queryKey: ADDRESSES,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: BOOK_SIZE };
    return (await call('GET /user_qianbao/getUser_qianbaoList', input, { signal })).list;
  },
});

export type AddressInput = Input<'POST /user_qianbao/createUser_qianbao'>;

/** Fails with: 4019; 5001 (addr, memo, name); 5012 if the book is full; 5016. */
export async function saveAddress(input: AddressInput): Promise<Address> {
  const { wallet } = await call('POST /user_qianbao/createUser_qianbao', input);
  queryClient.setQueryData<Address[]>(ADDRESSES, (known) => known && [wallet, ...known]);
  return wallet;
}

/** Fails with: 5007. */
export async function deleteAddress(id: number): Promise<void> {
  await call('DELETE /user_qianbao/deleteUser_qianbao', { ID: id });
  await queryClient.invalidateQueries({ queryKey: ADDRESSES });
}
