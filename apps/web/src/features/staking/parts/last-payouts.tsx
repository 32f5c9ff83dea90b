/** The newest payouts of an order, with a link to all. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { AmountText, chevronRightIcon, DateText, TextButton } from '@tern/ui';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { exactPlaces } from '../../../kernel/exact-amount.tsx';
import { rowsOf } from '../../../kernel/paged-list.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import { type Earning, earningsQuery } from '../api.ts';
import type { StakeOrder } from '../products.ts';
import styles from './order.module.css';

const SHOWN = 3;

export function LastPayouts({ order: { ID } }: { order: StakeOrder }) {
  const t = useT();
  const to = useLinks();
  const { data } = useInfiniteQuery(earningsQuery({ orderId: ID }));
  const count = data?.pages[0]?.total ?? 0;
  if (count === 0) return null;
  return (
    <section aria-labelledby="payouts">
      <div className={styles.payoutsHead}>
        <h2 id="payouts">{t('staking.payouts')}</h2>
        <TextButton
          isFlush
          iconAfter={chevronRightIcon}
          {...to(pages.earningsList, { order: String(ID) })}
        >
          {t('staking.allPayouts', { count })}
        </TextButton>
      </div>
      <ul>
        {rowsOf(data)
          .slice(0, SHOWN)
          .map((earning) => (
            <li key={earning.ID}>
              <Payout earning={earning} />
            </li>
          ))}
      </ul>
    </section>
  );
}

function Payout({ earning: { dueAt, amount, coin } }: { earning: Earning }) {
  const places = exactPlaces(amount, useCoinPlaces(coin));
  return (
    <div className={styles.payout}>
      <DateText at={dueAt} detail="day" />
      <AmountText value={amount} places={places} unit={coin} isGain />
    </div>
  );
}
