/** The sums of the draft: total, fee with its ratio, and available balance. */
import { formatDecimal } from '@tern/money';
import {
  AmountText,
  amountPlaces,
  formatPercent,
  KeyValue,
  KeyValues,
  useNumberLocale,
} from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { availableFor, isByTotal, percentOf } from '../order-arithmetic.ts';
import type { OrderForm } from '../use-order-form.ts';

const textOf = (value: bigint | undefined) =>
  value === undefined ? undefined : formatDecimal(value);

/** Decimal places shown of an asset, here and in the confirmation. */
export function placesFor(asset: string, { context }: Pick<OrderForm, 'context'>): number {
  const { market, wallet } = context;
  const purse = asset === market.base ? wallet?.base : wallet?.quote;
  return amountPlaces(asset, purse?.scale ?? 8);
}

export function useFeeLabel(form: Pick<OrderForm, 'context'>): string {
  const t = useT();
  const locale = useNumberLocale();
  const percent = formatDecimal(percentOf(form.context.market.takerFee));
  return t('spot.feeAt', { ratio: formatPercent(percent, locale, 3) });
}

export function OrderSumsList({ form }: { form: OrderForm }) {
  const t = useT();
  const feeLabel = useFeeLabel(form);
  const { draft, context, sums } = form;
  const { base, quote } = context.market;
  const feeAsset = sums?.feeAsset ?? (draft.side === 'buy' ? base : quote);
  const paidWith = draft.side === 'buy' ? quote : base;
  const typed = (value: bigint | undefined) => (draft.amount === '' ? 0n : value);
  const sum = (value: bigint | undefined, unit: string, isEstimate = false) => (
    <AmountText
      value={textOf(value)}
      places={placesFor(unit, form)}
      unit={unit}
      isConverted={isEstimate}
    />
  );
  return (
    <KeyValues>
      {isByTotal(draft) ? (
        <KeyValue
          isDense
          name={t('spot.quantity')}
          value={
            <AmountText
              value={textOf(typed(sums?.quantity))}
              places={context.market.lotPlaces}
              unit={base}
              isConverted={sums !== undefined}
            />
          }
        />
      ) : (
        <KeyValue
          isDense
          name={t('spot.total')}
          value={sum(typed(sums?.total), quote, sums !== undefined && draft.type === 'market')}
        />
      )}
      <KeyValue isDense name={feeLabel} value={sum(typed(sums?.fee), feeAsset)} />
      <KeyValue
        isDense
        name={t('spot.available')}
        value={sum(availableFor(draft.side, context), paidWith)}
      />
    </KeyValues>
  );
}
