/** The member's crypto deposits, newest first, filtered by status. */
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
import { type Deposit, depositsQuery } from '../api.ts';
import { depositTypeKey, SUBMITTED_BY_MEMBER } from '../deposit-type.ts';

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

function DepositRow({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const to = useLinks();
  const { ID, coin, czline, num, type } = deposit;
  const ways = [czline, ...(type === SUBMITTED_BY_MEMBER ? [] : [t(depositTypeKey(type))])];
  const way = ways.filter((each) => each !== '').join(' · ');
  const link = to(pages.depositDetail, { id: String(ID) });
  return <RecordRow link={link} coin={coin} way={way} num={num} record={deposit} />;
}
