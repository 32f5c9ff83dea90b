/** Times, numbers and amounts as this page prints them. */
import { formatAmount, formatDate, formatPrice, useNumberLocale } from '@tern/ui';
import { exactPlaces } from '../../../../kernel/exact-amount.tsx';
import { useInstrument } from '../../../../kernel/quotes/quote-store.ts';
import type { PlacedOrder } from '../view-model.ts';

const MOST_PLACES = 8;
const SECOND_MS = 1_000;
const millis = (at: number) => String(at % SECOND_MS).padStart(3, '0');

/** `order`: whose market gives the places of prices and quantities. */
export function useShownTexts(order?: PlacedOrder) {
  const locale = useNumberLocale();
  const market = useInstrument(order?.symbol ?? '');
  const places = market?.lotPlaces ?? MOST_PLACES;
  const price = (value: string) => formatPrice(value, { locale, places: market?.pricePlaces });
  return {
    /** "21 Nov 2026, 09:29" */
    time: (at: number | string) => formatDate(at, { locale }),
    /** "09:29" */
    clock: (at: number) => formatDate(at, { locale, detail: 'clock' }),
    /** "09:29:14.204" */
    exact: (at: number) => `${formatDate(at, { locale, detail: 'time' })}.${millis(at)}`,
    /** "14.204": the second within its minute. */
    second: (at: number) =>
      `${String(Math.floor(at / SECOND_MS) % 60).padStart(2, '0')}.${millis(at)}`,
    count: (value: number) => formatPrice(String(value), { locale }),
    price,
    quantity: (value: string) => formatAmount(value, { locale, places }),
    base: (value: string) =>
      `${formatAmount(value, { locale, places })} ${order?.base ?? ''}`.trim(),
    quote: (value: string) => formatAmount(value, { locale, places: 2 }),
    fee: (value: string) => formatAmount(value, { locale, places: exactPlaces(value, 2) }),
  };
}
