/** The order form: side, type, price, amount, slider, sums, and the button. */
import { formatDecimal } from '@tern/money';
import {
  Button,
  formatPrice,
  NumberField,
  Segmented,
  Slider,
  Text,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useFaultSentence } from '../fault-sentence.ts';
import { isByTotal } from '../order-arithmetic.ts';
import { smallestAmount } from '../order-bounds.ts';
import type { AttachedForm } from '../use-attached-form.ts';
import type { OrderForm as FormState } from '../use-order-form.ts';
import styles from './trade.module.css';
import { AttachedCard, AttachedSwitch } from './attached-card.tsx';
import { OrderSumsList } from './order-sums.tsx';

export interface OrderFormProps {
  form: FormState;
  attached: AttachedForm;
  /** Members alone make the price: nothing is attached to an order. */
  isOfMembers: boolean;
  /** Decimal places of a price, a quantity and a sum in quote. */
  places: { price: number; quantity: number; total: number };
  /** Why the market takes no orders now. */
  closed: string | undefined;
  ref: Ref<HTMLFormElement>;
  /** The choice of the type. */
  children: ReactNode;
  onSubmit: () => void;
}

export function OrderForm(props: OrderFormProps) {
  const { form, attached, isOfMembers, places, closed, ref, children, onSubmit } = props;
  const t = useT();
  const { side } = form.draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const { isOn } = attached.draft;
  const end = (
    <>
      {closed !== undefined && (
        <Text size="cap" tone="soft" align="center">
          {closed}
        </Text>
      )}
      <Button
        type="submit"
        kind={side === 'buy' ? 'up' : 'down'}
        isFull
        isDisabled={closed !== undefined}
      >
        {t(side === 'buy' ? 'spot.buyCoin' : 'spot.sellCoin', { coin: form.context.market.base })}
      </Button>
    </>
  );
  return (
    <form
      ref={ref}
      noValidate
      className={styles.wide}
      aria-label={t('spot.orderForm')}
      onSubmit={submit}
    >
      <div className={styles.form}>
        <Segmented
          label={t('spot.side')}
          value={side}
          onChange={form.setSide}
          options={[
            { key: 'buy', label: t('spot.buy'), tone: 'up' },
            { key: 'sell', label: t('spot.sell'), tone: 'down' },
          ]}
        />
        {children}
        <PriceField form={form} places={places.price} />
        <AmountField form={form} places={isByTotal(form.draft) ? places.total : places.quantity} />
        <Slider
          label={t('spot.shareOfAvailable')}
          value={form.share}
          onChange={form.setShare}
          isDisabled={!form.canSlide}
          hasLabels
        />
        <OrderSumsList form={form} />
        {!isOn && (
          <>
            {isOfMembers ? (
              <Text size="cap" tone="soft">
                {t('spot.attachedNot')}
              </Text>
            ) : (
              <AttachedSwitch attached={attached} />
            )}
            {end}
          </>
        )}
      </div>
      {isOn && (
        <div className={styles.below}>
          <AttachedCard form={form} attached={attached} />
          {end}
        </div>
      )}
    </form>
  );
}

interface FieldProps {
  form: FormState;
  places: number;
}

function PriceField({ form, places }: FieldProps) {
  const t = useT();
  const sentence = useFaultSentence(form.context.market);
  const price = form.draft.price ?? '';
  const { market } = form.context;
  if (form.draft.type === 'market') {
    return <div className={styles.marketPrice}>{t('spot.marketPrice')}</div>;
  }
  return (
    <NumberField
      name="price"
      label={t('spot.priceIn', { unit: market.quote })}
      value={price}
      onChange={form.setPrice}
      places={places}
      unit={market.quote}
      step={formatDecimal(market.tickSize)}
      hint={sentence(form.hints.price)}
      error={form.errors.price}
    />
  );
}

function AmountField({ form, places }: FieldProps) {
  const t = useT();
  const sentence = useFaultSentence(form.context.market);
  const { amount } = form.draft;
  const { market } = form.context;
  const byTotal = isByTotal(form.draft);
  const locale = useNumberLocale();
  const smallest = smallestAmount(form.draft, form.context);
  const label = byTotal
    ? t('spot.totalIn', { unit: market.quote })
    : t('spot.quantityIn', { unit: market.base });
  return (
    <NumberField
      name="amount"
      label={label}
      value={amount}
      onChange={form.setAmount}
      places={places}
      unit={byTotal ? market.quote : market.base}
      step={byTotal ? '1' : formatDecimal(market.lotSize)}
      hint={sentence(form.hints.amount)}
      error={form.errors.amount}
      {...(smallest === undefined
        ? {}
        : { placeholder: t('spot.atLeast', { amount: formatPrice(smallest, { locale }) }) })}
    />
  );
}
