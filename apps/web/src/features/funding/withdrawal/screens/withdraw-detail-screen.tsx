/** One withdrawal: status, terms, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { MoneyReturns } from '../../request/money-returns.tsx';
import { CancelBar, RequestDetail, RequestDetailScreen } from '../../request/request-detail.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import {
  cancelWithdrawal,
  patchWithdrawal,
  reloadWithdrawals,
  type Withdrawal,
  withdrawalQuery,
} from '../api.ts';
import { WithdrawalFacts } from '../parts/withdrawal-facts.tsx';

const UNDER_REVIEW = 1;

export function WithdrawDetailScreen() {
  const t = useT();
  return (
    <RequestDetailScreen
      title={t('withdrawal.detailTitle')}
      none={{ title: t('withdrawal.noneChosen'), page: pages.withdrawHistory }}
      renderDetail={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(withdrawalQuery(id));
  const { ask, dialog } = useCancelWithdrawal(query.data);
  const end = {
    next: t('withdrawal.stepSending'),
    done: t('withdrawal.stepSent'),
    text: t('withdrawal.toYourAddress'),
  };
  const canCancel = query.data?.status === UNDER_REVIEW && !query.data.isApproved;
  return (
    <RequestDetail
      query={query}
      coinOf={({ coinname }) => coinname}
      timelineOf={() => ({ end })}
      renderFacts={(withdrawal) => <WithdrawalFacts withdrawal={withdrawal} />}
      over={t('transfer.returned')}
      foot={canCancel && <CancelBar label={t('transfer.cancelIt')} onPress={ask} />}
      dialog={dialog}
    />
  );
}

function useCancelWithdrawal(withdrawal: Withdrawal | undefined) {
  return useCancelRequest({
    record: withdrawal,
    coin: withdrawal?.coinname,
    send: cancelWithdrawal,
    patch: patchWithdrawal,
    reload: reloadWithdrawals,
    outcome: 'cancelledOut',
    meaning: withdrawal && <MoneyReturns {...withdrawal} />,
  });
}
