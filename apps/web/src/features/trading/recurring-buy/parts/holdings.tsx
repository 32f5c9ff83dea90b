/** What a plan has bought of each coin, and what a unit has cost. */
import { AmountText, Card, PriceText } from '@tern/ui';
import { KnownCoinMark } from '../../../../kernel/known-coin-mark.tsx';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Plan } from '../api.ts';
import styles from './recurring-buy.module.css';

export interface HoldingsProps {
  plan: Plan;
  marketOf: (symbol: string) => Instrument | undefined;
}

const QUANTITY_PLACES = 8;

export function Holdings({ plan, marketOf }: HoldingsProps) {
  const t = useT();
  const held = plan.coins.filter(({ averagePrice }) => averagePrice !== '');
  if (held.length === 0) return null;
  return (
    <Card>
      <dl className={styles.holdings}>
        {held.map(({ symbol, base, quantity, averagePrice }) => (
          <div key={symbol}>
            <dt>
              <KnownCoinMark symbol={base} size={20} />
              <AmountText value={quantity} places={QUANTITY_PLACES} unit={base} />
            </dt>
            <dd>
              <PriceText value={averagePrice} places={marketOf(symbol)?.pricePlaces} />
              <small>{t('recurring-buy.average')}</small>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
