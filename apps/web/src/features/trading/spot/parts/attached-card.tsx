/** Take profit and stop loss of the order in the form: their prices, what each would bring, and what will happen. */
import { formatDecimal, type Price } from '@tern/money';
import {
  amountPlaces,
  Card,
  formatAmount,
  formatChange,
  formatPrice,
  NumberField,
  Segmented,
  Stack,
  Switch,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../../platform/i18n/message-key.ts';
import { attachedFields, resultAt } from '../attached-draft.ts';
import { readDraft } from '../order-arithmetic.ts';
import type { AttachedForm } from '../use-attached-form.ts';
import type { OrderForm } from '../use-order-form.ts';
import { placesFor } from './order-sums.tsx';
import styles from './trade.module.css';

export interface AttachedProps {
  form: OrderForm;
  attached: AttachedForm;
}

export function AttachedSwitch({ attached: { draft, edit } }: Pick<AttachedProps, 'attached'>) {
  const t = useT();
  return (
    <Switch
      look="spread"
      label={t('spot.attachedOrders')}
      isOn={draft.isOn}
      onChange={(isOn) => edit({ isOn })}
    />
  );
}

export function AttachedCard({ form, attached }: AttachedProps) {
  const t = useT();
  const { draft, edit, errors } = attached;
  const { market } = form.context;
  return (
    <>
      <Card>
        <Stack gap={10}>
          <AttachedSwitch attached={attached} />
          <div className={styles.ends}>
            {attachedFields.map((field) => (
              <div key={field}>
                <NumberField
                  name={field}
                  label={t(`spot.${field}`)}
                  value={draft[field]}
                  onChange={(text) => edit({ [field]: text })}
                  places={market.pricePlaces}
                  unit={market.quote}
                  step={formatDecimal(market.tickSize)}
                  error={errors[field]}
                />
                <Result form={form} price={draft[field]} />
              </div>
            ))}
          </div>
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
        </Stack>
      </Card>
      <Sentence form={form} attached={attached} />
    </>
  );
}

/** "+148.30 USDT after fees (+4.85%)", once the order is typed. */
function Result({ form, price }: Pick<AttachedProps, 'form'> & { price: string }) {
  const t = useT();
  const locale = useNumberLocale();
  const result = resultAt(price, form.draft, form.context);
  if (result === undefined) return null;
  const { gain, unit, change } = result;
  const places = amountPlaces(unit, placesFor(unit, form));
  const sign = gain > 0n ? '+' : gain < 0n ? '−' : '';
  const size = formatAmount(formatDecimal(gain < 0n ? -gain : gain), { locale, places });
  return (
    <Text size="cap" tone={gain < 0n ? 'down' : 'up'} top={4}>
      {t('spot.attachedResult', {
        sum: `${sign}${size} ${unit}`,
        change: formatChange(change, locale),
      })}
    </Text>
  );
}

/** The review: it changes while typing. */
function Sentence({ form, attached: { draft } }: AttachedProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { side } = form.draft;
  const { pricePlaces: places } = form.context.market;
  const priceOf = (text: string) => {
    const price = readDraft<Price>(text);
    return price ? formatPrice(formatDecimal(price), { locale, places }) : undefined;
  };
  const [first, second] = attachedFields.flatMap((field) => priceOf(draft[field]) ?? []);
  const prices = second ? t('spot.eitherPrice', { first: first!, second }) : (first ?? '…');
  const loss = priceOf(draft.stopLoss);
  return (
    <>
      <Text size="cap" tone="soft">
        {t(whenReached(side, draft.watches), { prices })} {t('spot.attachedRest')}
      </Text>
      {loss !== undefined && (
        <Text size="cap" tone="faint">
          {t(side === 'buy' ? 'spot.worstLower' : 'spot.worstHigher', { price: loss })}
        </Text>
      )}
    </>
  );
}

function whenReached(side: 'buy' | 'sell', watches: 'last' | 'reference'): MessageKey {
  if (side === 'buy')
    return watches === 'last' ? 'spot.attachedSellsLast' : 'spot.attachedSellsReference';
  return watches === 'last' ? 'spot.attachedBuysLast' : 'spot.attachedBuysReference';
}
