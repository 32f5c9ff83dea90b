/** Queries of announcements and articles. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../../kernel/live-queue.ts';
import { PAGE_SIZE } from '../../../kernel/list-controls.tsx';
import { texts } from '../../../kernel/texts.ts';
import { call } from '../../../platform/call.ts';

/** Kinds by `cate` in the API, which counts from 1. */
export const kinds = ['announcement', 'help', 'policy'] as const;
export type Kind = (typeof kinds)[number];

const withKind = <Row extends { cate: number }>({ cate, ...row }: Row) => ({
  ...row,
  kind: kinds[cate - 1] ?? kinds[0],
});

const cateOf = (kind: Kind): number => kinds.indexOf(kind) + 1;

/** The input that creates a draft with its English text. */
export const beginInput = (kind: Kind, written: { title: string; body: string }) => ({
  cate: cateOf(kind),
  ...written,
});

type ListedDto = OperatorOutput<'GET /operator/announcement/list'>['list'][number];
type WireDraft = OperatorOutput<'GET /operator/announcement/find'>['reannouncement'];
export type Listed = ReturnType<typeof withKind<ListedDto>>;
export type Draft = ReturnType<typeof withKind<WireDraft>>;
export type Lang = keyof typeof texts.announcements.langs;

export const everyLang = Object.keys(texts.announcements.langs) as Lang[];

/** Under the reviews' key, so that a decision in the queue refetches it. */
const KEY = [REVIEWS, 'announcements'];

/** `kind` undefined: all. */
export function useAnnouncements(kind: Kind | undefined, page: number) {
  return useQuery({
    queryKey: [...KEY, 'list', kind, page],
    queryFn: async () => {
      const filter = kind === undefined ? {} : { cate: String(cateOf(kind)) };
      const input = { page, pageSize: PAGE_SIZE, ...filter };
      const found = await call('GET /operator/announcement/list', input);
      return { ...found, list: found.list.map(withKind) };
    },
  });
}

export function useDraft(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async () =>
      withKind((await call('GET /operator/announcement/find', { ID: id })).reannouncement),
  });
}
