/** Queries of the product catalogue. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import type { texts } from '../../../kernel/texts.ts';
import { type InTerms, inTerms } from '../../../kernel/api-terms.ts';
import { call } from '../../../platform/call.ts';

export type Kind = OperatorOutput<'GET /operator/product/kinds'>['list'][number];
export type Field = Kind['fields'][number];
export type Listed = OperatorOutput<'GET /operator/product/list'>['list'][number];
export type Product = OperatorOutput<'GET /operator/product/find'>['reproduct'];
export type Version = Product['versions'][number];
export type Terms = Version['terms'];
export type TermValue = Terms[string];
export type Preview = NonNullable<Version['preview']>;
export type Short = NonNullable<Version['short']>;
export type Treasury = OperatorOutput<'GET /operator/product/house'>;
export type TreasuryRow = Treasury['house'][number];

/** A language of members, by its prefix. */
export type Lang = keyof typeof texts.announcements.langs;

/** Under the reviews' key, so that a decision in the queue refetches it. */
const KEY = [REVIEWS, 'products'];

/** They change with a release only. */
export function useKinds() {
  return useQuery({
    queryKey: ['productKinds'],
    queryFn: async () => (await call('GET /operator/product/kinds', {})).list,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useProducts() {
  return useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: async () => (await call('GET /operator/product/list', {})).list,
  });
}

/** `lang`: of the previews. */
export function useProduct(id: string, lang: Lang = 'en') {
  return useQuery({
    queryKey: [...KEY, 'one', id, lang],
    queryFn: async () => (await call('GET /operator/product/find', { ID: id, lang })).reproduct,
    placeholderData: keepPreviousData,
  });
}

export function useOrders(id: string, page: number) {
  return useQuery({
    queryKey: [...KEY, 'orders', id, page],
    queryFn: () => call('GET /operator/product/orders', { ID: id, page, pageSize: PAGE_SIZE }),
  });
}

export function useTreasury() {
  return useQuery({
    queryKey: [...KEY, 'obligations'],
    queryFn: () => call('GET /operator/product/house', {}),
  });
}

export type TreasuryPlace = InTerms<
  OperatorOutput<'GET /operator/chain/house'>['networks'][number]
>;
export type TreasuryFloat = InTerms<
  OperatorOutput<'GET /operator/chain/house'>['position'][number]
>;
export type TreasuryTransfer = InTerms<
  OperatorOutput<'GET /operator/chain/strays'>['list'][number]
>;

/** The rail reads a block each few seconds. */
const READ_EVERY_MS = 15_000;

/** Where money for the treasury is sent, and what is held beside what is owed. */
export function useTreasuryMoney() {
  return useQuery({
    queryKey: [...KEY, 'treasury'],
    queryFn: async () => inTerms(await call('GET /operator/chain/house', {})),
    refetchInterval: READ_EVERY_MS,
  });
}

/** What arrived at a treasury address, newest first. */
export function useTreasuryTransfers(address: string) {
  return useQuery({
    queryKey: [...KEY, 'transfers', address],
    queryFn: async () => {
      const input = { search: address, page: 1, pageSize: PAGE_SIZE };
      return inTerms((await call('GET /operator/chain/strays', input)).list);
    },
    refetchInterval: READ_EVERY_MS,
  });
}

interface Typed {
  kind: string;
  /** Undefined for a new product. */
  id: number | undefined;
  terms: Terms;
  /** Of the preview. */
  lang: Lang;
}

/** The preview of terms as they are typed, or their problems. The previous one stays while the next is loading. */
export function useChecked({ kind, id, terms, lang }: Typed) {
  return useQuery({
    queryKey: [...KEY, 'checked', kind, id, terms, lang],
    queryFn: () =>
      call('POST /operator/product/check', {
        kind,
        terms,
        lang,
        ...(id === undefined ? {} : { ID: id }),
      }),
    placeholderData: keepPreviousData,
  });
}
