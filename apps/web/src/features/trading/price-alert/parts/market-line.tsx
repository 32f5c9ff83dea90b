/** A market with its last price and its change of a day. */
import { ChangeText, CoinMark, formatPrice, useNumberLocale } from '@tern/ui';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './price-alert.module.css';

export interface MarketLineProps {
  /** Undefined for a market that is listed no more. */
  market: Instrument | undefined;
  symbol: string;
}

export function MarketLine({ market, symbol }: MarketLineProps) {
  const t = useT();
  const locale = useNumberLocale();
  const price = useQuoteFigure(symbol, (quote) => quote?.price);
  const change = useQuoteFigure(symbol, (quote) => quote?.change);
  const { base = symbol.toUpperCase(), quote, logo = '', pricePlaces: places } = market ?? {};
  return (
    <div className={styles.market}>
      <CoinMark symbol={base} logo={logo === '' ? undefined : logo} />
      <span className={styles.words}>
        <b>
          {base}
          {quote !== undefined && <span className={styles.quiet}>/{quote}</span>}
        </b>
        <small>{t('price-alert.last', { price: formatPrice(price, { locale, places }) })}</small>
      </span>
      <ChangeText percent={change} />
    </div>
  );
}
