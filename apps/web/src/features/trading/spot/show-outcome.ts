/** Shows a toast with the outcome of an order and a link to it. */
import { formatAmount, formatPrice, showToast, useNumberLocale } from '@tern/ui';
import { knownInstrument } from '../../../kernel/quotes/quote-store.ts';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { usePath } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { Outcome } from './order-outcome.ts';
import type { Order } from './order-view.ts';

/** For an asset whose market is not loaded. */
const MOST_PLACES = 8;

/** `show(order, placeOutcome(order))`. Without the link on the order's own page. */
export function useShowOutcome(): (order: Order, outcome: Outcome) => void {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const isOnDetail = usePath() === pages.orderDetail;
  return (order, outcome) => {
    const view = {
      label: t('common.view'),
      ...to(pages.orderDetail, { id: String(order.ID) }),
    };
    const action = isOnDetail ? undefined : view;
    if (outcome.key === 'nothingFilled') {
      return showToast(t('spot.nothingFilled'), 'info', action);
    }
    const market = knownInstrument(order.symbol);
    const places = market?.lotPlaces ?? MOST_PLACES;
    const quantity = formatAmount(outcome.quantity, { locale, places });
    const figures = {
      quantity: `${quantity} ${order.base}`,
      price: formatPrice(outcome.price, { locale, places: market?.pricePlaces }),
    };
    const said = t(`spot.${outcome.key}`, figures);
    showToast(outcome.rest ? `${said}. ${t(`spot.${outcome.rest}`)}` : said, 'done', action);
  };
}
