/** The member's swaps, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { EmptyState } from '../../../kernel/empty-state.tsx';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
import { swapsQuery } from '../api.ts';
import { SwapRow } from '../parts/swap-row.tsx';

export function SwapHistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('swap.historyTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <PagedList
          query={useInfiniteQuery(swapsQuery)}
          renderRow={(swap) => <SwapRow swap={swap} />}
          empty={<EmptyState title={t('swap.none')} label={t('swap.title')} page={pages.swap} />}
        />
      </ScreenBody>
    </>
  );
}
