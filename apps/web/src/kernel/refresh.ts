/** Pull to refresh: refetches everything a page shows. */
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { useReportError } from './report-error.ts';

type Paged = InfiniteData<unknown>;

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** Paged lists restart at their first page: the member is at the top, and the rest loads on scrolling. */
function keepFirstPages(): void {
  queryClient.setQueriesData<Paged>(
    { type: 'active', predicate: ({ state }) => isPaged(state.data) },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
}

/** A page without data shows its own error. */
function showsOwnError(): boolean {
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  return active.some(({ state }) => state.status === 'error' && state.data === undefined);
}

/** `<ScreenBody onRefresh={useRefresh()}>`: refetches everything the page shows; keeps the old data on failure. */
export function useRefresh(): () => Promise<void> {
  const report = useReportError();
  return async () => {
    keepFirstPages();
    try {
      await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true });
    } catch (error) {
      // Report a failure once: while offline, the strip already shows it.
      if (navigator.onLine && !showsOwnError()) report(error);
    }
  };
}
