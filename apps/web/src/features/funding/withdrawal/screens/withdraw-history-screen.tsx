/** The member's withdrawals, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ALL_STATUSES } from '../../request/status-filter.tsx';
import { TransferHistory } from '../../request/request-history.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { RecordRow } from '../../request/record-row.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type Withdrawal, withdrawalsQuery } from '../api.ts';

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

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const to = useLinks();
  const { ID, coinname, czline, num } = withdrawal;
  const link = to(pages.withdrawDetail, { id: String(ID) });
  return <RecordRow link={link} coin={coinname} way={czline} num={num} record={withdrawal} />;
}
