/** The member's loans by status; with an id in the URL one of them. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { OrderList } from '../../../../kernel/products/order-list.tsx';
import { FilterChips } from '../../../../kernel/record-row.tsx';
import { useRecordId } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type LoanFilter, loanFilters, loansQuery } from '../api.ts';
import { LoanDetail } from '../parts/loan-detail.tsx';
import { LoanRow } from '../parts/loan-row.tsx';
import { STATUS_WORDS } from '../parts/status-pill.tsx';

export function LoanHistoryScreen() {
  const id = useRecordId();
  return id === undefined ? <Loans /> : <LoanDetail key={id} id={id} />;
}

function Loans() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const [filter, setFilter] = useState<LoanFilter>('all');
  const none = {
    title: t('loan.none'),
    label: t('loan.seeLoans'),
    page: pages.loan,
    isReplaced: true,
  } as const;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('loan.historyTitle')} back={back} />
        <FilterChips
          label={t('transfer.show')}
          options={loanFilters.map((key) => ({ key, label: t(STATUS_WORDS[key]) }))}
          value={filter}
          onChange={setFilter}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <OrderList
          key={filter}
          query={useInfiniteQuery(loansQuery(filter))}
          renderRow={(loan) => <LoanRow loan={loan} />}
          none={filter === 'all' ? none : t('transfer.noneLikeThis')}
        />
      </ScreenBody>
    </>
  );
}
