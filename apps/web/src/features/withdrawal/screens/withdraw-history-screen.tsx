/** The member's withdrawals, newest first, of one status or all. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, NavBar, ScreenBody, ScreenHeader, StateBlock } from '@tern/ui';
import { useState } from 'react';
import { PagedList } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { ALL_STATUSES, StatusFilter } from '../../../kernel/transfer/status-filter.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useBack } from '../../../platform/navigation/links.ts';
import { withdrawalsQuery } from '../api.ts';
import { WithdrawalRow } from '../parts/withdrawal-row.tsx';

export function WithdrawHistoryScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const [status, setStatus] = useState(ALL_STATUSES);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('withdrawal.historyTitle')} back={back} />
        <StatusFilter status={status} onChoose={setStatus} />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <PagedList
          key={status}
          query={useInfiniteQuery(withdrawalsQuery(status))}
          renderRow={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
          empty={<Nothing isFiltered={status !== ALL_STATUSES} />}
        />
      </ScreenBody>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const t = useT();
  const navigator = useNavigator();
  if (isFiltered) return <StateBlock kind="empty" title={t('withdrawal.noneLikeThis')} />;
  return (
    <StateBlock
      kind="empty"
      title={t('withdrawal.noWithdrawals')}
      action={
        <Button isSmall onPress={() => navigator.push(pages.withdrawList)}>
          {t('withdrawal.listTitle')}
        </Button>
      }
    />
  );
}
