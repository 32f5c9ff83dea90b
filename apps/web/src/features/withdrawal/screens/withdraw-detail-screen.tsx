/** One withdrawal: where it stands, what was agreed, and the way to take it back. */
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CtaBar, NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import { useChosenId } from '../../../kernel/chosen-id.ts';
import { Loaded } from '../../../kernel/loaded.tsx';
import { NothingThere } from '../../../kernel/nothing-there.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useRefresh } from '../../../kernel/refresh.ts';
import { ReasonNote } from '../../../kernel/transfer/reason-note.tsx';
import styles from '../../../kernel/transfer/record-detail.module.css';
import { RecordHead } from '../../../kernel/transfer/record-head.tsx';
import { ReviewTimeline } from '../../../kernel/transfer/review-timeline.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../platform/navigation/links.ts';
import { withdrawalQuery } from '../api.ts';
import { useCancelWithdrawal } from '../parts/cancel-withdrawal.tsx';
import { WithdrawalFacts } from '../parts/withdrawal-facts.tsx';

export function WithdrawDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useChosenId();
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
      <NothingThere
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
  const refresh = useRefresh();
  const query = useQuery(withdrawalQuery(id));
  const cancelling = useCancelWithdrawal(query.data);
  const canCancel = query.data?.status === 1 && !query.data.isApproved;
  return (
    <>
      <ScreenBody isPadded foot={canCancel ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query}>
          {(withdrawal) => (
            <>
              <RecordHead coin={withdrawal.coinname} num={withdrawal.num} record={withdrawal} />
              <div className={styles.stack}>
                <ReasonNote record={withdrawal} over={t('transfer.returned')} />
                <Card>
                  <ReviewTimeline
                    record={withdrawal}
                    end={{
                      next: t('withdrawal.stepSending'),
                      done: t('withdrawal.stepSent'),
                      text: t('withdrawal.toYourAddress'),
                    }}
                  />
                </Card>
                <WithdrawalFacts withdrawal={withdrawal} />
              </div>
            </>
          )}
        </Loaded>
      </ScreenBody>
      {canCancel && (
        <CtaBar>
          <Button kind="outline" isFull onPress={cancelling.ask}>
            {t('transfer.cancelIt')}
          </Button>
        </CtaBar>
      )}
      {cancelling.dialog}
    </>
  );
}
