/** The member's crypto deposits: the list, and one of them with cancelling or resubmitting it. */
import { useQuery } from '@tanstack/react-query';
import { Button, CtaBar } from '@tern/ui';
import { pages } from '../../../../../kernel/pages.ts';
import { ContactLink, RecordScreen } from '../../../../../kernel/record-screen.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../../platform/navigation/current-page.ts';
import { CancelBar, RequestDetail } from '../../request/request-detail.tsx';
import { RequestListScreen } from '../../request/request-list.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelDeposit, type Deposit, deposits } from '../api.ts';
import { DepositFacts, ORIGINS } from '../parts/deposit-facts.tsx';

export function DepositHistoryScreen() {
  const t = useT();
  const wayOf = ({ network, origin }: Deposit) =>
    [network, origin === 'reported' ? '' : t(ORIGINS[origin])]
      .filter((each) => each !== '')
      .join(' · ');
  return (
    <RequestListScreen
      title={t('deposit.historyTitle')}
      listQuery={deposits.listQuery}
      page={pages.depositDetail}
      wayOf={wayOf}
      none={{
        title: t('deposit.noDeposits'),
        label: t('deposit.title'),
        page: pages.depositList,
      }}
      noneOfStatus={t('deposit.noneLikeThis')}
    />
  );
}

export function DepositDetailScreen() {
  const t = useT();
  return (
    <RecordScreen
      title={t('deposit.detailTitle')}
      action={<ContactLink />}
      none={{
        title: t('deposit.noneChosen'),
        label: t('transfer.records'),
        page: pages.depositHistory,
      }}
      renderRecord={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(deposits.oneQuery(id));
  const credited = t('deposit.stepCredited');
  const end = { next: credited, done: credited, text: t('deposit.showsInAssets') };
  return (
    <RequestDetail
      query={query}
      timelineOf={({ origin }) =>
        origin === 'reported' ? { end } : { end, unreviewed: t(ORIGINS[origin]) }
      }
      renderFacts={(deposit) => <DepositFacts deposit={deposit} />}
      foot={query.data && footOf(query.data)}
    />
  );
}

function footOf(deposit: Deposit) {
  if (deposit.origin !== 'reported') return undefined;
  if (deposit.status === 'rejected') return <SendAgain deposit={deposit} />;
  return deposit.status === 'underReview' ? <Cancel deposit={deposit} /> : undefined;
}

/** Prefills everything but the proof: an image can be used once. */
function SendAgain({ deposit: { asset, network, amount } }: { deposit: Deposit }) {
  const t = useT();
  const navigator = useNavigator();
  const again = { coin: asset, network, num: amount };
  return (
    <CtaBar>
      <Button kind="primary" isFull onPress={() => navigator.push(pages.deposit, again)}>
        {t('deposit.sendAgain')}
      </Button>
    </CtaBar>
  );
}

function Cancel({ deposit }: { deposit: Deposit }) {
  const t = useT();
  const { ask, dialog } = useCancelRequest({
    request: deposit,
    send: cancelDeposit,
    patch: deposits.patch,
    reload: deposits.reload,
    texts: {
      question: t('deposit.cancelQuestion'),
      confirm: t('deposit.cancelIt'),
      meaning: t('deposit.cancelMeaning'),
    },
  });
  return (
    <>
      <CancelBar label={t('deposit.cancelIt')} onPress={ask} />
      {dialog}
    </>
  );
}
