/** Where the last price is between the ends of an OCO, and how far each of them is away. */
import {
  divideInteger,
  formatDecimal,
  ONE,
  parseDecimal,
  type Price,
  type Rate,
} from '@tern/money';
import { formatChange, formatPrice, useNumberLocale } from '@tern/ui';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { percentOf, readDraft } from '../order-arithmetic.ts';
import styles from './trade.module.css';

export interface PriceRulerProps {
  instrument: Instrument;
  /** Drafts; without both there is no ruler. */
  target: string;
  stop: string;
}

/** Of the ruler's width, on each side of its ends. */
const MARGIN = 4;

export function PriceRuler({ instrument, target, stop }: PriceRulerProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { symbol, pricePlaces } = instrument;
  const last = parseDecimal<Price>(useQuoteFigure(symbol, (quote) => quote?.price) ?? '');
  const [targetPrice, stopPrice] = [readDraft<Price>(target), readDraft<Price>(stop)];
  if (!last || !targetPrice || !stopPrice || targetPrice === stopPrice) return null;
  const isSale = targetPrice > stopPrice;
  const [low, high] = isSale ? [stopPrice, targetPrice] : [targetPrice, stopPrice];
  const away = (price: Price) => {
    const change = divideInteger((price - last) * ONE, last, 'down');
    return formatChange(formatDecimal(percentOf(change as unknown as Rate)), locale);
  };
  const share = Number(((last - low) * 1_000n) / (high - low)) / 1_000;
  const left = MARGIN + (100 - 2 * MARGIN) * Math.min(1, Math.max(0, share));
  const ends = {
    stop: t('spot.toStop', { change: away(stopPrice) }),
    target: t('spot.toTarget', { change: away(targetPrice) }),
  };
  const [first, second] = isSale ? [ends.stop, ends.target] : [ends.target, ends.stop];
  return (
    <div>
      <div className={styles.ruler} aria-hidden="true">
        <i style={{ left: `${MARGIN}%` }} />
        <i style={{ left: `${100 - MARGIN}%` }} />
        <b style={{ left: `${left}%` }} />
      </div>
      <div className={styles.rulerTexts}>
        <span>{first}</span>
        <span>
          {t('spot.lastAt', {
            price: formatPrice(formatDecimal(last), { locale, places: pricePlaces }),
          })}
        </span>
        <span>{second}</span>
      </div>
    </div>
  );
}
