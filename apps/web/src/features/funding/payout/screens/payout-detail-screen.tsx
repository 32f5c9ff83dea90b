/** One payout: status, terms, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { useRecordId } from '../../../../kernel/record-id.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { ContactLink } from '../../../../kernel/contact-link.tsx';
import { MoneyReturns } from '../../request/money-returns.tsx';
import { OutgoingDetail } from '../../request/outgoing-detail.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { cancelPayout, patchPayout, type Payout, payoutQuery } from '../api.ts';
import { reloadBankMoney } from '../../currencies/api.ts';
import { PayoutFacts } from '../parts/payout-facts.tsx';

const UNDER_REVIEW = 1;

export function PayoutDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.detailTitle')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      {id === undefined ? <NoneChosen /> : <Detail key={id} id={id} />}
    </>
  );
}

function NoneChosen() {
  const t = useT();
  return (
    <ScreenBody>
      <EmptyState
        title={t('fiat.noneChosen')}
        label={t('transfer.records')}
        page={pages.fiatWithdrawHistory}
        isReplaced
      />
    </ScreenBody>
  );
}

function useCancelPayout(payout: Payout | undefined) {
  const t = useT();
  return useCancelRequest({
    record: payout,
    coin: payout?.coinname,
    send: cancelPayout,
    onDone: (row) => {
      patchPayout(row);
      reloadBankMoney();
    },
    onFailed: reloadBankMoney,
    words: {
      question: t('transfer.cancelQuestion'),
      confirm: t('transfer.cancelIt'),
    },
    outcome: 'cancelledOut',
    meaning: payout && <MoneyReturns {...payout} />,
  });
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(payoutQuery(id));
  return (
    <OutgoingDetail
      query={query}
      end={{
        next: t('fiat.stepPaying'),
        done: t('fiat.stepPaid'),
        text: t('fiat.toYourCard'),
      }}
      renderFacts={(payout) => <PayoutFacts payout={payout} />}
      canCancel={query.data?.status === UNDER_REVIEW}
      cancelling={useCancelPayout(query.data)}
    />
  );
}
