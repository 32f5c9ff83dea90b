/** The member's fixed terms of one status: how far each is, what it has paid and will pay, and when it ends. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { DateText, type Figure, SkeletonCards } from '@tern/ui';
import { useCoin, useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { OrderList } from '../../../../kernel/products/order-list.tsx';
import { OrderCard, ProductColumn } from '../../../../kernel/products/product-card.tsx';
import {
  type ProductOrdersProps,
  productParams,
} from '../../../../kernel/products/product-tabs.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { type FixedTermOrder, KIND, ordersQuery } from '../api.ts';

const NONE = {
  'in-term': 'earn.noneInTerm',
  redeemed: 'earn.noneRedeemed',
  ended: 'earn.noneEnded',
} as const;

export function FixedTermOrders({ status }: ProductOrdersProps) {
  const t = useT();
  return (
    <ProductColumn>
      <OrderList
        query={useInfiniteQuery(ordersQuery(status))}
        skeleton={<SkeletonCards heights={[172, 172]} />}
        renderRow={(order) => <TermOrderCard order={order} />}
        none={{ title: t(NONE[status]), label: t('earn.seeTerms'), page: pages.stakeList }}
      />
    </ProductColumn>
  );
}

function TermOrderCard({ order }: { order: FixedTermOrder }) {
  const { ID, name, asset, principal, dailyRate, payoutTime, days, paidDays, status } = order;
  const t = useT();
  const to = useLinks();
  const ratio = useRatioText();
  const places = useCoinPlaces(asset);
  const rateADay = t('earn.rateADay', { rate: ratio(dailyRate) });
  const dayOf = t('earn.dayOf', { day: paidDays, days });
  return (
    <OrderCard
      link={to(pages.stakeOrder, productParams(KIND, ID))}
      symbol={asset}
      logo={useCoin(asset)?.logo}
      name={name}
      note={`${rateADay} · ${payoutTime} UTC`}
      value={<ExactAmount value={principal} places={places} />}
      valueNote={asset}
      progress={status === 'in-term' ? { day: paidDays, days, label: dayOf } : undefined}
      figures={useFigures(order)}
    />
  );
}

function useFigures(order: FixedTermOrder): Figure[] {
  const { asset, status, paid, expected, returned, expireAt, endedAt } = order;
  const t = useT();
  const places = useCoinPlaces(asset);
  const sum = (value: string) => <ExactAmount value={value} places={places} />;
  const paidSoFar = { label: t('earn.paidSoFar'), value: sum(paid) };
  if (status === 'in-term') {
    return [
      paidSoFar,
      { label: t('earn.yieldInAll'), value: sum(expected) },
      { label: t('earn.ends'), value: <DateText at={expireAt} detail="day" /> },
    ];
  }
  return [
    paidSoFar,
    { label: t('earn.returned'), value: sum(returned) },
    {
      label: t(status === 'redeemed' ? 'earn.leftOn' : 'earn.endedOn'),
      value: <DateText at={endedAt} detail="day" />,
    },
  ];
}
