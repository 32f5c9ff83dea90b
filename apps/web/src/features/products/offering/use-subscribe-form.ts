/** The subscription form: quantity, its quote, validation, confirmation and sending. */
import { useQuery } from '@tanstack/react-query';
import { type Amount, decimal, formatDecimal, parseDecimal, ZERO } from '@tern/money';
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
import { usePurchase } from '../../../kernel/products/use-purchase.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { useReportError } from '../../../kernel/report-error.ts';
import { useI18n, useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import {
  type Quote,
  quoteQuery,
  reloadOfferings,
  subscribe,
  type SubscriptionInput,
} from './api.ts';
import { useUnfreezeDate } from './parts/unfreeze-date.tsx';
import {
  boundOf,
  mostOf,
  type Offering,
  quantityFault,
  type QuantityFault,
  shareOf,
  shareQuantity,
  type Subscription,
} from './view-model.ts';
import type { CallError } from '../../../platform/http/call-error.ts';

/** `closed`: ended or prohibited. `until` is ISO 8601. */
type SubscriptionRefusal =
  | QuantityFault
  | { kind: 'closed' | 'sold-out' }
  | { kind: 'not-yet'; until: string };

interface RefusalData {
  max?: string;
  until?: string;
}

/** Undefined for a refusal without a sentence of ours. */
function refusedQuantity(
  { refusal, data }: Pick<CallError, 'refusal' | 'data'>,
  offering: Offering,
  available: string | undefined,
): SubscriptionRefusal | undefined {
  const { max, until } = (data ?? {}) as RefusalData;
  switch (refusal) {
    case 'amount-missing':
    case 'invalid-request':
      return { kind: 'missing' };
    case 'above-maximum':
      if (max === undefined) return undefined;
      return decimal(max) === ZERO ? { kind: 'sold-out' } : boundOf(offering, max);
    case 'insufficient-balance':
      return available === undefined ? undefined : { kind: 'balance', limit: available };
    case 'not-yet':
      return until === undefined ? undefined : { kind: 'not-yet', until };
    case 'not-available':
      return { kind: 'closed' };
    default:
      return undefined;
  }
}

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
  const [isQuoting, setQuoting] = useState(false);
  const quantity = cleaned(form.values.quantity);
  const answered = useQuery(quoteQuery(offering.ID, quantity)).data;
  const isCurrent = answered?.quantity === quantity;
  const most = mostOf(offering, answered?.affordable);
  const places = { coin: useCoinPlaces(offering.coin), pay: useCoinPlaces(offering.payCoin) };
  const purchase = usePurchase<Reviewed, SubscriptionInput, Subscription>({
    send: subscribe,
    onBought: (made) => {
      reloadOfferings();
      const shown = { locale, places: exactPlaces(made.quantity, places.coin) };
      const bought = `${formatAmount(made.quantity, shown)} ${made.coin}`;
      showToast(t('offering.subscribed', { bought, date: dateOf(made.unfreezesAt) }), 'done');
      navigator.redirect(pages.offeringHistory, { id: String(made.ID) });
    },
    onRefused: (error) => {
      if (error.refusal === 'account-frozen') reloadMember();
      // The minimum of that moment is in the server's words, in the asset that pays.
      if (error.refusal === 'below-minimum') {
        return form.fail({ quantity: sentenceOf(error, i18n, true) });
      }
      const fault = refusedQuantity(error, offering, answered?.available);
      return fault !== undefined && form.fail({ quantity: sentence(fault) });
    },
    onFailed: reloadOfferings,
  });
  /** Confirms the cost that the server answers now. */
  const review = async () => {
    const fault = quantityFault(quantity, offering, answered);
    if (form.fail(fault ? { quantity: sentence(fault) } : {}) || isQuoting) return;
    setQuoting(true);
    try {
      const quote = await queryClient.fetchQuery(quoteQuery(offering.ID, quantity));
      purchase.review({ ...quote, version: offering.version });
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
    reviewed: purchase.reviewed,
    confirm: () => {
      if (purchase.reviewed === undefined) return;
      const { quantity: agreed, version } = purchase.reviewed;
      purchase.submit({ offeringId: offering.ID, quantity: agreed, version });
    },
    leave: purchase.leave,
    isBusy: purchase.isBusy,
    isQuoting,
    isOff: purchase.isOff,
  };
}
