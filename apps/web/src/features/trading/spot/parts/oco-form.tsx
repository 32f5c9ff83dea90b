/** The form of an OCO: target, stop, the sentence of what will happen, what each end brings, and the button. */
import { formatDecimal } from '@tern/money';
import {
  amountPlaces,
  Button,
  formatAmount,
  formatPrice,
  NumberField,
  Segmented,
  showToast,
  Text,
  TwoFigures,
  useNumberLocale,
} from '@tern/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import { reloadOrders } from '../api.ts';
import { placeOco, reloadConditionals } from '../conditional-orders.ts';
import { useFaultSentence } from '../fault-sentence.ts';
import {
  emptyOco,
  type OcoDraft,
  type OcoFault,
  type OcoField,
  ocoFaults,
  ocoFigures,
  outcomeAt,
  reservedBy,
} from '../oco-draft.ts';
import type { OrderContext, Side } from '../order-arithmetic.ts';
import { useConditionalTexts } from '../use-conditional-texts.ts';
import { PriceRuler } from './price-ruler.tsx';
import styles from './trade.module.css';

export interface OcoFormProps {
  instrument: Instrument;
  context: OrderContext;
  firstSide: Side;
  /** Decimal places of a quantity. */
  places: { quantity: number };
  /** Of a closed market: its limit order cannot be placed. */
  closed: string | undefined;
  /** The choice of the type. */
  children: (side: Side) => ReactNode;
}

type Errors = Partial<Record<OcoField, string>>;

