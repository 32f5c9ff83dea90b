/** What an order that waits for a price will do, in sentences. */
import { formatPercent, formatPrice, useNumberLocale } from '@tern/ui';
import { formatDecimal, parseDecimal, type Rate } from '@tern/money';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Conditional } from './conditional-orders.ts';
import { percentOf } from './order-arithmetic.ts';

/** Figures as decimal texts; a missing one is not written yet. */
export type Described = Pick<
  Conditional,
  'side' | 'kind' | 'watches' | 'isAbove' | 'base' | 'quote'
> &
  Partial<Pick<Conditional, 'triggerPrice' | 'rate' | 'limitPrice' | 'quantity' | 'sum'>>;

const isGiven = (text: string | undefined): text is string =>
  text !== undefined && (parseDecimal(text) ?? 0n) > 0n;

export function useConditionalTexts(pricePlaces: number | undefined) {
  const t = useT();
  const locale = useNumberLocale();
  const price = (value: string) => formatPrice(value, { locale, places: pricePlaces });
  /** "Waits until the reference price is at 62,800.0 or below." */
  const waiting = ({ watches, isAbove, triggerPrice, rate }: Described): string => {
    if (isGiven(rate)) {
      const values = {
        rate: formatPercent(formatDecimal(percentOf(parseDecimal<Rate>(rate)!)), locale),
      };
      return t(watches === 'last' ? 'spot.trailsLast' : 'spot.trailsReference', values);
    }
    const values = { price: isGiven(triggerPrice) ? price(triggerPrice) : '…' };
    if (watches === 'last') {
      return t(isAbove ? 'spot.waitsAboveLast' : 'spot.waitsBelowLast', values);
    }
    return t(isAbove ? 'spot.waitsAboveReference' : 'spot.waitsBelowReference', values);
  };
  /** "Then sells 0.08 BTC at 62,625.0 or better." */
  const placing = ({ side, kind, base, quote, limitPrice, quantity, sum }: Described): string => {
    const amount = isGiven(quantity) ? `${formatPrice(quantity, { locale })} ${base}` : `… ${base}`;
    if (kind === 'stopLimit' || kind === 'takeProfitLimit') {
      const values = { amount, price: isGiven(limitPrice) ? price(limitPrice) : '…' };
      return t(side === 'buy' ? 'spot.thenBuysAt' : 'spot.thenSellsAt', values);
    }
    if (side === 'sell') return t('spot.thenSells', { amount });
    if (isGiven(quantity)) return t('spot.thenBuys', { amount });
    const spent = isGiven(sum) ? formatPrice(sum, { locale }) : '…';
    return t('spot.thenBuysFor', { sum: `${spent} ${quote}` });
  };
  /** Of the stop of an OCO: "Target 66,500.0 in the book." and what has come of it. */
  const target = ({ state, base, pair }: Pick<Conditional, 'state' | 'base' | 'pair'>): string => {
    if (pair === undefined) return '';
    if (pair.ended === 'filled') return t('spot.ocoTargetFilled');
    if (pair.ended === 'cancelled') return t('spot.ocoBothCancelled');
    const filled = `${formatPrice(pair.filled, { locale })} ${base}`;
    return [
      state === 'waiting' && t('spot.ocoTarget', { price: price(pair.price) }),
      isGiven(pair.filled) && t('spot.ocoPartly', { filled }),
    ]
      .filter(Boolean)
      .join(' ');
  };
  return { waiting, placing, target };
}
