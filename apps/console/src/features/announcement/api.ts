/** Queries of announcements and articles. */
import { useQuery } from '@tanstack/react-query';
import type { OperatorOutput } from '@tern/protocol/operator/client';
import { REVIEWS } from '../../kernel/live-queue.ts';
import { PAGE_SIZE } from '../../kernel/pager.tsx';
import { texts } from '../../kernel/texts.ts';
import { call } from '../../platform/call.ts';

export type Listed = OperatorOutput<'GET /operator/announcement/list'>['list'][number];
export type Draft = OperatorOutput<'GET /operator/announcement/find'>['reannouncement'];
export type Lang = keyof typeof texts.announcements.langs;

export const everyLang = Object.keys(texts.announcements.langs) as Lang[];

/** Under the reviews' key, so that a decision in the queue refetches it. */
const KEY = [REVIEWS, 'announcements'];

/** `cate` empty: all. */
export function useAnnouncements(cate: string, page: number) {
  return useQuery({
    queryKey: [...KEY, 'list', cate, page],
    queryFn: () =>
      call('GET /operator/announcement/list', {
        page,
        pageSize: PAGE_SIZE,
        ...(cate === '' ? {} : { cate }),
      }),
  });
}

export function useDraft(id: string) {
  return useQuery({
    queryKey: [...KEY, 'one', id],
    queryFn: async () => (await call('GET /operator/announcement/find', { ID: id })).reannouncement,
  });
}
