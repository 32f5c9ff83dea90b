/** Changes an order that waits for a price in a sheet: the sentence says what it will do, and what was typed stays when it is refused. */
import { formatDecimal } from '@tern/money';
import { Button, NumberField, Sheet, showToast, Stack, Text } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import type { Instrument } from '../../../../kernel/quotes/quote.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { type ConditionalField, DISTANCE } from '../conditional-draft.ts';
import { refusedField, useConditionalFault } from '../conditional-faults.ts';
import {
  amendConditional,
  type Conditional,
  reloadConditionals,
  type WaitingChanges,
} from '../conditional-orders.ts';
import { marketOf } from '../order-arithmetic.ts';
import { useConditionalTexts } from '../use-conditional-texts.ts';
import {
  keepsPlace,
  waitingChanges,
  waitingDraft,
  type WaitingDraft,
  waitingFaults,
  waitingFields,
} from '../waiting-draft.ts';

/** `ask(order)` opens the sheet, with another trigger if one is given; render `sheet` once on the screen. */
export function useAmendWaiting() {
  const t = useT();
  const [asked, setAsked] = useState<{ order: Conditional; trigger: string | undefined }>();
  const market = useMarketOf(asked?.order.symbol ?? '');
  const close = () => setAsked(undefined);
  const sheet = (
    <Sheet isOpen={asked !== undefined} onClose={close} title={t('spot.amendTitle')}>
      {asked && market && (
        <WaitingForm key={asked.order.ID} {...asked} instrument={market} onDone={close} />
      )}
    </Sheet>
  );
  return { ask: (order: Conditional, trigger?: string) => setAsked({ order, trigger }), sheet };
}

interface WaitingFormProps {
  order: Conditional;
  trigger: string | undefined;
  instrument: Instrument;
  onDone: () => void;
}

type Errors = Partial<Record<ConditionalField, string>>;

function WaitingForm({ order, trigger, instrument, onDone }: WaitingFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const market = marketOf(instrument);
  const sentence = useConditionalFault(market);
  const [draft, setDraft] = useState(() => waitingDraft(order, trigger));
  const [errors, setErrors] = useState<Errors>({});
  const edit = (field: ConditionalField, text: string) => {
    setDraft({ ...draft, [field]: text });
    setErrors({});
  };
  const { submit, isBusy } = useSubmit<WaitingChanges, void>({
    movesMoney: true,
    send: (changes, key) => amendConditional(order.ID, changes, key),
    onDone: () => {
      onDone();
      reloadConditionals();
      showToast(t('spot.amended'), 'done');
    },
    onRefused: (error) => {
      const way = order.kind === 'trailingStop' ? 'distance' : 'trigger';
      const field = refusedField(error, way);
      if (field) setErrors({ [field]: sentenceOf(error, i18n, true) });
      return field !== undefined;
    },
    // Met or cancelled meanwhile, or no answer: the list shows which.
    onFailed: () => reloadConditionals(),
  });
  const changes = waitingChanges(order, draft);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const faults = Object.entries(waitingFaults(order, draft, market));
    setErrors(Object.fromEntries(faults.map(([field, fault]) => [field, sentence(fault)])));
    if (faults.length > 0) return;
    if (Object.keys(changes).length === 0) onDone();
    else submit(changes);
  };
  return (
    <form noValidate onSubmit={send} aria-label={t('spot.amendTitle')}>
      <Stack gap={12}>
        {waitingFields(order).map((field) => (
          <WaitingField
            key={field}
            {...{ order, instrument, field }}
            value={draft[field]}
            error={errors[field]}
            onChange={(text) => edit(field, text)}
          />
        ))}
        <Outlook {...{ order, draft, changes, instrument }} />
        <Button type="submit" kind="primary" isFull isBusy={isBusy} busyLabel={t('spot.amending')}>
          {t('spot.amendSave')}
        </Button>
      </Stack>
    </form>
  );
}

interface WaitingFieldProps extends Pick<WaitingFormProps, 'order' | 'instrument'> {
  field: ConditionalField;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const DISTANCE_PLACES = 2;

function WaitingField({ order, instrument, field, ...rest }: WaitingFieldProps) {
  const t = useT();
  const { base, quote } = order;
  const { pricePlaces, lotPlaces } = instrument;
  const { tickSize, lotSize } = marketOf(instrument);
  const sumPlaces = useCoinPlaces(quote);
  if (field === 'distance') {
    const distance = { label: t('spot.distance'), unit: '%', step: DISTANCE.min };
    return <NumberField name={field} {...distance} places={DISTANCE_PLACES} {...rest} />;
  }
  if (field !== 'amount') {
    const label = t(field === 'trigger' ? 'spot.triggerIn' : 'spot.priceIn', { unit: quote });
    const price = { label, unit: quote, places: pricePlaces, step: formatDecimal(tickSize) };
    return <NumberField name={field} {...price} {...rest} />;
  }
  const isSum = waitingDraft(order).amount === order.sum;
  const amount = isSum
    ? { label: t('spot.totalIn', { unit: quote }), unit: quote, places: sumPlaces, step: '1' }
    : {
        label: t('spot.quantityIn', { unit: base }),
        unit: base,
        places: lotPlaces,
        step: formatDecimal(lotSize),
      };
  return <NumberField name={field} {...amount} {...rest} />;
}

interface OutlookProps extends Pick<WaitingFormProps, 'order' | 'instrument'> {
  draft: WaitingDraft;
  changes: WaitingChanges;
}

/** The review: what it will do, and its place. It changes while typing. */
function Outlook({ order, draft, changes, instrument }: OutlookProps) {
  const t = useT();
  const texts = useConditionalTexts(instrument.pricePlaces);
  const becomes = { ...order, ...changes };
  const isLess = keepsPlace(order, changes);
  return (
    <>
      <Text size="cap" tone="soft">
        {texts.waiting(becomes)} {order.attached === undefined && texts.placing(becomes)}{' '}
        {order.kind === 'trailingStop' && t('spot.amendKeepsBest')}
      </Text>
      <Text size="cap" tone="soft">
        {isLess && draft.amount !== '' && waitingFields(order).includes('amount')
          ? t('spot.amendKeepsPlace')
          : !isLess && t('spot.amendWaitingPlace')}
      </Text>
    </>
  );
}
