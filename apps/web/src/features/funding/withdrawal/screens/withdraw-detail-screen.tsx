/** One withdrawal: status, terms, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { useRecordId } from '../../../../kernel/record-id.ts';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { OutgoingDetail } from '../../request/outgoing-detail.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { withdrawalQuery } from '../api.ts';
import { useCancelWithdrawal } from '../parts/cancel-withdrawal.tsx';
import { WithdrawalFacts } from '../parts/withdrawal-facts.tsx';

export function WithdrawDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('withdrawal.detailTitle')} back={back} />
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
        title={t('withdrawal.noneChosen')}
        label={t('transfer.records')}
        page={pages.withdrawHistory}
        isReplaced
      />
    </ScreenBody>
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(withdrawalQuery(id));
  return (
    <OutgoingDetail
      query={query}
      end={{
        next: t('withdrawal.stepSending'),
        done: t('withdrawal.stepSent'),
        text: t('withdrawal.toYourAddress'),
      }}
      renderFacts={(withdrawal) => <WithdrawalFacts withdrawal={withdrawal} />}
      canCancel={query.data?.status === 1 && !query.data.isApproved}
      cancelling={useCancelWithdrawal(query.data)}
    />
  );
}
