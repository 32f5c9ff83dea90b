/** The confirmation before an order is sent: all its terms, and that it is paper money. */
import { formatDecimal } from '@tern/money';
import {
  AmountText,
  ConfirmDialog,
  Inline,
  KeyValue,
  KeyValues,
  Pill,
  PriceText,
  Text,
} from '@tern/ui';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type AttachedPlacement, attachedFields } from '../attached-draft.ts';
import type { OrderContext, OrderDraft, OrderSums } from '../order-arithmetic.ts';
import { placesFor, useFeeLabel } from './order-sums.tsx';

/** The order as it was when the button was pressed. */
export interface Reviewed {
  draft: OrderDraft;
  sums: OrderSums;
  context: OrderContext;
  attached: AttachedPlacement | undefined;
}

export interface OrderReviewProps {
  reviewed: Reviewed | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function OrderReview({ reviewed, isBusy, onConfirm, onCancel }: OrderReviewProps) {
  const t = useT();
  const isBuy = reviewed?.draft.side !== 'sell';
  const coin = reviewed?.context.market.base ?? '';
  return (
    <ConfirmDialog
      isOpen={reviewed !== undefined}
      question={t(isBuy ? 'spot.buyQuestion' : 'spot.sellQuestion', { coin })}
      confirmLabel={t(isBuy ? 'spot.buyCoin' : 'spot.sellCoin', { coin })}
      confirmKind={isBuy ? 'up' : 'down'}
      cancelLabel={t('common.cancel')}
      busyLabel={t('spot.placing')}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {reviewed && <ReviewedOrder {...reviewed} />}
    </ConfirmDialog>
  );
}

function ReviewedOrder({ draft, sums, context, attached }: Reviewed) {
  const t = useT();
  const feeLabel = useFeeLabel({ context });
  const { base, quote, pricePlaces, lotPlaces } = context.market;
  const isMarket = draft.type === 'market';
  const amount = (value: bigint, unit: string, isEstimate: boolean) => (
    <AmountText
      value={formatDecimal(value)}
      places={placesFor(unit, { context })}
      unit={unit}
      isConverted={isEstimate}
    />
  );
  return (
    <>
      <KeyValues>
        <KeyValue name={t('spot.pair')} value={`${base}/${quote}`} />
        <KeyValue name={t('spot.orderType')} value={t(isMarket ? 'spot.market' : 'spot.limit')} />
        <KeyValue
          name={t('spot.price')}
          value={
            isMarket ? t('spot.marketPrice') : <LimitPrice {...{ draft, quote, pricePlaces }} />
          }
        />
        {attached && <ReviewedAttached attached={attached} places={pricePlaces} unit={quote} />}
        <KeyValue
          name={t('spot.quantity')}
          value={
            <AmountText
              value={formatDecimal(sums.quantity)}
              places={lotPlaces}
              unit={base}
              isConverted={isMarket && draft.side === 'buy'}
            />
          }
        />
        <KeyValue name={feeLabel} value={amount(sums.fee, sums.feeAsset, isMarket)} />
        <KeyValue
          name={t('spot.total')}
          value={
            <Inline as="span" gap={8} rowGap={4} align="center" justify="end" isWrapped isInText>
              <Pill kind="sim">{t('common.paper')}</Pill>
              {amount(sums.total, quote, isMarket && draft.side === 'sell')}
            </Inline>
          }
        />
        <KeyValue
          isTotal
          name={t('spot.youReceive')}
          value={
            <ExactAmount
              value={formatDecimal(sums.received)}
              places={placesFor(sums.feeAsset, { context })}
              unit={sums.feeAsset}
              isConverted={isMarket}
            />
          }
        />
      </KeyValues>
      {isMarket && (
        <Text size="cap" tone="faint" top={8}>
          {t('spot.marketNote')}
        </Text>
      )}
    </>
  );
}

interface ReviewedAttachedProps {
  attached: AttachedPlacement;
  places: number;
  unit: string;
}

/** Their prices, and which price meets them. */
function ReviewedAttached({ attached, places, unit }: ReviewedAttachedProps) {
  const t = useT();
  return (
    <>
      {attachedFields.map(
        (field) =>
          attached[field] !== undefined && (
            <KeyValue
              key={field}
              name={t(`spot.${field}`)}
              value={
                <>
                  <PriceText value={attached[field]} places={places} /> {unit}
                </>
              }
            />
          ),
      )}
      <KeyValue
        name={t('spot.triggerBy')}
        value={t(attached.watches === 'last' ? 'spot.byLast' : 'spot.byReference')}
      />
    </>
  );
}

interface LimitPriceProps {
  draft: OrderDraft;
  quote: string;
  pricePlaces: number;
}

function LimitPrice({ draft, quote, pricePlaces }: LimitPriceProps) {
  return (
    <>
      <PriceText value={draft.price} places={pricePlaces} /> {quote}
    </>
  );
}
