/** Calls of transfers between members in the app's own terms, their cache and live updates. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Output, RowOf } from '@tern/protocol/client';
import { nextPage } from '../../../../kernel/paged-list.tsx';
import { onMemberEvent } from '../../../../kernel/member-events.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import { call } from '../../../../platform/http/call.ts';

type TransferDto = RowOf<'GET /transfer/list'>;

export interface Transfer extends Pick<TransferDto, 'ID' | 'CreatedAt' | 'recordNo' | 'note'> {
  isSent: boolean;
  asset: string;
  amount: string;
  /** The other one. */
  member: Member;
}

export interface Member {
  id: number;
  /** "A… W…"; empty for one who was verified without documents. */
  name: string;
}

export interface Receiver extends Member {
  isNew: boolean;
  /** The most they can get now, in USDT; empty: no limit of the first day. */
  left: string;
}

export type FindBy = 'id' | 'email' | 'phone';

const SENT = 1;

const transferOf = (row: TransferDto): Transfer => {
  const { ID, CreatedAt, recordNo, note, direction, member, name, coinname, num } = row;
  const other = { id: member, name };
  const sum = { asset: coinname, amount: num };
  return { ID, CreatedAt, recordNo, note, isSent: direction === SENT, ...sum, member: other };
};

const keys = {
  all: ['member-transfer'],
  list: ['member-transfer', 'list'],
  terms: ['member-transfer', 'terms'],
  one: (id: number) => ['member-transfer', 'one', id],
} as const;

export interface Terms {
  /** The most of one transfer, by coin. */
  max: ReadonlyMap<string, string>;
  /** The last first. */
  receivers: (Member & { at: string })[];
}

const termsOf = ({ coins, receivers }: Output<'GET /transfer/terms'>): Terms => ({
  max: new Map(coins.map(({ coinname, max }) => [coinname, max])),
  receivers: receivers.map(({ member, name, CreatedAt }) => ({ id: member, name, at: CreatedAt })),
});

export const termsQuery = queryOptions({
  queryKey: keys.terms,
  queryFn: async ({ signal }) => termsOf(await call('GET /transfer/terms', {}, { signal })),
});

const PAGE_SIZE = 20;

/** Newest first, both directions. */
export const transfersQuery = infiniteQueryOptions({
  queryKey: keys.list,
  queryFn: async ({ pageParam, signal }) => {
    const input = { page: pageParam, pageSize: PAGE_SIZE };
    const page = await call('GET /transfer/list', input, { signal });
    return { ...page, list: page.list.map(transferOf) };
  },
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

/** Immutable once it is made. */
export const transferQuery = (id: number) =>
  queryOptions({
    queryKey: keys.one(id),
    queryFn: async ({ signal }) =>
      transferOf((await call('GET /transfer/find', { ID: id }, { signal })).transfer),
  });

export async function findReceiver(search: { by: FindBy; to: string }): Promise<Receiver> {
  const { receiver } = await call('POST /transfer/findMember', search);
  const { member, ...found } = receiver;
  return { id: member, ...found };
}

export interface TransferInput {
  receiver: number;
  asset: string;
  amount: string;
  note: string;
  password: string;
}

/** The form's fields of those in the API. */
export const SEND_FIELDS = { num: 'amount', member: 'to', to: 'to' } as const;

/** `key` makes retries idempotent. */
export async function sendTransfer(sent: TransferInput, key: string): Promise<Transfer> {
  const { receiver, asset, amount, note, password } = sent;
  const sum = { member: receiver, coinname: asset, num: amount };
  const input = { ...sum, note, pay_password: password };
  return transferOf((await call('POST /transfer/send', input, { idempotencyKey: key })).transfer);
}

/** Lists and terms are loaded again; the transfer is known already. */
export function rememberTransfer(made: Transfer): void {
  queryClient.setQueryData<Transfer>(keys.one(made.ID), made);
  void queryClient.invalidateQueries({ queryKey: keys.list });
  void queryClient.invalidateQueries({ queryKey: keys.terms });
}

onMemberEvent('memberTransfer.added', (row) => rememberTransfer(transferOf(row)));
