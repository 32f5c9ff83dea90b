/** The member's withdrawals: the list, and one of them with cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { pages } from '../../../../../kernel/pages.ts';
import { ContactLink, RecordScreen } from '../../../../../kernel/record-screen.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { CancelBar, RequestDetail } from '../../request/request-detail.tsx';
import { RequestListScreen } from '../../request/request-list.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelWithdrawal, patchWithdrawal, withdrawals } from '../api.ts';
import { WithdrawalFacts } from '../parts/withdrawal-facts.tsx';

export function WithdrawHistoryScreen() {
  const t = useT();
  return (
    <RequestListScreen
      title={t('withdrawal.historyTitle')}
      listQuery={withdrawals.listQuery}
      page={pages.withdrawDetail}
      wayOf={({ network }) => network}
      none={{
        title: t('withdrawal.noWithdrawals'),
        label: t('withdrawal.listTitle'),
        page: pages.withdrawList,
      }}
      noneOfStatus={t('withdrawal.noneLikeThis')}
    />
  );
}

export function WithdrawDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('withdrawal.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('withdrawal.noneChosen'),
        label: t('transfer.records'),
        page: pages.withdrawHistory,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(withdrawals.oneQuery(id));
  const { ask, dialog } = useCancelRequest({
    request: query.data,
    send: cancelWithdrawal,
    patch: patchWithdrawal,
    reload: withdrawals.reload,
  });
  const end = {
    next: t('withdrawal.stepSending'),
    done: t('withdrawal.stepSent'),
    text: t('withdrawal.toYourAddress'),
  };
  const canCancel = query.data?.status === 'underReview' && query.data.isApproved !== true;
  return (
    <RequestDetail
      query={query}
      timelineOf={() => ({ end })}
      renderFacts={(withdrawal) => <WithdrawalFacts withdrawal={withdrawal} />}
      over={t('transfer.returned')}
      foot={canCancel && <CancelBar label={t('transfer.cancelIt')} onPress={ask} />}
      dialog={dialog}
    />
  );
}
