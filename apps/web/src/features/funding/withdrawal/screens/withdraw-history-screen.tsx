/** The member's withdrawals, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ALL_STATUSES } from '../../request/status-filter.tsx';
import { TransferHistory } from '../../request/request-history.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { withdrawalsQuery } from '../api.ts';
import { WithdrawalRow } from '../parts/withdrawal-row.tsx';

export function WithdrawHistoryScreen() {
  const t = useT();
  const [status, setStatus] = useState(ALL_STATUSES);
  const none = (
    <EmptyState
      title={t('withdrawal.noWithdrawals')}
      label={t('withdrawal.listTitle')}
      page={pages.withdrawList}
    />
  );
  const noneLikeThis = <StateBlock kind="empty" title={t('withdrawal.noneLikeThis')} />;
  return (
    <TransferHistory
      title={t('withdrawal.historyTitle')}
      filter={{ status, onChoose: setStatus }}
      query={useInfiniteQuery(withdrawalsQuery(status))}
      renderRow={(withdrawal) => <WithdrawalRow withdrawal={withdrawal} />}
      empty={status === ALL_STATUSES ? none : noneLikeThis}
    />
  );
}
