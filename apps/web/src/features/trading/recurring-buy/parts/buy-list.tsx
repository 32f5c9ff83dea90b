/** The due times of a plan, newest first, each with the prices it bought at and its orders, or why it was skipped. */
import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import {
  AmountText,
  clockIcon,
  DateText,
  formatPrice,
  Pressable,
  StateBlock,
  useNumberLocale,
} from '@tern/ui';
import { type ListPage, PagedList } from '../../../../kernel/paged-list.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Buy, Plan } from '../api.ts';
import { PLACES, usePlanTexts } from '../use-plan-texts.ts';
import { beforeFirst } from './plan-card.tsx';
import styles from './recurring-buy.module.css';

export interface BuyListProps {
  plan: Plan;
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Buy>>>;
  marketOf: (symbol: string) => Instrument | undefined;
}

export function BuyList({ plan, query, marketOf }: BuyListProps) {
  const t = useT();
  const texts = usePlanTexts();
  const counts = { done: plan.done, skipped: plan.skipped };
  return (
    <section>
      <p className={styles.line}>
        <b>{t('recurring-buy.buys')}</b>
        <span>{t('recurring-buy.counts', counts)}</span>
      </p>
      {plan.nextAt !== '' && (
        <div className={styles.buy}>
          <span className={styles.words}>
            <b>{texts.time(plan.nextAt, plan)}</b>
            <small className={styles.coming}>{t('recurring-buy.next')}</small>
          </span>
          <AmountText value={plan.amount} places={PLACES} />
        </div>
      )}
      <PagedList
        query={query}
        renderRow={(buy) => <BuyRow buy={buy} marketOf={marketOf} />}
        empty={<StateBlock kind="empty" icon={clockIcon} title={beforeFirst(plan, t, texts)} />}
      />
    </section>
  );
}

function BuyRow({ buy, marketOf }: { buy: Buy } & Pick<BuyListProps, 'marketOf'>) {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const texts = usePlanTexts();
  const bought = buy.coins.filter(({ price }) => price !== '');
  const prices = bought.map(({ base, symbol, price }) => {
    const printed = formatPrice(price, { locale, places: marketOf(symbol)?.pricePlaces });
    return t('recurring-buy.boughtAt', { coin: base, price: printed });
  });
  const skipped = buy.coins.flatMap(({ base, skipped: why }) => {
    if (why === '') return [];
    const text = texts.skipped(why, buy.available);
    return bought.length === 0 ? [text] : [`${base}: ${text}`];
  });
  return (
    <div className={styles.buy}>
      <span className={styles.words}>
        <b>
          <DateText at={buy.dueAt} detail="day" />
        </b>
        {prices.length > 0 && <small>{prices.join(', ')}</small>}
        {[...new Set(skipped)].map((text) => (
          <small key={text}>{text}</small>
        ))}
        {buy.status === 'open' && (
          <small className={styles.coming}>{t('recurring-buy.open')}</small>
        )}
      </span>
      <span className={styles.receipts}>
        {bought.length > 0 && <AmountText value={buy.putIn} places={PLACES} />}
        {buy.coins
          .filter(({ orderId }) => orderId > 0)
          .map(({ base, orderId }) => (
            <Pressable
              key={orderId}
              className={styles.receipt}
              label={t('recurring-buy.receiptOf', { coin: base })}
              {...to(pages.orderDetail, { id: String(orderId) })}
            >
              {bought.length > 1 ? base : t('recurring-buy.receipt')}
            </Pressable>
          ))}
      </span>
    </div>
  );
}
