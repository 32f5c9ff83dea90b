/** The newest payouts of an order, with a link to all. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { chevronRightIcon, TextButton } from '@tern/ui';
import { rowsOf } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { LastPayouts } from '../../../../kernel/products/last-payouts.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { earningsQuery } from '../api.ts';
import type { StakeOrder } from '../products.ts';

export function OrderPayouts({ order: { ID, coin } }: { order: StakeOrder }) {
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
