/** The member's payouts, newest first, filtered by status. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { StateBlock } from '@tern/ui';
import { useState } from 'react';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { RecordRow } from '../../request/record-row.tsx';
import { ALL_STATUSES } from '../../request/status-filter.tsx';
import { TransferHistory } from '../../request/request-history.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { payoutsQuery } from '../api.ts';
import { withDots } from '../../bank-cards/bank-numbers.ts';

export function PayoutHistoryScreen() {
  const t = useT();
  const to = useLinks();
  const [status, setStatus] = useState(ALL_STATUSES);
  return (
    <TransferHistory
      title={t('fiat.historyTitle')}
      filter={{ status, onChoose: setStatus }}
      query={useInfiniteQuery(payoutsQuery(status))}
      renderRow={(payout) => (
        <RecordRow
          link={to(pages.fiatWithdrawDetail, { id: String(payout.ID) })}
          coin={payout.coinname}
          way={withDots(payout.bankcard)}
          num={payout.num}
          record={payout}
        />
      )}
      empty={
        status === ALL_STATUSES ? (
          <EmptyState
            title={t('fiat.noPayouts')}
            label={t('fiat.withdrawTitle')}
            page={pages.fiatWithdraw}
          />
        ) : (
          <StateBlock kind="empty" title={t('transfer.noneLikeThis')} />
        )
      }
    />
  );
}
