/** One wire: instructions, status, details, and cancelling it. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CtaBar,
  formatDate,
  KeyValue,
  KeyValues,
  NavBar,
  ScreenHeader,
  useNumberLocale,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { useCoinPlaces } from '../../../../../kernel/balances.ts';
import { Copyable } from '../../../../../kernel/copyable.tsx';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import recordStyles from '../../../../../kernel/record-detail.module.css';
import { ContactLink } from '../../../../../kernel/record-screen.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../../platform/navigation/links.ts';
import { reloadBankMoney } from '../../currencies/api.ts';
import styles from '../../currencies/bank-money.module.css';
import { PaperNote } from '../../request/form-parts.tsx';
import { CancelBar, RequestDetail, RequestFacts } from '../../request/request-detail.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelWire, type Wire, wires } from '../api.ts';

export function WireDetail({ id }: { id: number }) {
  const t = useT();
  const back = useBack();
  const query = useQuery(wires.oneQuery(id));
  const { ask, dialog } = useCancelRequest({
    request: query.data,
    send: cancelWire,
    patch: wires.patch,
    reload: reloadBankMoney,
    texts: {
      question: t('fiat.cancelWireQuestion'),
      confirm: t('fiat.cancelWire'),
      meaning: t('fiat.cancelWireText'),
    },
  });
  const cancel = <CancelBar label={t('fiat.cancelWire')} onPress={ask} />;
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fiat.wireDetails')} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <RequestDetail
        query={query}
        over={t('fiat.notCredited')}
        renderNotice={(wire) => wire.status === 'underReview' && <WireLetter wire={wire} />}
        timelineOf={useTimeline()}
        renderFacts={(wire) => <WireFacts wire={wire} />}
        foot={query.data && footOf(query.data, cancel)}
        dialog={dialog}
      />
    </>
  );
}

/** The available action; a member cannot cancel a wire that has arrived. */
function footOf(wire: Wire, cancel: ReactNode) {
  if (wire.status === 'rejected') return <SendAgain wire={wire} />;
  return wire.status === 'underReview' && !wire.isArrived ? cancel : undefined;
}

function useTimeline() {
  const t = useT();
  const locale = useNumberLocale();
  const credited = t('fiat.credited');
  const end = { next: credited, done: credited, text: t('fiat.showsUnderAssets') };
  return ({ isArrived, dueAt }: Wire) => {
    const text = t('fiat.decidedBy', { time: formatDate(dueAt, { locale }) });
    return { end, waiting: isArrived ? undefined : { title: t('fiat.waiting'), text } };
  };
}

/** How to send a wire: the reference to use, and the instructions as mailed. */
function WireLetter({ wire: { reference, instructions } }: { wire: Wire }) {
  const t = useT();
  if (instructions === undefined) return null;
  return (
    <>
      {instructions.isSimulated && <PaperNote>{t('fiat.paperWire')}</PaperNote>}
      <Card>
        <section aria-label={t('fiat.instructions')}>
          <div className={styles.reference}>
            <h2>{t('fiat.reference')}</h2>
            <strong>
              <Copyable text={reference} label={t('fiat.copyReference')} />
            </strong>
          </div>
          <p className={styles.letter}>{instructions.body}</p>
        </section>
      </Card>
    </>
  );
}

/** All details of a wire. */
function WireFacts({ wire }: { wire: Wire }) {
  const t = useT();
  const { asset, amount, received, reference, email } = wire;
  const places = useCoinPlaces(asset);
  const exact = (value: string | null) => (
    <ExactAmount value={value} places={places} unit={asset} />
  );
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('transfer.amount')} value={exact(amount)} />
        <KeyValue name={t('fiat.received')} value={exact(received)} />
        <KeyValue
          name={t('fiat.reference')}
          value={<span className={recordStyles.mono}>{reference}</span>}
        />
        <KeyValue name={t('fiat.mailedTo')} value={email} />
        <RequestFacts request={wire} />
      </KeyValues>
    </Card>
  );
}

function SendAgain({ wire: { asset, amount, email } }: { wire: Wire }) {
  const t = useT();
  const navigator = useNavigator();
  const again = { coin: asset, num: amount, email };
  return (
    <CtaBar>
      <Button isFull onPress={() => navigator.push(pages.fiatDeposit, again)}>
        {t('fiat.sendAgain')}
      </Button>
    </CtaBar>
  );
}
