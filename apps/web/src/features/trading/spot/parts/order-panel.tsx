/** Order form and order book of one market, and how an order is placed. */
import { formatDecimal } from '@tern/money';
import type { RefusalName } from '@tern/protocol/refusals';
import { amountPlaces, focusFirstError, showToast, Skeleton, Stack } from '@tern/ui';
import { useRef, useState } from 'react';
import { balanceKeys, useCoin } from '../../../../kernel/balances.ts';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import { queryClient } from '../../../../kernel/query-client.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useClosedText } from '../../../../kernel/quotes/opening-time.tsx';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { attachedPlacement } from '../attached-draft.ts';
import { patchOrder, placeOrder, reloadOrders } from '../api.ts';
import { reloadConditionals } from '../conditional-orders.ts';
import { useFaultSentence } from '../fault-sentence.ts';
import { availableFor, type OrderType, type Side } from '../order-arithmetic.ts';
import { type Fault, orderFaults } from '../order-bounds.ts';
import { type Placement, placementOf } from '../order-draft.ts';
import { placeOutcome } from '../order-outcome.ts';
import { boundOf, fieldOf } from '../order-refusal.ts';
import { useShowOutcome } from '../show-outcome.ts';
import { type AttachedForm, useAttachedForm } from '../use-attached-form.ts';
import { type OrderForm as FormState, useOrderForm } from '../use-order-form.ts';
import { ConditionalForm } from './conditional-form.tsx';
import { OcoForm } from './oco-form.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderForm } from './order-form.tsx';
import type { FormType } from './order-sketch.tsx';
import { OrderTypes } from './order-types.tsx';
import styles from './trade.module.css';
import { OrderReview, type Reviewed } from './order-review.tsx';

/** With these the screen is out of date. */
const OUTDATED: ReadonlySet<RefusalName | undefined> = new Set<RefusalName>([
  'market-closed',
  'insufficient-balance',
  'terms-changed',
  'out-of-bounds',
]);

/** Refetches balances and markets. */
function refreshTerms(): void {
  void queryClient.invalidateQueries({ queryKey: balanceKeys.coins });
  void queryClient.invalidateQueries({ queryKey: ['markets'] });
}

/** Returns the message for a refusal that belongs to a field. */
function useRefusalSentence(form: FormState) {
  const i18n = useI18n();
  const { market } = form.context;
  const sentence = useFaultSentence(market);
  return (error: CallError): string => {
    const available = availableFor(form.draft.side, form.context);
    if (error.refusal === 'insufficient-balance' && available !== undefined) {
      const asset = form.draft.side === 'buy' ? market.quote : market.base;
      const fault = { kind: 'balance', limit: formatDecimal(available), asset } satisfies Fault;
      return sentence(fault) ?? '';
    }
    return sentence(boundOf(error, market.quote)) ?? sentenceOf(error, i18n, true);
  };
}

/** As high as the fields beside them. */
const FEW_LEVELS = 5;

type WaitingKind = Exclude<FormType, OrderType>;

export interface OrderPanelProps {
  instrument: Instrument;
  firstSide: Side;
}

export function OrderPanel({ instrument, firstSide }: OrderPanelProps) {
  const form = useOrderForm(instrument, firstSide);
  const attached = useAttachedForm(form);
  const { element, review, isClosed, ...placing } = usePlaceOrder(instrument, { form, attached });
  const quoteCoin = useCoin(instrument.quote);
  const places = {
    price: instrument.pricePlaces,
    quantity: instrument.lotPlaces,
    total: quoteCoin?.places ?? amountPlaces(instrument.quote, 8),
  };
  const closedText = useClosedText();
  const [kind, setKind] = useState<WaitingKind>();
  const choose = (type: FormType) => {
    if (type === 'limit' || type === 'market') {
      form.setType(type);
      setKind(undefined);
    } else {
      setKind(type);
    }
  };
  // The end of the form stands below the book.
  const isLong = kind === 'oco' || (kind === undefined && attached.draft.isOn);
  const isOfMembers = instrument.pricedBy === 'members';
  const types = (side: Side) => (
    <OrderTypes
      value={kind ?? form.draft.type}
      isLimitOnly={isOfMembers}
      side={side}
      onChange={choose}
    />
  );
  return (
    <div className={styles.panel}>
      {kind === undefined ? (
        <OrderForm
          ref={element}
          form={form}
          attached={attached}
          isOfMembers={isOfMembers}
          places={places}
          closed={isClosed ? closedText(instrument) : undefined}
          onSubmit={placing.ask}
        >
          {types(form.draft.side)}
        </OrderForm>
      ) : kind === 'oco' ? (
        <OcoForm
          instrument={instrument}
          context={form.context}
          firstSide={form.draft.side}
          places={places}
          closed={isClosed ? closedText(instrument) : undefined}
        >
          {types}
        </OcoForm>
      ) : (
        <ConditionalForm
          instrument={instrument}
          kind={kind}
          firstSide={form.draft.side}
          places={places}
        >
          {types}
        </ConditionalForm>
      )}
      <OrderBook
        instrument={instrument}
        {...(isLong ? { levels: FEW_LEVELS } : {})}
        onPick={form.pickPrice}
      />
      <OrderReview
        reviewed={review}
        isBusy={placing.isBusy}
        onConfirm={placing.confirm}
        onCancel={placing.leave}
      />
    </div>
  );
}

