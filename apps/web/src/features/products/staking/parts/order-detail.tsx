/** The page of one order: what was paid for it, its progress, payouts and terms, and how to leave it. */
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  NavBar,
  Pill,
  type PillKind,
  ScreenBody,
  ScreenHeader,
  SkeletonDetail,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { NextPayout } from '../../../../kernel/products/next-payout.tsx';
import { OrderHead } from '../../../../kernel/products/order-head.tsx';
import { ContactLink, useContactReference } from '../../../../kernel/record-screen.tsx';
import recordStyles from '../../../../kernel/record-detail.module.css';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { usePageTitle } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import { orderQuery } from '../api.ts';
import type { StakeOrder } from '../products.ts';
import { OrderPayouts } from './order-payouts.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrderProgress } from './order-progress.tsx';
import { useOrderTexts } from './order-texts.ts';
import { RedeemDialog, useRedeem } from './redeem-order.tsx';
import { RefundDialog, useRefund } from './refund-share.tsx';

export function OrderDetail({ id }: { id: number }) {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const title = t('staking.order');
  usePageTitle(title);
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} action={<ContactLink />} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={useQuery(orderQuery(id))} skeleton={<SkeletonDetail count={8} />}>
          {(order) => <Order order={order} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Order({ order }: { order: StakeOrder }) {
  const t = useT();
  useContactReference(order.orderNo);
  const redeeming = useRedeem(order);
  const refunding = useRefund(order);
  return (
    <div className={recordStyles.stack}>
      <Head order={order} />
      <OrderProgress order={order} />
      {order.nextPayoutAt !== null && order.status === 'in-term' && (
        <NextPayout at={order.nextPayoutAt} />
      )}
      <OrderPayouts order={order} />
      <OrderFacts order={order} />
      {order.canRefund && (
        <Button kind="outline" isFull onPress={refunding.ask}>
          {t('staking.refund')}
        </Button>
      )}
      {order.canRedeem && (
        <Button kind="outline" isFull onPress={redeeming.ask}>
          {redeeming.cost === undefined
            ? t('staking.redeemEarly')
            : t('staking.redeemEarlyCosts', { amount: redeeming.cost })}
        </Button>
      )}
      <RedeemDialog order={order} redeeming={redeeming} />
      <RefundDialog order={order} refunding={refunding} />
    </div>
  );
}

const PILLS = {
  'in-term': { kind: 'done', text: 'staking.isInTerm' },
  redeemed: { kind: 'neutral', text: 'staking.isRedeemed' },
  ended: { kind: 'neutral', text: 'staking.hasFinished' },
} as const satisfies Record<StakeOrder['status'], { kind: PillKind; text: string }>;

const WAITING = { kind: 'review', text: 'staking.waiting' } as const;

function Head({ order }: { order: StakeOrder }) {
  const t = useT();
  const texts = useOrderTexts();
  const { coin, logo, name, payCoin, invested, status, startAt } = order;
  const isWaiting = status === 'in-term' && startAt === null;
  const { kind, text } = isWaiting ? WAITING : PILLS[status];
  return (
    <OrderHead
      symbol={coin}
      logo={logo || undefined}
      name={name}
      status={
        <Pill kind={kind} dot="self">
          {t(text)}
        </Pill>
      }
      amount={
        <ExactAmount look="hero" value={invested} places={useCoinPlaces(payCoin)} unit={payCoin} />
      }
      note={texts.part(order)}
    />
  );
}
