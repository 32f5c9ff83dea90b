/** The purchase of a product: what is chosen, its figures, its faults, and sending it once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { showToast } from '@tern/ui';
import { useState } from 'react';
import { useCoin, useCoinPlaces } from '../../../kernel/balances.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { productParams } from '../../../kernel/products/product-tabs.ts';
import { usePurchase } from '../../../kernel/products/use-purchase.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { buy, type Purchase, type Quote, quoteQuery, reloadStaking, rememberOrder } from './api.ts';
import { type Choice, kindOf, type Product, type StakeOrder } from './products.ts';
import { lacksToken, type PurchaseFault, purchaseFault, unitsOf } from './view-model.ts';

/** The purchase as it was when the button was pressed. */
export interface Reviewed extends Purchase {
  quote: Quote;
}

const FIRST_UNITS = '1';

/** Units as typed, or the share chosen; at first the first free one. */
function useChoice(product: Product) {
  const [typed, setTyped] = useState(FIRST_UNITS);
  const [percent, setPercent] = useState<number>();
  const free = product.shares.filter(({ heldAt }) => heldAt === null);
  const chosen = free.find((share) => share.percent === percent) ?? free[0];
  const units = unitsOf(typed);
  const choice: Choice | undefined =
    product.type === 'shared'
      ? chosen && { percent: chosen.percent }
      : units === undefined
        ? undefined
        : { units };
  return { choice, typed, setTyped, percent: chosen?.percent, setPercent };
}

function useFaultTexts(product: Product) {
  const t = useT();
  const print = useAmountText(useCoinPlaces(product.payCoin));
  return (fault: PurchaseFault): string => {
    switch (fault.kind) {
      case 'missing':
        return t('staking.enterUnits');
      case 'max':
        return t('staking.maximumUnits', { count: fault.max });
      case 'balance':
        return t('staking.youHave', { amount: print(fault.available), coin: product.payCoin });
      case 'no-share':
        return t('staking.shareGone');
    }
  };
}

interface RefusalData {
  needs?: string;
  max?: string | number;
}

/** The fault that a refusal names; undefined shows a toast. */
function faultOf(error: CallError, product: Product, quote: Quote | undefined) {
  const { max } = (error.data ?? {}) as RefusalData;
  switch (error.refusal) {
    case 'amount-missing':
    case 'below-minimum':
      return { kind: 'missing' } as const;
    case 'above-maximum':
      return product.type === 'shared'
        ? ({ kind: 'no-share' } as const)
        : ({ kind: 'max', max: Number(max ?? product.maxUnits) } as const);
    case 'insufficient-balance':
      return { kind: 'balance', available: quote?.available ?? '0' } as const;
    default:
      return undefined;
  }
}

export function useProductPurchase(product: Product) {
  const t = useT();
  const navigator = useNavigator();
  const { choice, typed, setTyped, percent, setPercent } = useChoice(product);
  const [refusal, setRefusal] = useState<string>();
  const [isTokenMissing, setTokenMissing] = useState(false);
  const isWithin = choice !== undefined && purchaseFault(product, choice, undefined) === undefined;
  const query = useQuery({
    ...quoteQuery(product.ID, choice ?? { units: 1 }),
    enabled: isWithin && product.state === 'open',
    placeholderData: keepPreviousData,
  });
  // The figures of another choice are not shown as those of this one.
  const quote = query.isPlaceholderData || !isWithin ? undefined : query.data;
  const textOf = useFaultTexts(product);
  const fault = purchaseFault(product, choice, quote);
  const owned = useCoin(product.token?.coin ?? '')?.total;
  const purchase = usePurchase<Reviewed, Purchase, StakeOrder>({
    send: buy,
    onBought: (order) => {
      rememberOrder(order);
      showToast(t('staking.bought', { name: order.name }), 'done');
      navigator.redirect(pages.stakeOrder, productParams(kindOf(order.type), order.ID));
    },
    onRefused: (error) => {
      const named = faultOf(error, product, quote);
      if (named) setRefusal(textOf(named));
      const needsToken = (error.data as RefusalData | undefined)?.needs === 'token';
      if (needsToken) setTokenMissing(true);
      return named !== undefined || needsToken;
    },
    onFailed: reloadStaking,
  });
  /** An empty field has no error until the button is pressed. */
  const shown =
    fault === undefined || (fault.kind === 'missing' && typed === '') ? undefined : fault;
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setRefusal(undefined);
    },
    percent,
    choose: (next: number) => {
      setPercent(next);
      setRefusal(undefined);
    },
    choice,
    quote,
    /** At the field, or at the shares. */
    error: refusal ?? (shown && textOf(shown)),
    needsToken: isTokenMissing || lacksToken(product.token, owned),
    review: () => {
      if (choice === undefined) setRefusal(textOf({ kind: 'missing' }));
      else if (quote && fault === undefined) purchase.review({ product, choice, quote });
    },
    /** Nothing to press while a fault is shown, or while the figures are not known. */
    canReview:
      !purchase.isOff &&
      shown === undefined &&
      (choice === undefined ? product.type !== 'shared' : quote !== undefined),
    reviewed: purchase.reviewed,
    confirm: () => purchase.reviewed && purchase.submit(purchase.reviewed),
    leave: purchase.leave,
    isBusy: purchase.isBusy,
  };
}

export type ProductPurchase = ReturnType<typeof useProductPurchase>;
