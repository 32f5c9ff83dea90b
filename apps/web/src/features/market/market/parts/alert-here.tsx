/** At the crosshair: sets an alert at its price, on the page of alerts. */
import { bellIcon, formatPrice, Icon, Pressable, useNumberLocale } from '@tern/ui';
import { formatDecimal, parseDecimal } from '@tern/money';
import type { CSSProperties } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { decimalText, type Instrument } from '../../../../kernel/quotes/quote.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Legend } from '../chart/chart-handle.ts';
import styles from './own-lines.module.css';

export interface AlertHereProps {
  market: Instrument;
  cross: NonNullable<Legend['cross']>;
}

/** The tick at or below a price of the axis, decimal text; undefined below the first one. */
function tickAt(price: number, tickSize: string): string | undefined {
  const [exact, tick] = [parseDecimal(decimalText(price)), parseDecimal(tickSize)];
  if (exact === undefined || !tick || exact < tick) return undefined;
  return formatDecimal((exact - (exact % tick)) as typeof exact);
}

export function AlertHere({ market, cross }: AlertHereProps) {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const { symbol, tickSize, pricePlaces } = market;
  const price = tickAt(cross.price, tickSize);
  if (price === undefined) return null;
  const text = `${t('market.setAlert')} · ${formatPrice(price, { locale, places: pricePlaces })}`;
  return (
    <div data-at-crosshair style={{ '--cross': `${cross.y}px` } as CSSProperties}>
      <Pressable
        className={`${styles.here} ${cross.x > innerWidth / 2 ? styles.onLeft : styles.onRight}`}
        label={text}
        {...to(pages.priceAlerts, { symbol, price })}
      >
        <span>
          <Icon of={bellIcon} size={14} />
          <b>{text}</b>
        </span>
      </Pressable>
    </div>
  );
}
