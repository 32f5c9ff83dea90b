/** The member's payouts: the list, and one of them with cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { pages } from '../../../../../kernel/pages.ts';
import { ContactLink, RecordScreen } from '../../../../../kernel/record-screen.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { reloadBankMoney } from '../../currencies/api.ts';
import { CancelBar, RequestDetail } from '../../request/request-detail.tsx';
import { RequestListScreen } from '../../request/request-list.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelPayout, type Payout, payouts } from '../api.ts';
import { PayoutFacts } from '../parts/payout-facts.tsx';

export function PayoutHistoryScreen() {
  const t = useT();
  return (
    <RequestListScreen
      title={t('fiat.historyTitle')}
      listQuery={payouts.listQuery}
      page={pages.fiatWithdrawDetail}
      wayOf={({ account }) => account.number}
      none={{
        title: t('fiat.noPayouts'),
        label: t('fiat.withdrawTitle'),
        page: pages.fiatWithdraw,
      }}
      noneOfStatus={t('transfer.noneLikeThis')}
    />
  );
}

export function PayoutDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('fiat.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('fiat.noneChosen'),
        label: t('transfer.records'),
        page: pages.fiatWithdrawHistory,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(payouts.oneQuery(id));
  const { ask, dialog } = useCancelRequest({
    request: query.data,
    send: cancelPayout,
    patch: payouts.patch,
    reload: reloadBankMoney,
  });
  const endOf = ({ isApproved, bankReference: reference }: Payout) => ({
    next: t(isApproved === true ? 'fiat.stepSending' : 'fiat.stepPaying'),
    done: reference === '' ? t('fiat.stepPaid') : t('fiat.stepSent', { reference }),
    text: t('fiat.toYourCard'),
  });
  const canCancel = query.data?.status === 'underReview' && query.data.isApproved !== true;
  return (
    <RequestDetail
      query={query}
      timelineOf={(payout) => ({ end: endOf(payout) })}
      renderFacts={(payout) => <PayoutFacts payout={payout} />}
      over={t('transfer.returned')}
      foot={canCancel && <CancelBar label={t('transfer.cancelIt')} onPress={ask} />}
      dialog={dialog}
    />
  );
}
