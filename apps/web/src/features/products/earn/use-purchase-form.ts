/** The purchase of a fixed term: amount, its figures, the review, and sending. */
import { decimal, formatDecimal } from '@tern/money';
import { showToast } from '@tern/ui';
import { useState } from 'react';
import { identityObstacle } from '../../../kernel/account-status.ts';
import { faultOfRefusal, maxAmount, outgoingFault } from '../../../kernel/amount-limits.ts';
import { useAmountMessages } from '../../../kernel/amount-messages.ts';
import { useCoin, useCoinPlaces } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { useForm } from '../../../kernel/form.ts';
import { reloadMember, useMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import { productParams } from '../../../kernel/products/product-tabs.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import { useQuote } from '../../../kernel/use-quote.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import {
  type FixedTerm,
  type FixedTermOrder,
  KIND,
  type Purchase,
  type PurchaseQuote,
  purchaseQuotes,
  reloadProducts,
  sendPurchase,
  showOrder,
} from './api.ts';

/** The purchase as it was when the button was pressed. */
export interface Reviewed {
  amount: string;
  version: number;
  quote: PurchaseQuote;
}

/** The message at the amount for a refusal; undefined shows a toast. */
function useRefusalMessage(product: FixedTerm, available: string | undefined) {
  const i18n = useI18n();
  const amountMessage = useAmountMessages(product);
  return (error: CallError): string | undefined => {
    const fault = faultOfRefusal(error, { ...product, available });
    if (fault) return amountMessage(fault);
    const isOfProduct = error.refusal === 'not-available' || error.refusal === 'not-found';
    return isOfProduct ? sentenceOf(error, i18n, false) : undefined;
  };
}

export function usePurchaseForm(product: FixedTerm) {
  const { ID: productId, version, asset, max, places } = product;
  const t = useT();
  const navigator = useNavigator();
  const coin = useCoin(asset);
  const print = useAmountText(useCoinPlaces(asset));
  // Fixed terms need no verified identity; a frozen account is refused everywhere.
  const user = useMember();
  const isFrozen = identityObstacle(user) === 'frozen';
  const form = useForm<'amount'>({ amount: '' });
  const { amount } = form.values;
  const amountMessage = useAmountMessages(product);
  const refusalMessage = useRefusalMessage(product, coin?.available);
  const figures = useQuote({ ...purchaseQuotes(productId), limits: product }, amount);
  const available = coin?.available ?? figures.quote?.available;
  const fault = outgoingFault(amount, available ?? max, product);
  const [reviewed, setReviewed] = useState<Reviewed>();
  const { submit, isBusy, isOff } = useSubmit<Purchase, FixedTermOrder>({
    movesMoney: true,
    send: sendPurchase,
    onDone: (order) => {
      showOrder(order);
      showToast(t('earn.bought', { amount: print(order.principal), coin: asset }), 'done');
      navigator.redirect(pages.stakeOrder, productParams(KIND, order.ID));
    },
    onRefused: (error) => {
      const message = refusalMessage(error);
      return message !== undefined && form.fail({ amount: message });
    },
    onFailed: (error) => {
      setReviewed(undefined);
      if (error.kind !== 'refused') return;
      reloadMember();
      reloadProducts();
    },
  });
  const field = form.field('amount');
  const shownFault = figures.isAtRest ? fault : undefined;
  const { quote, isLate } = figures;
  const canReview = quote !== undefined && !isLate && fault === undefined && product.isOpen;
  return {
    form,
    field: { ...field, error: field.error ?? (shownFault && amountMessage(shownFault)) },
    figures,
    user,
    isFrozen,
    available,
    setMost: () => available !== undefined && form.set('amount', maxAmount(available, max, places)),
    canReview: canReview && !isFrozen && !isOff,
    review: () =>
      quote && canReview && setReviewed({ amount: formatDecimal(decimal(amount)), version, quote }),
    reviewed,
    leave: () => setReviewed(undefined),
    buy: () =>
      reviewed && submit({ productId, amount: reviewed.amount, version: reviewed.version }),
    isBusy,
  };
}
