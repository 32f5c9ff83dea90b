/** One deposit: status, details, and cancelling or resubmitting it. */
import { useQuery } from '@tanstack/react-query';
import { Button, Card, CtaBar, NavBar, ScreenBody, ScreenHeader, SkeletonDetail } from '@tern/ui';
import { useRecordId } from '../../../../kernel/record-id.ts';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { EmptyState } from '../../../../kernel/empty-state.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { ContactLink } from '../../../../kernel/contact-link.tsx';
import { ReasonNote } from '../../request/reason-note.tsx';
import styles from '../../request/record-detail.module.css';
import { RecordHead } from '../../request/record-head.tsx';
import { ReviewTimeline } from '../../request/review-timeline.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { type Deposit, depositQuery } from '../api.ts';
import { SUBMITTED_BY_MEMBER, depositTypeKey } from '../deposit-type.ts';
import { useCancelDeposit } from '../parts/cancel-deposit.tsx';
import { DepositFacts } from '../parts/deposit-facts.tsx';

export function DepositDetailScreen() {
  const t = useT();
  const back = useBack();
  const id = useRecordId();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('deposit.detailTitle')} back={back} action={<ContactLink />} />
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
        title={t('deposit.noneChosen')}
        label={t('transfer.records')}
        page={pages.depositHistory}
        isReplaced
      />
    </ScreenBody>
  );
}

const UNDER_REVIEW = 1;
const REJECTED = 3;

function Detail({ id }: { id: number }) {
  const refresh = useRefresh();
  const query = useQuery(depositQuery(id));
  const { data } = query;
  const canAct =
    data?.type === SUBMITTED_BY_MEMBER &&
    (data.status === UNDER_REVIEW || data.status === REJECTED);
  return (
    <>
      <ScreenBody isPadded foot={canAct ? 'cta' : 'none'} onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {(deposit) => <Shown deposit={deposit} />}
        </Loaded>
      </ScreenBody>
      {canAct &&
        (data.status === REJECTED ? <SendAgain deposit={data} /> : <Cancel deposit={data} />)}
    </>
  );
}

function Shown({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const credited = t('deposit.stepCredited');
  return (
    <>
      <RecordHead coin={deposit.coin} num={deposit.num} record={deposit} />
      <div className={styles.stack}>
        <ReasonNote record={deposit} />
        <Card>
          <ReviewTimeline
            record={deposit}
            end={{ next: credited, done: credited, text: t('deposit.showsInAssets') }}
            {...(deposit.type === SUBMITTED_BY_MEMBER
              ? {}
              : { unreviewed: t(depositTypeKey(deposit.type)) })}
          />
        </Card>
        <DepositFacts deposit={deposit} />
      </div>
    </>
  );
}

/** Prefills everything but the proof: an image can be used once. */
function SendAgain({ deposit: { coin, czline, num } }: { deposit: Deposit }) {
  const t = useT();
  const navigator = useNavigator();
  return (
    <CtaBar>
      <Button
        kind="primary"
        isFull
        onPress={() => navigator.push(pages.deposit, { coin, network: czline, num })}
      >
        {t('deposit.sendAgain')}
      </Button>
    </CtaBar>
  );
}

function Cancel({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const { ask, dialog } = useCancelDeposit(deposit);
  return (
    <>
      <CtaBar>
        <Button kind="outline" isFull onPress={ask}>
          {t('deposit.cancelIt')}
        </Button>
      </CtaBar>
      {dialog}
    </>
  );
}
