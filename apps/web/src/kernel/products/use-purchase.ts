/** The purchase of a product: what is reviewed, sending it once, and for kinds bought by the amount also that amount with its figures. */
import { decimal, formatDecimal } from '@tern/money';
import { useState } from 'react';
import type { CallError } from '../../platform/http/call-error.ts';
import { useI18n } from '../../platform/i18n/i18n.tsx';
import { identityObstacle } from '../account-status.ts';
import { type AmountFault, faultOfRefusal, type Limits } from '../amount-limits.ts';
import { useAmountMessages } from '../amount-messages.ts';
import { sentenceOf } from '../error-sentence.ts';
import { useForm } from '../form.ts';
import { reloadMember, useMember } from '../member.ts';
import { useSubmit } from '../submit.ts';
import { type QuoteSource, useQuote } from '../use-quote.ts';

export interface PurchaseCalls<Draft, Bought> {
  /** `key` makes retries idempotent. */
  send: (draft: Draft, key: string) => Promise<Bought>;
  /** Keeps what was bought, and opens its page. */
  onBought: (bought: Bought) => void;
  /** Shows a refusal at its field and returns true; false shows a toast. */
  onRefused: (error: CallError) => boolean;
  /** Fetches again what the screen shows. */
  onFailed: (error: CallError) => void;
}

/** `reviewed` are the figures as they were when the button was pressed: undefined while nothing is asked. */
export function usePurchase<Reviewed, Draft, Bought>(calls: PurchaseCalls<Draft, Bought>) {
  const [reviewed, review] = useState<Reviewed>();
  const leave = () => review(undefined);
  const sending = useSubmit<Draft, Bought>({
    movesMoney: true,
    send: calls.send,
    onDone: calls.onBought,
    onRefused: calls.onRefused,
    onFailed: (error) => {
      leave();
      calls.onFailed(error);
    },
  });
  return { ...sending, reviewed, review, leave };
}

/** A product that is bought by the amount. */
export interface AmountProduct extends Limits {
  ID: number;
  asset: string;
  places: number;
}

export interface AmountPurchaseCalls<Quote, Draft, Bought>
  extends Omit<PurchaseCalls<Draft, Bought>, 'onRefused'> {
  quotes: Omit<QuoteSource<Quote>, 'limits'>;
  /** Of the asset; undefined if unknown, or if the amount comes from elsewhere. */
  available?: string | undefined;
  /** What is wrong with the amount as typed. */
  faultOf: (typed: string, quote: Quote | undefined) => AmountFault | undefined;
  /** The sentence for a refusal of this kind of product; undefined for others. */
  sentenceFor?: (error: CallError) => string | undefined;
}

export function useAmountPurchase<Reviewed, Quote, Draft, Bought>(
  product: AmountProduct,
  calls: AmountPurchaseCalls<Quote, Draft, Bought>,
) {
  const i18n = useI18n();
  const user = useMember();
  const form = useForm<'amount'>({ amount: '' });
  const { amount: typed } = form.values;
  const messageOf = useAmountMessages(product);
  const figures = useQuote({ ...calls.quotes, limits: product }, typed);
  const fault = calls.faultOf(typed, figures.quote);
  /** At the amount, if the refusal is about it or about the product. */
  const refusalOf = (error: CallError): string | undefined => {
    const refused = faultOfRefusal(error, { ...product, available: calls.available });
    if (refused) return messageOf(refused);
    const isOfProduct = error.refusal === 'not-available' || error.refusal === 'not-found';
    return isOfProduct ? sentenceOf(error, i18n, false) : calls.sentenceFor?.(error);
  };
  const purchase = usePurchase<Reviewed, Draft, Bought>({
    ...calls,
    onRefused: (error) => {
      const message = refusalOf(error);
      return message !== undefined && form.fail({ amount: message });
    },
    onFailed: (error) => {
      if (error.kind === 'refused') reloadMember();
      calls.onFailed(error);
    },
  });
  const field = form.field('amount');
  const shownFault = figures.isAtRest ? fault : undefined;
  return {
    ...purchase,
    form,
    field: { ...field, error: field.error ?? (shownFault && messageOf(shownFault)) },
    figures,
    fault,
    user,
    obstacle: identityObstacle(user),
    /** As the API takes it; only of an amount without a fault. */
    amount: () => formatDecimal(decimal(typed)),
  };
}
