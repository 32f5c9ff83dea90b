/** The member's orders of one status: what they paid, their progress and dates. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { AmountText, DateText, type Figure, Pill, SkeletonCards } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { OrderList } from '../../../../kernel/products/order-list.tsx';
import { OrderCard, ProductColumn } from '../../../../kernel/products/product-card.tsx';
import {
  type ProductOrderStatus,
  productParams,
} from '../../../../kernel/products/product-tabs.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { ordersQuery } from '../api.ts';
import { kindOf, type StakeOrder, type StakingKind, yieldCoin } from '../products.ts';
import { useOrderTexts } from './order-texts.ts';

const NONE = {
  'in-term': 'staking.noneInTerm',
  redeemed: 'staking.noneRedeemed',
  ended: 'staking.noneEnded',
} as const;

export interface StakeOrdersProps {
  kind: StakingKind;
  status: ProductOrderStatus;
}

export function StakeOrders({ kind, status }: StakeOrdersProps) {
  const t = useT();
  return (
    <ProductColumn>
      <OrderList
        query={useInfiniteQuery(ordersQuery(kind, status))}
        skeleton={<SkeletonCards heights={[172, 172]} />}
        renderRow={(order) => <OrderRow order={order} />}
        none={{ title: t(NONE[status]), label: t('staking.allProducts'), page: pages.stakeList }}
      />
    </ProductColumn>
  );
}

function OrderRow({ order }: { order: StakeOrder }) {
  const t = useT();
  const to = useLinks();
  const texts = useOrderTexts();
  const places = useCoinPlaces(order.payCoin);
  const { ID, type, coin, payCoin, status, startAt } = order;
  const known = useCoin(coin)?.logo;
  return (
    <OrderCard
      link={to(pages.stakeOrder, productParams(kindOf(type), ID))}
      symbol={coin}
      logo={order.logo === '' ? known : order.logo}
      name={order.name}
      aside={
        startAt === null &&
        status === 'in-term' && <Pill kind="review">{t('staking.waiting')}</Pill>
      }
      note={texts.part(order)}
      value={<ExactAmount value={order.invested} places={places} />}
      valueNote={t('staking.investedIn', { coin: payCoin })}
      progress={
        startAt === null
          ? undefined
          : { day: order.paidDays, days: order.days, label: texts.progress(order) }
      }
      figures={useOrderFigures(order)}
    />
  );
}

/** In term: the next payout, the end, and the expected output. Later: when it ended, and what was paid and returned. */
function useOrderFigures(order: StakeOrder): readonly Figure[] {
  const t = useT();
  const payPlaces = useCoinPlaces(order.payCoin);
  const coinPlaces = useCoinPlaces(order.coin);
  const yieldPlaces = useCoinPlaces(yieldCoin(order));
  const amount = (value: string, places: number, unit: string) => (
    <AmountText value={value} places={exactPlaces(value, places)} unit={unit} />
  );
  if (order.status === 'in-term') {
    const expected = {
      label: t('staking.expected'),
      value: amount(order.expected, yieldPlaces, yieldCoin(order)),
    };
    if (order.startAt === null)
      return [{ label: t('staking.starts'), value: t('staking.whenComplete') }, expected];
    return [
      {
        label: t('products.nextPayout'),
        value: <DateText at={order.nextPayoutAt} detail="short" />,
      },
      { label: t('staking.ends'), value: <DateText at={order.expireAt} detail="day" /> },
      expected,
    ];
  }
  return [
    {
      label: t(order.status === 'redeemed' ? 'staking.leftOn' : 'staking.endedOn'),
      value: <DateText at={order.endedAt} detail="day" />,
    },
    { label: t('staking.paid'), value: amount(order.paid, coinPlaces, order.coin) },
    { label: t('staking.returned'), value: amount(order.returned, payPlaces, order.payCoin) },
  ];
}
