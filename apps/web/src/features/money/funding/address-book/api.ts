/** Address book calls in the app's own terms, and their cached list. */
import { queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';
import { WITHDRAWALS } from '../request/api.ts';

type AddressDto = RowOf<'GET /user_qianbao/getUser_qianbaoList'>;

export interface Address extends Pick<AddressDto, 'ID' | 'memo' | 'name' | 'remark'> {
  asset: string;
  /** "TRC20" */
  network: string;
  address: string;
  /** ISO 8601; withdrawals to it are possible from this time on. */
  usableFrom: string;
}

const addressOf = ({ coin, czline, addr, ...row }: AddressDto): Address => ({
  ...row,
  asset: coin,
  network: czline,
  address: addr,
});

/** More than an address book can contain. */
const BOOK_SIZE = 100;
const ADDRESSES = [WITHDRAWALS, 'addresses'] as const;

/** The whole address book, newest first. */
export const addressesQuery = queryOptions({
  queryKey: ADDRESSES,
  queryFn: async ({ signal }) => {
    const input = { page: 1, pageSize: BOOK_SIZE };
    const { list } = await call('GET /user_qianbao/getUser_qianbaoList', input, { signal });
    return list.map(addressOf);
  },
});

export type NewAddress = Pick<
  Address,
  'asset' | 'network' | 'address' | 'memo' | 'name' | 'remark'
>;

/** The form's fields of those in the API. */
export const ADDRESS_FIELDS = { addr: 'address', memo: 'memo', name: 'name' } as const;

/** @throws not-listed; invalid-request; limit-reached if the book is full; already-exists */
export async function saveAddress(draft: NewAddress): Promise<Address> {
  const { asset, network, address, memo, name, remark } = draft;
  const input = {
    coin: asset,
    czline: network,
    addr: address,
    ...(memo !== '' && { memo }),
    name,
    remark,
  };
  const { wallet } = await call('POST /user_qianbao/createUser_qianbao', input);
  const saved = addressOf(wallet);
  queryClient.setQueryData<Address[]>(ADDRESSES, (known) => known && [saved, ...known]);
  return saved;
}

/** @throws not-found */
export async function deleteAddress(id: number): Promise<void> {
  await call('DELETE /user_qianbao/deleteUser_qianbao', { ID: id });
  await queryClient.invalidateQueries({ queryKey: ADDRESSES });
}
