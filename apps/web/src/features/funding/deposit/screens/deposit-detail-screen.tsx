/** One deposit: status, details, and cancelling or resubmitting it. */
import { useQuery } from '@tanstack/react-query';
import { Button, CtaBar } from '@tern/ui';
import { ContactLink } from '../../../../kernel/contact-link.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { CancelBar, RequestDetail, RequestDetailScreen } from '../../request/request-detail.tsx';
import { useCancelRequest } from '../../request/use-cancel-request.tsx';
import { cancelDeposit, type Deposit, depositQuery, patchDeposit, reloadDeposits } from '../api.ts';
import { depositTypeKey, SUBMITTED_BY_MEMBER } from '../deposit-type.ts';
import { DepositFacts } from '../parts/deposit-facts.tsx';

const UNDER_REVIEW = 1;
const REJECTED = 3;

export function DepositDetailScreen() {
  const t = useT();
  return (
    <RequestDetailScreen
      title={t('deposit.detailTitle')}
      action={<ContactLink />}
      none={{ title: t('deposit.noneChosen'), page: pages.depositHistory }}
      renderDetail={(id) => <Detail key={id} id={id} />}
    />
  );
}

function Detail({ id }: { id: number }) {
  const t = useT();
  const query = useQuery(depositQuery(id));
  const credited = t('deposit.stepCredited');
  const end = { next: credited, done: credited, text: t('deposit.showsInAssets') };
  return (
    <RequestDetail
      query={query}
      coinOf={({ coin }) => coin}
      timelineOf={({ type }) =>
        type === SUBMITTED_BY_MEMBER ? { end } : { end, unreviewed: t(depositTypeKey(type)) }
      }
      renderFacts={(deposit) => <DepositFacts deposit={deposit} />}
      foot={query.data && footOf(query.data)}
    />
  );
}

function footOf(deposit: Deposit) {
  if (deposit.type !== SUBMITTED_BY_MEMBER) return undefined;
  if (deposit.status === REJECTED) return <SendAgain deposit={deposit} />;
  return deposit.status === UNDER_REVIEW ? <Cancel deposit={deposit} /> : undefined;
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
  const { ask, dialog } = useCancelRequest<Deposit>({
    record: deposit,
    coin: deposit.coin,
    send: cancelDeposit,
    patch: patchDeposit,
    reload: reloadDeposits,
    texts: { question: t('deposit.cancelQuestion'), confirm: t('deposit.cancelIt') },
    outcome: 'cancelledIn',
    meaning: t('deposit.cancelMeaning'),
  });
  return (
    <>
      <CancelBar label={t('deposit.cancelIt')} onPress={ask} />
      {dialog}
    </>
  );
}
