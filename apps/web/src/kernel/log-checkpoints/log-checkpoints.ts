/** The checkpoints of the public log, as the exchange keeps and publishes them. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { call } from '../../platform/http/call.ts';
import { nextPage } from '../paged-list.tsx';

declare module '../../platform/i18n/message-key.ts' {
  interface MessageAreas {
    'log-checkpoints': typeof import('../../locales/proof/log-checkpoints/en.json');
  }
}

type WireCheckpoint = RowOf<'GET /public-log/checkpoints'>;

/** A checkpoint as it was published. `ID`: entries of the log. */
export interface PastCheckpoint extends WireCheckpoint {
  /** Where its signed note is. */
  readonly href: string;
}

const PAGE_SIZE = 20;
/** One is kept each ten minutes at most. */
const REFRESH_MS = 60_000;

async function fetchPage(page: number, pageSize: number) {
  const answer = await call('GET /public-log/checkpoints', { page, pageSize });
  const list = answer.list.map(
    (row): PastCheckpoint => ({ ...row, href: `/log/checkpoint/${row.ID}` }),
  );
  return { ...answer, list };
}

/** All of them, page by page, the newest first. */
export const checkpointsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['public-log', 'history'],
    queryFn: ({ pageParam }) => fetchPage(pageParam, PAGE_SIZE),
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });

/** The newest few, and those that follow while the page is open. */
export const newestCheckpointsQuery = (count: number) =>
  queryOptions({
    queryKey: ['public-log', 'newest', count],
    queryFn: async () => (await fetchPage(1, count)).list,
    refetchInterval: REFRESH_MS,
  });

/** The beginning and the end of a root, to compare with the checkpoint by eye. */
export const shortRoot = (root: string): string => `${root.slice(0, 8)}…${root.slice(-7, -1)}`;