/** Remounted for each market. */
export function OcoForm(props: OcoFormProps) {
  const { instrument, context, firstSide, places, closed, children } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const [draft, setDraft] = useState(() => emptyOco(firstSide));
  const [errors, setErrors] = useState<Errors>({});
  const sentence = useSentence(context);
  const edit = (changes: Partial<OcoDraft>) => {
    setDraft({ ...draft, ...changes });
    setErrors({});
  };
  const reload = () => {
    reloadConditionals();
    reloadOrders();
  };
  const { submit, isBusy } = useSubmit({
    movesMoney: true,
    send: placeOco,
    onDone: () => {
      reload();
      edit({ amount: '' });
      showToast(t('spot.ocoPlaced'), 'done');
    },
    onRefused: (error) => {
      const field = refusedField(error);
      if (field) setErrors({ [field]: sentenceOf(error, i18n, true) });
      return field !== undefined;
    },
    onFailed: ({ kind }) => kind !== 'refused' && reload(),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.entries(ocoFaults(draft, context));
    setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, sentence(fault)])));
    if (faults.length === 0) submit({ symbol: instrument.symbol, draft });
  };
  const { side } = draft;
  return (
    <form noValidate className={styles.wide} aria-label={t('spot.orderForm')} onSubmit={send}>
      <div className={styles.form}>
        <Segmented
          label={t('spot.side')}
          value={side}
          onChange={(next) => edit({ side: next, target: '', stop: '', limit: '', amount: '' })}
          options={[
            { key: 'buy', label: t('spot.buy'), tone: 'up' },
            { key: 'sell', label: t('spot.sell'), tone: 'down' },
          ]}
        />
        {children(side)}
        <Fields {...{ draft, instrument, errors, places }} onEdit={edit} />
      </div>
      <div className={styles.below}>
        <div className={styles.triggerBy}>
          <Text as="span" size="label" tone="soft">
            {t('spot.triggerBy')}
          </Text>
          <Segmented
            label={t('spot.triggerBy')}
            isSmall
            value={draft.watches}
            onChange={(watches) => edit({ watches })}
            options={[
              { key: 'last', label: t('spot.byLast') },
              { key: 'reference', label: t('spot.byReference') },
            ]}
          />
        </div>
        <PriceRuler instrument={instrument} target={draft.target} stop={draft.stop} />
        <Sentence draft={draft} context={context} />
        <Outcomes draft={draft} context={context} />
        {closed !== undefined && (
          <Text size="cap" tone="soft" align="center">
            {closed}
          </Text>
        )}
        <Button
          type="submit"
          isDisabled={closed !== undefined}
          kind={side === 'buy' ? 'up' : 'down'}
          isFull
          isBusy={isBusy}
          busyLabel={t('spot.placing')}
        >
          {t('spot.setOco')}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps extends Pick<OcoFormProps, 'instrument' | 'places'> {
  draft: OcoDraft;
  errors: Errors;
  onEdit: (changes: Partial<OcoDraft>) => void;
}

function Fields({ draft, instrument, errors, places, onEdit: edit }: FieldsProps) {
  const { t } = useI18n();
  const { base, quote, pricePlaces, tickSize, lotSize } = instrument;
  const price = (name: 'target' | 'stop' | 'limit', key: MessageKey) => ({
    name,
    label: t(key, { unit: quote }),
    value: draft[name],
    onChange: (text: string) => edit({ [name]: text }),
    places: pricePlaces,
    unit: quote,
    step: tickSize,
    error: errors[name],
  });
  return (
    <>
      <NumberField {...price('target', 'spot.targetIn')} />
      <NumberField {...price('stop', 'spot.stopIn')} />
      <NumberField
        {...price('limit', 'spot.limitAfterStopIn')}
        placeholder={t('spot.emptyIsMarket')}
      />
      <NumberField
        name="amount"
        label={t('spot.quantityIn', { unit: base })}
        value={draft.amount}
        onChange={(amount) => edit({ amount })}
        places={places.quantity}
        unit={base}
        step={lotSize}
        error={errors.amount}
      />
    </>
  );
}

interface DraftProps {
  draft: OcoDraft;
  context: OrderContext;
}

/** The review: it changes while typing, and one press sends both ends. */
function Sentence({ draft, context }: DraftProps) {
  const { t } = useI18n();
  const locale = useNumberLocale();
  const { base, quote, pricePlaces } = context.market;
  const texts = useConditionalTexts(pricePlaces);
  const { side, watches } = draft;
  const { targetPrice, triggerPrice, limitPrice, quantity } = ocoFigures(draft);
  const isBuy = side === 'buy';
  const number = (text: string, shown?: number) =>
    text === '0' ? '…' : formatPrice(text, { locale, places: shown });
  const first = {
    amount: `${number(quantity)} ${base}`,
    price: number(targetPrice, pricePlaces),
    reserved: `${number(reservedBy(draft, context))} ${isBuy ? quote : base}`,
  };
  const second = {
    side,
    kind: limitPrice === undefined ? 'stopMarket' : 'stopLimit',
    watches,
    isAbove: isBuy,
    base,
    quote,
    triggerPrice,
    quantity,
    ...(limitPrice === undefined ? {} : { limitPrice }),
  } as const;
  return (
    <Text size="cap" tone="soft">
      {t(isBuy ? 'spot.ocoBuys' : 'spot.ocoSells', first)}{' '}
      {t(comesFirst(draft), { price: number(triggerPrice, pricePlaces) })} {texts.placing(second)}
      {isBuy && ` ${t('spot.ocoBuyMore')}`}
    </Text>
  );
}

function comesFirst({ side, watches }: OcoDraft): MessageKey {
  if (side === 'buy') return watches === 'last' ? 'spot.ocoRisesLast' : 'spot.ocoRisesReference';
  return watches === 'last' ? 'spot.ocoFallsLast' : 'spot.ocoFallsReference';
}

/** What each end brings after its fee, and what can go wrong, once all is typed. */
function Outcomes({ draft, context }: DraftProps) {
  const { t } = useI18n();
  const locale = useNumberLocale();
  const { market, wallet } = context;
  const { side, target, stop, limit } = draft;
  const afterStop = limit === '' ? stop : limit;
  const [ifTarget, ifStop] = [target, afterStop].map((price) => outcomeAt(price, draft, context));
  if (ifTarget === undefined || ifStop === undefined) return null;
  const unit = ifTarget.feeAsset;
  const purse = side === 'buy' ? wallet?.base : wallet?.quote;
  const amount = (value: bigint) =>
    formatAmount(formatDecimal(value), { locale, places: amountPlaces(unit, purse?.scale ?? 8) });
  const figure = (key: MessageKey, { received, fee }: typeof ifTarget) => ({
    label: t(key, { unit }),
    value: amount(received),
    note: t('spot.afterFee', { fee: amount(fee) }),
  });
  const price = formatPrice(afterStop, { locale, places: market.pricePlaces });
  return (
    <>
      <TwoFigures items={[figure('spot.ifTarget', ifTarget), figure('spot.ifStop', ifStop)]} />
      <Text size="cap" tone="faint">
        {t(worstCase(draft), { price })}
      </Text>
    </>
  );
}

function worstCase({ side, limit }: OcoDraft): MessageKey {
  if (limit !== '') return side === 'buy' ? 'spot.worstNotBought' : 'spot.worstNotSold';
  return side === 'buy' ? 'spot.worstHigher' : 'spot.worstLower';
}

function useSentence({ market }: OrderContext) {
  const { t } = useI18n();
  const sentence = useFaultSentence(market);
  return (fault: OcoFault): string => {
    switch (fault.kind) {
      case 'triggerMissing':
      case 'targetAbove':
      case 'targetBelow':
        return t(`spot.${fault.kind}`);
      default:
        return sentence(fault) ?? '';
    }
  };
}

/** The field of a refusal; undefined shows a toast. */
function refusedField({ refusal, data }: CallError): OcoField | undefined {
  const { fields = [] } = (data ?? {}) as { fields?: readonly string[] };
  if (fields.includes('mprice')) return 'target';
  if (fields.includes('triggerPrice')) return 'stop';
  if (fields.includes('stopLimitPrice')) return 'limit';
  if (fields.includes('mnum') || refusal === 'insufficient-balance') return 'amount';
  return undefined;
}