/** Button, confirmation, call, answer. */
function usePlaceOrder(
  instrument: Instrument,
  { form, attached }: { form: FormState; attached: AttachedForm },
) {
  const { t } = useI18n();
  const sentence = useFaultSentence(form.context.market);
  const refusalSentence = useRefusalSentence(form);
  const showOutcome = useShowOutcome();
  const element = useRef<HTMLFormElement>(null);
  const [review, setReview] = useState<Reviewed>();
  const [refusedBy, setRefusedBy] = useState<Instrument>();

  const showErrors = (errors: FormState['errors']) => {
    form.setErrors(errors);
    requestAnimationFrame(() => element.current && focusFirstError(element.current));
  };
  const { submit, isBusy } = useSubmit<Placement, Awaited<ReturnType<typeof placeOrder>>>({
    movesMoney: true,
    send: placeOrder,
    onDone: (order) => {
      setReview(undefined);
      form.placed();
      if (attached.draft.isOn) {
        attached.edit({ isOn: false, takeProfit: '', stopLoss: '' });
        reloadConditionals();
      }
      patchOrder(order);
      showOutcome(order, placeOutcome(order));
    },
    onRefused: (error) => {
      if (error.refusal === 'market-closed') setRefusedBy(instrument);
      if (attached.showRefusal(error)) return true;
      const field = fieldOf(error);
      if (field) showErrors({ [field]: refusalSentence(error) });
      return field !== undefined;
    },
    onFailed: ({ kind, refusal }) => {
      setReview(undefined);
      // Without an answer the order may have been placed.
      if (kind !== 'refused') reloadOrders();
      if (kind !== 'refused' || OUTDATED.has(refusal)) refreshTerms();
    },
  });

  const ask = () => {
    const { price, amount } = orderFaults(form.draft, form.context);
    if (price || amount) {
      showErrors({
        ...(price && { price: sentence(price) ?? '' }),
        ...(amount && { amount: sentence(amount) ?? '' }),
      });
      return;
    }
    form.setErrors({});
    if (!attached.check()) return;
    const { draft, sums, context } = form;
    if (sums) setReview({ draft, sums, context, attached: attachedPlacement(attached.draft) });
    else showToast(t('spot.noPrice'), 'info');
  };
  return {
    element,
    review,
    isBusy,
    ask,
    confirm: () => {
      if (review === undefined) return;
      const { draft, attached: added } = review;
      submit({ ...placementOf(instrument.symbol, draft), ...(added && { attached: added }) });
    },
    leave: () => setReview(undefined),
    // Closed according to the list, or to a later refusal by the server, until the list is refetched.
    isClosed: !instrument.isOpen || refusedBy === instrument,
  };
}

const FORM = ['44px', '44px', '47px', '47px', '43px', '62px', '48px'];
const ROWS = 15;

/** Skeleton of the order form and the order book. */
export function OrderPanelSkeleton() {
  return (
    <div className={styles.panel} aria-hidden="true">
      <Stack gap={10}>
        {FORM.map((height, index) => (
          <Skeleton key={index} height={height} />
        ))}
      </Stack>
      <div className={styles.rows}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} height="14px" />
        ))}
      </div>
    </div>
  );
}
