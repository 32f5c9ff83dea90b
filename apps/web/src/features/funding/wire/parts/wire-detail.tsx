/** One wire: instructions, status, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CtaBar,
  formatDate,
  NavBar,
  ScreenBody,
  ScreenHeader,
  SkeletonDetail,
  useNumberLocale,
} from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { ContactLink } from '../../../../kernel/contact-link.tsx';
import { ReasonNote } from '../../request/reason-note.tsx';
import styles from '../../../../kernel/record-detail.module.css';
import { RecordHead } from '../../request/record-head.tsx';
import { CancelBar } from '../../request/request-detail.tsx';
import { ReviewTimeline } from '../../request/review-timeline.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { cancelWire, patchWire, type Wire, wireQuery } from '../api.ts';
import { reloadBankMoney } from '../../currencies/api.ts';
import { WireFacts } from './wire-facts.tsx';
import { WireLetter } from './wire-letter.tsx';

const UNDER_REVIEW = 1;
const REJECTED = 3;

export function WireDetail({ id }: { id: number }) {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const query = useQuery(wireQuery(id));
  const wire = query.data?.rewire;
  const cancelling = useCancelWire(wire);
  const foot = wire && footOf(wire);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.wireDetails')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded foot={foot === undefined ? 'none' : 'cta'} onRefresh={refresh}>
        <Loaded query={query} skeleton={<SkeletonDetail />}>
          {({ rewire, instructions }) => (
            <>
              <RecordHead coin={rewire.coinname} num={rewire.num} record={rewire} />
              <div className={styles.stack}>
                <ReasonNote record={rewire} over={t('fiat.notCredited')} />
                {rewire.status === UNDER_REVIEW && (
                  <WireLetter wire={rewire} instructions={instructions} />
                )}
                <Progress wire={rewire} />
                <WireFacts wire={rewire} />
              </div>
            </>
          )}
        </Loaded>
      </ScreenBody>
      {wire && foot === 'cancel' && (
        <CancelBar label={t('fiat.cancelWire')} onPress={cancelling.ask} />
      )}
      {wire && foot === 'again' && <SendAgain wire={wire} />}
      {cancelling.dialog}
    </>
  );
}

/** The available action; a member cannot cancel a wire that has arrived. */
function footOf({ status, isArrived }: Wire): 'cancel' | 'again' | undefined {
  if (status === REJECTED) return 'again';
  return status === UNDER_REVIEW && !isArrived ? 'cancel' : undefined;
}

function useCancelWire(wire: Wire | undefined) {
  const t = useT();
  return useCancelRequest({
    record: wire,
    coin: wire?.coinname,
    send: cancelWire,
    patch: patchWire,
    reload: reloadBankMoney,
    texts: {
      question: t('fiat.cancelWireQuestion'),
      confirm: t('fiat.cancelWire'),
    },
    outcome: 'cancelledIn',
    meaning: t('fiat.cancelWireText'),
  });
}

function Progress({ wire }: { wire: Wire }) {
  const t = useT();
  const locale = useNumberLocale();
  const credited = t('fiat.credited');
  const waiting = {
    title: t('fiat.waiting'),
    text: t('fiat.decidedBy', { time: formatDate(wire.dueAt, { locale }) }),
  };
  return (
    <Card>
      <ReviewTimeline
        record={wire}
        waiting={wire.isArrived ? undefined : waiting}
        end={{ next: credited, done: credited, text: t('fiat.showsUnderAssets') }}
      />
    </Card>
  );
}

function SendAgain({ wire: { coinname: coin, num, email } }: { wire: Wire }) {
  const t = useT();
  const navigator = useNavigator();
  return (
    <CtaBar>
      <Button isFull onPress={() => navigator.push(pages.fiatDeposit, { coin, num, email })}>
        {t('fiat.sendAgain')}
      </Button>
    </CtaBar>
  );
}
