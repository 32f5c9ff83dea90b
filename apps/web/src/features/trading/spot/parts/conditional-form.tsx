/** The form of an order that waits for a price: trigger, amount, one sentence of what will happen, and the button. */
import { formatDecimal } from '@tern/money';
import { Button, NumberField, Segmented, Select, showToast, Text } from '@tern/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import {
  type ConditionalDraft,
  type ConditionalField,
  conditionalFaults,
  type ConditionalKind,
  DISTANCE,
  emptyConditional,
  figuresOf,
  isBySum,
  isTrailing,
  waitsAbove,
} from '../conditional-draft.ts';
import { placeConditional, reloadConditionals } from '../conditional-orders.ts';
import { refusedField, useConditionalFault } from '../conditional-faults.ts';
import { marketOf, type Side } from '../order-arithmetic.ts';
import { useConditionalTexts } from '../use-conditional-texts.ts';
import styles from './trade.module.css';

export interface ConditionalFormProps {
  instrument: Instrument;
  kind: ConditionalKind;
  firstSide: Side;
  /** Decimal places of a quantity and of a sum in quote. */
  places: { quantity: number; total: number };
  /** The choice of the type. */
  children: (side: Side) => ReactNode;
}

const DISTANCE_PLACES = 2;

type Errors = Partial<Record<ConditionalField, string>>;

/** Remounted for each market; a change of the kind keeps what was typed. */
export function ConditionalForm(props: ConditionalFormProps) {
  const { instrument, kind, firstSide, places, children } = props;
  const i18n = useI18n();
  const { t } = i18n;
  const [stored, setDraft] = useState(() => emptyConditional(firstSide, kind));
  const draft = { ...stored, kind };
  const [errors, setErrors] = useState<Errors>({});
  const market = marketOf(instrument);
  const sentence = useConditionalFault(market);
  const edit = (changes: Partial<ConditionalDraft>) => {
    setDraft({ ...stored, ...changes });
    setErrors({});
  };
  const { submit, isBusy } = useSubmit({
    movesMoney: true,
    send: placeConditional,
    onDone: () => {
      reloadConditionals();
      edit({ amount: '' });
      showToast(t('spot.conditionalPlaced'), 'done');
    },
    onRefused: (error) => {
      const field = refusedField(error, isTrailing(draft) ? 'distance' : 'trigger');
      if (field) setErrors({ [field]: sentenceOf(error, i18n, true) });
      return field !== undefined;
    },
    onFailed: ({ kind: failure }) => failure !== 'refused' && reloadConditionals(),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.entries(conditionalFaults(draft, market));
    setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, sentence(fault)])));
    if (faults.length === 0) submit({ symbol: instrument.symbol, draft });
  };
  const { side } = draft;
  return (
    <form noValidate className={styles.form} aria-label={t('spot.orderForm')} onSubmit={send}>
      <Segmented
        label={t('spot.side')}
        value={side}
        onChange={(next) => edit({ side: next, amount: '' })}
        options={[
          { key: 'buy', label: t('spot.buy'), tone: 'up' },
          { key: 'sell', label: t('spot.sell'), tone: 'down' },
        ]}
      />
      {children(side)}
      <Select
        label={t('spot.triggerBy')}
        value={draft.watches}
        onChange={(watches) => edit({ watches })}
        options={[
          { key: 'reference', label: t('spot.byReference') },
          { key: 'last', label: t('spot.byLast') },
        ]}
      />
      <Figures {...{ draft, instrument, errors, places }} onEdit={edit} />
      <Sentence draft={draft} instrument={instrument} />
      <Button
        type="submit"
        kind={side === 'buy' ? 'up' : 'down'}
        isFull
        isBusy={isBusy}
        busyLabel={t('spot.placing')}
      >
        {t(side === 'buy' ? 'spot.buyCoin' : 'spot.sellCoin', { coin: market.base })}
      </Button>
    </form>
  );
}

interface FiguresProps extends Pick<ConditionalFormProps, 'instrument' | 'places'> {
  draft: ConditionalDraft;
  errors: Errors;
  onEdit: (changes: Partial<ConditionalDraft>) => void;
}

/** The fields that the kind of the order needs. */
function Figures({ draft, instrument, errors, places, onEdit: edit }: FiguresProps) {
  const { t } = useI18n();
  const market = marketOf(instrument);
  const bySum = isBySum(draft);
  return (
    <>
      {isTrailing(draft) ? (
        <NumberField
          name="distance"
          label={t('spot.distance')}
          value={draft.distance}
          onChange={(distance) => edit({ distance })}
          places={DISTANCE_PLACES}
          unit="%"
          step={DISTANCE.min}
          error={errors.distance}
        />
      ) : (
        <NumberField
          name="trigger"
          label={t('spot.triggerIn', { unit: market.quote })}
          value={draft.trigger}
          onChange={(trigger) => edit({ trigger })}
          places={instrument.pricePlaces}
          unit={market.quote}
          step={formatDecimal(market.tickSize)}
          error={errors.trigger}
        />
      )}
      {draft.kind === 'stopLimit' && (
        <NumberField
          name="limit"
          label={t('spot.priceIn', { unit: market.quote })}
          value={draft.limit}
          onChange={(limit) => edit({ limit })}
          places={instrument.pricePlaces}
          unit={market.quote}
          step={formatDecimal(market.tickSize)}
          error={errors.limit}
        />
      )}
      <NumberField
        name="amount"
        label={t(bySum ? 'spot.totalIn' : 'spot.quantityIn', {
          unit: bySum ? market.quote : market.base,
        })}
        value={draft.amount}
        onChange={(amount) => edit({ amount })}
        places={bySum ? places.total : places.quantity}
        unit={bySum ? market.quote : market.base}
        step={bySum ? '1' : formatDecimal(market.lotSize)}
        error={errors.amount}
      />
    </>
  );
}

/** The review: it changes while typing, and one press sends the order. */
function Sentence({ draft, instrument }: { draft: ConditionalDraft; instrument: Instrument }) {
  const { t } = useI18n();
  const texts = useConditionalTexts(instrument.pricePlaces);
  const { base, quote } = instrument;
  const { side, kind, watches } = draft;
  const described = {
    side,
    kind,
    watches,
    base,
    quote,
    isAbove: waitsAbove(draft),
    ...figuresOf(draft),
  };
  return (
    <Text size="cap" tone="soft">
      {texts.waiting(described)} {texts.placing(described)} {t('spot.reservesNothing')}
    </Text>
  );
}
