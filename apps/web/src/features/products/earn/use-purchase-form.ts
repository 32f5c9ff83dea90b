/** The purchase of a fixed term: amount, its figures, the review, and sending. */
import { showToast } from '@tern/ui';
import { maxAmount, outgoingFault } from '../../../kernel/amount-limits.ts';
import { useCoin, useCoinPlaces } from '../../../kernel/balances.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { productParams } from '../../../kernel/products/product-tabs.ts';
import { useAmountPurchase } from '../../../kernel/products/use-purchase.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import {
  type FixedTerm,
  type FixedTermOrder,
  keepOrder,
  KIND,
  type Purchase,
  type PurchaseQuote,
  purchaseQuotes,
  reloadProducts,
  sendPurchase,
} from './api.ts';

/** The purchase as it was when the button was pressed. */
export interface Reviewed {
  amount: string;
  version: number;
  quote: PurchaseQuote;
}

export function usePurchaseForm(product: FixedTerm) {
  const { ID: productId, version, asset, max, places, isOpen } = product;
  const t = useT();
  const navigator = useNavigator();
  const coin = useCoin(asset);
  const print = useAmountText(useCoinPlaces(asset));
  const buying = useAmountPurchase<Reviewed, PurchaseQuote, Purchase, FixedTermOrder>(product, {
    quotes: purchaseQuotes(productId),
    available: coin?.available,
    faultOf: (typed, quote) =>
      outgoingFault(typed, coin?.available ?? quote?.available ?? max, product),
    send: sendPurchase,
    onBought: (order) => {
      keepOrder(order);
      showToast(t('earn.bought', { amount: print(order.principal), coin: asset }), 'done');
      navigator.redirect(pages.stakeOrder, productParams(KIND, order.ID));
    },
    onFailed: (error) => error.kind === 'refused' && reloadProducts(),
  });
  const { form, fault, reviewed, submit, isOff } = buying;
  const { quote, isLate } = buying.figures;
  const available = coin?.available ?? quote?.available;
  const canReview = quote !== undefined && !isLate && fault === undefined && isOpen;
  // Fixed terms need no verified identity; a frozen account is refused everywhere.
  const isFrozen = buying.obstacle === 'frozen';
  return {
    ...buying,
    isFrozen,
    available,
    setMost: () => available !== undefined && form.set('amount', maxAmount(available, max, places)),
    canReview: canReview && !isFrozen && !isOff,
    review: () => quote && canReview && buying.review({ amount: buying.amount(), version, quote }),
    buy: () =>
      reviewed && submit({ productId, amount: reviewed.amount, version: reviewed.version }),
  };
}
