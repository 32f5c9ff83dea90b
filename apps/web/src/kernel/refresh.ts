/** Asking again for all a page shows, as a finger does that pulls it down. */
import type { InfiniteData } from '@tanstack/react-query';
import { queryClient } from './query-client.ts';
import { useReportError } from './report-error.ts';

type Paged = InfiniteData<unknown>;

function isPaged(data: unknown): data is Paged {
  return typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;
}

/** Lists of pages begin again at their first: the member is at the top, and the rest comes as they scroll. */
function keepFirstPages(): void {
  queryClient.setQueriesData<Paged>(
    { type: 'active', predicate: ({ state }) => isPaged(state.data) },
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
}

/** Where there is nothing to show, the page says itself that it could not be loaded. */
function isSaidOnPage(): boolean {
  const active = queryClient.getQueryCache().findAll({ type: 'active' });
  return active.some(({ state }) => state.status === 'error' && state.data === undefined);
}

/** `<ScreenBody onRefresh={useRefresh()}>`: everything the shown page has asked for; what was there stays on a failure. */
export function useRefresh(): () => Promise<void> {
  const report = useReportError();
  return async () => {
    keepFirstPages();
    try {
      await queryClient.refetchQueries({ type: 'active' }, { throwOnError: true });
    } catch (error) {
      // A failure is said once: also the strip says it while there is no connection.
      if (navigator.onLine && !isSaidOnPage()) report(error);
    }
  };
}
