/** The application for a loan: amount, its cost, consent, and sending. */
import { formatDate, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { limitFault } from '../../../kernel/amount-limits.ts';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { useAmountText } from '../../../kernel/exact-amount.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useAmountPurchase } from '../../../kernel/products/use-purchase.ts';
import { useRatioText } from '../../../kernel/ratio-text.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import {
  type Application,
  type Loan,
  type LoanProduct,
  type LoanQuote,
  loanQuotes,
  reloadProducts,
  sendApplication,
  showLoan,
} from './api.ts';

/** What the member consents to: the sum with its date, and what happens on that day. */
export interface Consent {
  sum: string;
  terms: string;
}

function useConsent({ asset, dailyRate }: LoanProduct) {
  const t = useT();
  const locale = useNumberLocale();
  const ratio = useRatioText();
  const print = useAmountText(useCoinPlaces(asset));
  return ({ total, dueAt }: LoanQuote): Consent => {
    const date = formatDate(dueAt, { locale, detail: 'day' });
    const sum = t('loan.consentSum', { amount: print(total), coin: asset, date });
    return { sum, terms: t('loan.consentTerms', { rate: ratio(dailyRate) }) };
  };
}

const REFUSALS: Readonly<Partial<Record<string, MessageKey>>> = {
  'terms-changed': 'loan.termsChanged',
  'limit-reached': 'loan.alreadyApplied',
};

export function useLoanForm(product: LoanProduct) {
  const { ID: productId, min, max, version } = product;
  const t = useT();
  const navigator = useNavigator();
  const consentTo = useConsent(product);
  // The consent is to these words: another amount, cost or date needs it anew.
  const [agreedTo, setAgreedTo] = useState<string>();
  const applying = useAmountPurchase<never, LoanQuote, Application, Loan>(product, {
    quotes: loanQuotes(productId),
    faultOf: (typed) => limitFault(typed, product),
    sentenceFor: ({ refusal }) => {
      const key = REFUSALS[refusal ?? ''];
      return key && t(key);
    },
    send: sendApplication,
    onBought: (loan) => {
      showLoan(loan);
      navigator.redirect(pages.loanHistory, { id: String(loan.ID) });
    },
    onFailed: (error) => {
      setAgreedTo(undefined);
      if (error.kind === 'refused') reloadProducts();
    },
  });
  const { figures: cost, obstacle, isOff } = applying;
  const consent = cost.quote && consentTo(cost.quote);
  const isAgreed = consent !== undefined && !cost.isLate && agreedTo === consent.sum;
  return {
    ...applying,
    cost,
    consent,
    isAgreed,
    agree: (isOn: boolean) => setAgreedTo(isOn ? consent?.sum : undefined),
    canSend: isAgreed && !isOff && obstacle === undefined,
    send: () => applying.submit({ productId, amount: applying.amount(), min, max, version }),
  };
}
