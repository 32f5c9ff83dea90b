/** Changes price and quantity of an open limit order in a sheet; what was typed stays when it is refused. */
import { AmountText, Button, NumberField, Sheet, Stack, Text } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import { useMarketOf } from '../../../../kernel/quotes/market-feed.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { type AmendDraft, amendEffect, amendFaults } from '../amend-draft.ts';
import { amendOrder, patchOrder, reloadOrders } from '../api.ts';
import { placeOutcome } from '../order-outcome.ts';
import { fieldOf } from '../order-refusal.ts';
import { type Order, stateOf } from '../order-view.ts';
import { useShowOutcome } from '../show-outcome.ts';
import { useOrderPlaces } from './order-card.tsx';

/** `ask(order)` opens the sheet, with another price if one is given; render `sheet` once on the screen. */
export function useAmendOrder() {
  const t = useT();
  const [asked, setAsked] = useState<{ order: Order; price: string | undefined }>();
  const close = () => setAsked(undefined);
  const sheet = (
    <Sheet isOpen={asked !== undefined} onClose={close} title={t('spot.amendTitle')}>
      {asked && <AmendForm key={asked.order.ID} {...asked} onDone={close} />}
    </Sheet>
  );
  return { ask: (order: Order, price?: string) => setAsked({ order, price }), sheet };
}

type Errors = Partial<Record<'price' | 'quantity', string>>;

interface AmendFormProps {
  order: Order;
  price: string | undefined;
  onDone: () => void;
}

function AmendForm({ order, price, onDone }: AmendFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const showOutcome = useShowOutcome();
  const places = useOrderPlaces(order);
  const market = useMarketOf(order.symbol);
  const [draft, setDraft] = useState<AmendDraft>({
    price: price ?? order.limitPrice,
    quantity: order.quantity,
  });
  const [errors, setErrors] = useState<Errors>({});
  const change = (part: Partial<AmendDraft>) => {
    setDraft({ ...draft, ...part });
    setErrors({});
  };
  const { submit, isBusy } = useSubmit<AmendDraft, Order>({
    movesMoney: true,
    send: (given, key) => amendOrder(order.ID, given, key),
    onDone: (changed) => {
      onDone();
      patchOrder(changed);
      showOutcome(changed, placeOutcome(changed));
    },
    onRefused: (error) => {
      const field = fieldOf(error);
      if (field === undefined) return false;
      setErrors({ [field === 'price' ? 'price' : 'quantity']: sentenceOf(error, i18n, true) });
      return true;
    },
    // Closed meanwhile, or no answer: the list shows which.
    onFailed: () => reloadOrders(),
  });
  const effect = amendEffect(order, draft);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const faults = amendFaults(order, draft);
    setErrors({
      ...(faults.price && { price: t('code.4014') }),
      ...(faults.quantity && { quantity: t(`spot.${faults.quantity}`) }),
    });
    if (faults.price || faults.quantity) return;
    if (effect === 'none') onDone();
    else submit(draft);
  };
  return (
    <form noValidate onSubmit={send} aria-label={t('spot.amendTitle')}>
      <Stack gap={12}>
        <NumberField
          name="price"
          label={t('spot.priceIn', { unit: order.quote })}
          value={draft.price}
          onChange={(price) => change({ price })}
          places={places.price ?? 8}
          unit={order.quote}
          step={market?.tickSize ?? '1'}
          error={errors.price}
        />
        <NumberField
          name="quantity"
          label={t('spot.quantityIn', { unit: order.base })}
          value={draft.quantity}
          onChange={(quantity) => change({ quantity })}
          places={places.quantity}
          unit={order.base}
          step={market?.lotSize ?? '1'}
          error={errors.quantity}
        />
        {stateOf(order) === 'partlyFilled' && (
          <Text size="cap" tone="soft">
            {t('spot.filled')} <AmountText value={order.filledQuantity} places={places.quantity} />{' '}
            {order.base}
          </Text>
        )}
        <Text size="cap" tone="soft">
          {t(effect === 'newPlace' ? 'spot.amendNewPlace' : 'spot.amendKeepsPlace')}
        </Text>
        <Button type="submit" kind="primary" isFull isBusy={isBusy} busyLabel={t('spot.amending')}>
          {t('spot.amendSave')}
        </Button>
      </Stack>
    </form>
  );
}
