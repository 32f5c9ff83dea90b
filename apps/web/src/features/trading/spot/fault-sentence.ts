/** The error message for a price or an amount. */
import { amountPlaces, formatAmount, formatPrice, useNumberLocale } from '@tern/ui';
import { useCoins } from '../../../kernel/balances.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import type { Market } from './order-arithmetic.ts';
import type { Fault, FaultKind } from './order-bounds.ts';

const KEYS: Record<FaultKind, MessageKey> = {
  priceMissing: 'code.4014',
  quantityMissing: 'spot.enterQuantity',
  saleMissing: 'code.4013',
  totalMissing: 'spot.enterTotal',
  tickSize: 'spot.priceStep',
  lotSize: 'spot.quantityStep',
  minNotional: 'spot.minimumIs',
  maxNotional: 'spot.maximumIs',
  highestPrice: 'spot.highestPrice',
  lowestPrice: 'spot.lowestPrice',
  balance: 'spot.notEnough',
};

const PRICES: ReadonlySet<FaultKind> = new Set(['highestPrice', 'lowestPrice', 'tickSize']);

/** Returns the function from a fault to its message, in the member's language and number format. */
export function useFaultSentence(
  market: Pick<Market, 'pricePlaces'>,
): (fault: Fault | undefined) => string | undefined {
  const t = useT();
  const locale = useNumberLocale();
  const coins = useCoins().data;
  return (fault) => {
    if (fault === undefined) return undefined;
    const { kind, limit, asset = '' } = fault;
    // Balances are printed as displayed, prices by the tick; other bounds in full, because one digit decides.
    const coin = coins?.find((each) => each.asset === asset);
    const places = amountPlaces(asset, coin?.places ?? 8);
    const price = PRICES.has(kind) ? { places: market.pricePlaces } : {};
    const bound =
      kind === 'balance'
        ? formatAmount(limit, { locale, places })
        : formatPrice(limit, { locale, ...price });
    return t(KEYS[kind], { limit: bound, asset });
  };
}
