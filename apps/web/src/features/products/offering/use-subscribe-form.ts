/** The subscription form: quantity, its quote, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { type Amount, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import {
  amountPlaces,
  formatAmount,
  formatDate,
  formatPrice,
  showToast,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { sentenceOf } from '../../../kernel/error-sentence.ts';
import { exactPlaces } from '../../../kernel/exact-amount.tsx';
import { useForm } from '../../../kernel/form.ts';
import { reloadMember } from '../../../kernel/member.ts';
import { pages } from '../../../kernel/pages.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { useReportError } from '../../../kernel/report-error.ts';
import { useSubmit } from '../../../kernel/submit.ts';
import type { CallError } from '../../../platform/http/call-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { type Quote, quoteQuery, reloadOfferings, subscribe } from './api.ts';
import { useUnfreezeDate } from './parts/unfreeze-date.tsx';
import { type SubscriptionRefusal, refusedQuantity } from './subscription-refusal.ts';
import { mostOf, type Offering, quantityFault, shareOf, shareQuantity } from './view-model.ts';

/** The server needs a quantity in whole form: "1." is 1. */
const cleaned = (typed: string) => (typed.endsWith('.') ? typed.slice(0, -1) : typed);

const amountOf = (text: string) => parseDecimal<Amount>(text) ?? ZERO;

const KEYS = {
  min: 'offering.minimumIs',
  max: 'offering.maximumIs',
  member: 'offering.memberLeft',
  cap: 'offering.roundLeft',
} as const;

/** Returns the sentence for what is wrong with a quantity. */
function useFaultSentence({ coin, payCoin }: Offering): (fault: SubscriptionRefusal) => string {
  const t = useT();
  const locale = useNumberLocale();
  return (fault) => {
    switch (fault.kind) {
      case 'missing':
        return t('offering.enterQuantity');
      case 'closed':
        return t('offering.notOpen');
      case 'not-yet':
        return t('offering.notYet', { time: formatDate(fault.until, { locale }) });
      case 'sold-out':
        return t('offering.allSold');
      case 'balance': {
        const places = exactPlaces(fault.limit, amountPlaces(payCoin, 2));
        const limit = formatAmount(fault.limit, { locale, places });
        return t('offering.notEnough', { limit, coin: payCoin });
      }
      default:
        return t(KEYS[fault.kind], { limit: formatPrice(fault.limit, { locale }), coin });
    }
  };
}

/** The purchase as it was when the button was pressed. */
interface Reviewed extends Quote {
  version: number;
}

export function useSubscribeForm(offering: Offering) {
  const i18n = useI18n();
  const { t } = i18n;
  const locale = useNumberLocale();
  const navigator = useNavigator();
  const report = useReportError();
  const sentence = useFaultSentence(offering);
  const dateOf = useUnfreezeDate();
  const form = useForm<'quantity'>({ quantity: '' });
  const [reviewed, setReviewed] = useState<Reviewed>();
  const [isQuoting, setQuoting] = useState(false);
  const quantity = cleaned(form.values.quantity);
  const answered = useQuery(quoteQuery(offering.ID, quantity)).data;
  const isCurrent = answered?.quantity === quantity;
  const most = mostOf(offering, answered?.affordable);
  const places = { coin: useCoinPlaces(offering.coin), pay: useCoinPlaces(offering.payCoin) };
  const { submit, isBusy, isOff } = useSubmit({
    movesMoney: true,
    send: subscribe,
    onDone: (made) => {
      reloadOfferings();
      const shown = { locale, places: exactPlaces(made.quantity, places.coin) };
      const bought = `${formatAmount(made.quantity, shown)} ${made.coin}`;
      showToast(t('offering.subscribed', { bought, date: dateOf(made.unfreezesAt) }), 'done');
      navigator.redirect(pages.offeringHistory, { id: String(made.ID) });
    },
    onRefused: (error: CallError) => {
      if (error.refusal === 'account-frozen') reloadMember();
      // The minimum of that moment is in the server's words, in the asset that pays.
      if (error.refusal === 'below-minimum') {
        return form.fail({ quantity: sentenceOf(error, i18n, true) });
      }
      const fault = refusedQuantity(error, offering, answered?.available);
      return fault !== undefined && form.fail({ quantity: sentence(fault) });
    },
    onFailed: () => {
      setReviewed(undefined);
      reloadOfferings();
    },
  });
  /** Confirms the cost that the server answers now. */
  const review = async () => {
    const fault = quantityFault(quantity, offering, answered);
    if (form.fail(fault ? { quantity: sentence(fault) } : {}) || isQuoting) return;
    setQuoting(true);
    try {
      const quote = await queryClient.fetchQuery(quoteQuery(offering.ID, quantity));
      setReviewed({ ...quote, version: offering.version });
    } catch (error) {
      report(error);
    } finally {
      setQuoting(false);
    }
  };
  return {
    form,
    places,
    /** Of the quantity in the field; undefined while it is being fetched. */
    paid: isCurrent ? answered.paid : undefined,
    available: answered?.available,
    unfreezesAt: answered?.unfreezesAt,
    /** The quantity as a share of the most, in whole percent. */
    share: Math.round(shareOf(amountOf(quantity), most)),
    setShare: (share: number) =>
      form.set('quantity', share === 0 ? '' : shareQuantity(most, share, offering.places)),
    setMost: () => form.set('quantity', formatDecimal(most)),
    review: () => void review(),
    reviewed,
    confirm: () => {
      if (reviewed === undefined) return;
      const { quantity: agreed, version } = reviewed;
      submit({ offeringId: offering.ID, quantity: agreed, version });
    },
    leave: () => setReviewed(undefined),
    isBusy,
    isQuoting,
    isOff,
  };
}
