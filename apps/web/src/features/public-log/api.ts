/** The history of the log, as the exchange publishes it. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import type { RowOf } from '@tern/protocol/client';
import { nextPage } from '../../kernel/paged-list.tsx';
import { call } from '../../platform/http/call.ts';

type WireCheckpoint = RowOf<'GET /public-log/checkpoints'>;

/** A checkpoint as it was published. `ID`: entries of the log. */
export interface PastCheckpoint extends WireCheckpoint {
  /** Where its signed note is. */
  readonly href: string;
}

export const historyQuery = () =>
  infiniteQueryOptions({
    queryKey: ['public-log', 'history'],
    queryFn: async ({ pageParam }) => {
      const page = await call('GET /public-log/checkpoints', { page: pageParam, pageSize: 20 });
      const list = page.list.map((row) => ({ ...row, href: `/log/checkpoint/${row.ID}` }));
      return { ...page, list };
    },
    initialPageParam: 1,
    getNextPageParam: nextPage,
  });
