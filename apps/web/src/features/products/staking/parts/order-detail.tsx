/** The page of one order: what was paid for it, its progress, payouts and terms, and how to leave it. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  chevronRightIcon,
  DateText,
  KeyValue,
  KeyValues,
  Pill,
  type PillKind,
  SkeletonDetail,
  TextButton,
} from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { NextPayout } from '../../../../kernel/products/next-payout.tsx';
import { OrderHead } from '../../../../kernel/products/order-head.tsx';
import { ProductPage } from '../../../../kernel/products/product-page.tsx';
import { useContactReference } from '../../../../kernel/record-screen.tsx';
import recordStyles from '../../../../kernel/record-detail.module.css';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { earningsQuery, orderQuery } from '../api.ts';
import type { StakeOrder } from '../products.ts';
import { OrderProgress } from './order-progress.tsx';
import { useOrderTexts } from './order-texts.ts';
import { RedeemOrder } from './redeem-order.tsx';
import { RefundDialog, useRefund } from './refund-share.tsx';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { LastPayouts } from '../../../../kernel/products/last-payouts.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { EarlyExit, OutputADay, useTermsTexts } from './terms.tsx';

export function OrderDetail({ id }: { id: number }) {
  const t = useT();
  return (
    <ProductPage
      title={t('staking.order')}
      query={useQuery(orderQuery(id))}
      skeleton={<SkeletonDetail count={8} />}
      onRefresh={useRefresh()}
    >
      {(order) => <Order order={order} />}
    </ProductPage>
  );
}

function Order({ order }: { order: StakeOrder }) {
  const t = useT();
  useContactReference(order.orderNo);
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
      <RedeemOrder order={order} />
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
  const known = useCoin(coin)?.logo;
  const isWaiting = status === 'in-term' && startAt === null;
  const { kind, text } = isWaiting ? WAITING : PILLS[status];
  return (
    <OrderHead
      symbol={coin}
      logo={logo === '' ? known : logo}
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

/** The newest payouts of an order, with a link to all. */
function OrderPayouts({ order: { ID, coin } }: { order: StakeOrder }) {
  const t = useT();
  const to = useLinks();
  const { data } = useInfiniteQuery(earningsQuery({ orderId: ID }));
  const count = data?.pages[0]?.total ?? 0;
  if (count === 0) return null;
  const all = (
    <TextButton
      isFlush
      iconAfter={chevronRightIcon}
      {...to(pages.earningsList, { order: String(ID) })}
    >
      {t('staking.allPayouts', { count })}
    </TextButton>
  );
  return <LastPayouts title={t('staking.payouts')} all={all} payouts={rowsOf(data)} coin={coin} />;
}

/** The terms of an order, as they were when it was bought. */
function OrderFacts({ order }: { order: StakeOrder }) {
  const t = useT();
  const texts = useTermsTexts();
  const { income, coin } = order;
  return (
    <Card>
      <KeyValues>
        {order.type !== 'staking' && (
          <KeyValue name={t('staking.ownership')} value={texts.ownership(order)} />
        )}
        <KeyValue name={t('staking.paysIn')} value={coin} />
        <KeyValue name={t('staking.income')} value={texts.income(order)} />
        <KeyValue
          name={t(
            income.kind === 'coins'
              ? order.type === 'shared'
                ? 'staking.machineOutput'
                : 'staking.unitOutput'
              : 'staking.dailyRate',
          )}
          value={
            <>
              <OutputADay terms={order} />
              {income.kind === 'coins' && ` ${coin}`}
            </>
          }
        />
        <KeyValue name={t('staking.term')} value={t('staking.days', { count: order.days })} />
        <KeyValue name={t('staking.payoutTime')} value={texts.payout(order)} />
        <KeyValue name={t('staking.output')} value={texts.output(order)} />
        <KeyValue name={t('staking.earlyExitCosts')} value={<EarlyExit terms={order} />} />
        <KeyValue
          name={t('staking.boughtAt')}
          value={<DateText at={order.CreatedAt} detail="second" />}
        />
        <KeyValue name={t('staking.orderNo')} value={order.orderNo} />
      </KeyValues>
    </Card>
  );
}
