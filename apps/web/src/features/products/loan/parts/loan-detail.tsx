/** One loan, followed live: review, what is owed and when, its repayments, and repaying it. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CtaBar,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  SkeletonDetail,
  formatDate,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { useAmountText } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import stackStyles from '../../../../kernel/record-detail.module.css';
import { ContactLink, useContactReference } from '../../../../kernel/record-screen.tsx';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { StepList } from '../../../../kernel/step-list.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Loan, loanQuery, type LoanRecord, reloadLoans } from '../api.ts';
import { isOwed } from '../loan-view.ts';
import { useLoanSteps } from '../use-loan-steps.ts';
import { LoanHead } from './loan-head.tsx';
import { LoanFacts, LoanProgress, Repayments } from './loan-sums.tsx';
import { RepaySheet } from './repay-sheet.tsx';

export function LoanDetail({ id }: { id: number }) {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const query = useQuery(loanQuery(id));
  const loan = query.data?.loan;
  const foot = loan && footOf(loan);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('loan.title')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot={foot ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(record) => <Record record={record} />}
        </Loaded>
      </ScreenBody>
      {foot}
    </>
  );
}

function Record({ record: { loan, repayments } }: { record: LoanRecord }) {
  const steps = useLoanSteps(loan);
  useContactReference(loan.orderNo);
  return (
    <>
      <LoanHead loan={loan} />
      <div className={stackStyles.stack}>
        {loan.status === 'overdue' && <OverdueNote loan={loan} />}
        {isOwed(loan) && <LoanProgress loan={loan} />}
        <Card>
          <StepList steps={steps} />
        </Card>
        <LoanFacts loan={loan} />
        <Repayments asset={loan.asset} repayments={repayments} />
      </div>
    </>
  );
}

function OverdueNote({ loan: { asset, dueAt, perDay } }: { loan: Loan }) {
  const t = useT();
  const locale = useNumberLocale();
  const print = useAmountText(useCoinPlaces(asset));
  const date = formatDate(dueAt, { locale, detail: 'day' });
  const sum = { amount: print(perDay), coin: asset };
  return <Note kind="warn">{t('loan.overdueNote', { date, ...sum })}</Note>;
}

function footOf(loan: Loan) {
  if (isOwed(loan)) return <Repay loan={loan} />;
  return loan.status === 'rejected' ? <ApplyAgain /> : undefined;
}

function Repay({ loan }: { loan: Loan }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    // What is owed may have grown since the page was opened.
    reloadLoans();
    setOpen(true);
  };
  return (
    <>
      <CtaBar>
        <Button kind="primary" isFull onPress={open}>
          {t('loan.repay')}
        </Button>
      </CtaBar>
      <RepaySheet loan={loan} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function ApplyAgain() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <CtaBar>
      <Button isFull onPress={() => navigator.push(pages.loan)}>
        {t('loan.seeLoans')}
      </Button>
    </CtaBar>
  );
}
