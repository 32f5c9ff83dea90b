/** The member's crypto deposits, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ALL_STATUSES } from '../../request/status-filter.tsx';
import { TransferHistory } from '../../request/request-history.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { depositsQuery } from '../api.ts';
import { DepositRow } from '../parts/deposit-row.tsx';

export function DepositHistoryScreen() {
  const t = useT();
  const [status, setStatus] = useState(ALL_STATUSES);
  const none = (
    <EmptyState
      title={t('deposit.noDeposits')}
      label={t('deposit.title')}
      page={pages.depositList}
    />
  );
  const noneLikeThis = <StateBlock kind="empty" title={t('deposit.noneLikeThis')} />;
  return (
    <TransferHistory
      title={t('deposit.historyTitle')}
      filter={{ status, onChoose: setStatus }}
      query={useInfiniteQuery(depositsQuery(status))}
      renderRow={(deposit) => <DepositRow deposit={deposit} />}
      empty={status === ALL_STATUSES ? none : noneLikeThis}
    />
  );
}
