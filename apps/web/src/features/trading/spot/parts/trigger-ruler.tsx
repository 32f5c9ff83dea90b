/** How far the price is from what a waiting order waits for: the last trade in the middle, the trigger at its distance. */
import {
  divideInteger,
  formatDecimal,
  ONE,
  parseDecimal,
  type Price,
  type Rate,
} from '@tern/money';
import { formatPercent, useNumberLocale } from '@tern/ui';
import { useQuoteFigure } from '../../../../kernel/quotes/quote-store.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Conditional } from '../conditional-orders.ts';
import { percentOf } from '../order-arithmetic.ts';
import styles from './trigger-ruler.module.css';

/** Percent of the price from the middle to an end of the ruler: the same for all rows, so that they compare. */
const REACH = 10;

export function TriggerRuler({ order }: { order: Conditional }) {
  const t = useT();
  const locale = useNumberLocale();
  const last = parseDecimal<Price>(useQuoteFigure(order.symbol, (quote) => quote?.price) ?? '');
  const trigger = parseDecimal<Price>(order.triggerPrice);
  // A trailing stop that has not begun to follow has no trigger yet.
  if (!last || !trigger) return null;
  const away = percentOf(divideInteger((trigger - last) * ONE, last, 'down') as unknown as Rate);
  const isAbove = away > 0n;
  const percent = formatPercent(formatDecimal(isAbove ? away : ((0n - away) as Rate)), locale);
  const at = 50 + (50 * Math.max(-REACH, Math.min(REACH, Number(away) / 1e18))) / REACH;
  const [from, to] = isAbove ? [50, at] : [at, 50];
  return (
    <div className={styles.row}>
      <div className={styles.ruler} aria-hidden="true">
        <span style={{ left: `${from}%`, right: `${100 - to}%` }} />
        <i style={{ left: `${at}%` }} />
        <b />
      </div>
      <span>{t(isAbove ? 'spot.awayAbove' : 'spot.awayBelow', { percent })}</span>
    </div>
  );
}
