/** One payout: status, terms, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { ContactLink } from '../../../../kernel/contact-link.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { reloadBankMoney } from '../../currencies/api.ts';
import { MoneyReturns } from '../../request/money-returns.tsx';
import { CancelBar, RequestDetail, RequestDetailScreen } from '../../request/request-detail.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelPayout, patchPayout, type Payout, payoutQuery } from '../api.ts';
import { PayoutFacts } from '../parts/payout-facts.tsx';

const UNDER_REVIEW = 1;

export function PayoutDetailScreen() {
  const t = useT();
  return (
    <RequestDetailScreen
      title={t('fiat.detailTitle')}
      action={<ContactLink />}
      none={{ title: t('fiat.noneChosen'), page: pages.fiatWithdrawHistory }}
      renderDetail={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(payoutQuery(id));
  const { ask, dialog } = useCancelPayout(query.data);
  const end = { next: t('fiat.stepPaying'), done: t('fiat.stepPaid'), text: t('fiat.toYourCard') };
  const canCancel = query.data?.status === UNDER_REVIEW;
  return (
    <RequestDetail
      query={query}
      coinOf={({ coinname }) => coinname}
      timelineOf={() => ({ end })}
      renderFacts={(payout) => <PayoutFacts payout={payout} />}
      over={t('transfer.returned')}
      foot={canCancel && <CancelBar label={t('transfer.cancelIt')} onPress={ask} />}
      dialog={dialog}
    />
  );
}

function useCancelPayout(payout: Payout | undefined) {
  return useCancelRequest({
    record: payout,
    coin: payout?.coinname,
    send: cancelPayout,
    patch: patchPayout,
    reload: reloadBankMoney,
    outcome: 'cancelledOut',
    meaning: payout && <MoneyReturns {...payout} />,
  });
}
