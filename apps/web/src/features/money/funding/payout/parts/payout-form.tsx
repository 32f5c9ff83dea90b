/** The payout form, with its terms and what happens after sending. */
import { amountPlaces, Chip, Inline, KeyValue, KeyValues, Text, useNumberLocale } from '@tern/ui';
import type { Coin } from '../../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { useOpeningText } from '../../../../../kernel/quotes/opening-time.tsx';
import { RateText } from '../../../../../kernel/rate.tsx';
import type { User } from '../../../../../kernel/session.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { Currency } from '../../currencies/api.ts';
import { currencyName } from '../../currencies/currency-sheet.tsx';
import { ChoiceField } from '../../request/choice-field.tsx';
import { PaperNote } from '../../request/form-parts.tsx';
import { OutgoingForm } from '../../request/outgoing-form.tsx';
import { LimitsLine } from '../../request/outgoing-parts.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import type { usePayoutForm } from '../use-payout-form.ts';
import { MinimumChoice, MinimumNote } from './minimum-received.tsx';

export interface PayoutFormProps {
  coin: Coin;
  currency: Currency | undefined;
  user: User | undefined;
  payout: ReturnType<typeof usePayoutForm>;
  onPick: (what: 'coin' | 'card' | 'currency') => void;
  onCurrency: (name: string) => void;
}

export function PayoutForm(props: PayoutFormProps) {
  const { coin, user, payout, onPick } = props;
  const t = useT();
  return (
    <OutgoingForm
      title={t('fiat.withdrawTitle')}
      {...{ coin, user }}
      outgoing={payout}
      max={payout.terms?.max}
      onPickCoin={() => onPick('coin')}
      note={<PaperNote>{t('fiat.paperPayout')}</PaperNote>}
      lastStep={{ title: t('fiat.wePay'), text: t('fiat.toYourCard') }}
    >
      <Destination {...props} />
      <Costs {...props} />
      <TermsNotes kind="currency" asset={props.currency?.asset} direction="out" />
    </OutgoingForm>
  );
}

function Destination({ currency, payout, onPick }: PayoutFormProps) {
  const { form, card } = payout;
  const t = useT();
  const locale = useNumberLocale();
  return (
    <>
      <ChoiceField
        label={t('transfer.to')}
        chosen={card && { title: card.bank, note: card.number }}
        placeholder={t('fiat.chooseCard')}
        error={form.errors.to}
        onPress={() => onPick('card')}
      />
      <ChoiceField
        label={t('fiat.receiveIn')}
        chosen={currency && { title: currency.asset, note: currencyName(currency, locale) }}
        placeholder={t('fiat.chooseCurrency')}
        error={form.errors.currency}
        onPress={() => onPick('currency')}
      />
    </>
  );
}

function Costs({ coin, currency, payout, onCurrency }: PayoutFormProps) {
  const { terms, closed, refusal, received, minReceived, places, drifts, drift, setDrift } = payout;
  const t = useT();
  const opening = useOpeningText();
  const unit = currency?.asset ?? '';
  const isConverted = unit !== coin.asset;
  const fiat = (value: string | undefined) => (
    <ExactAmount value={value} places={amountPlaces(unit, currency?.places ?? 2)} unit={unit} />
  );
  return (
    <div>
      <KeyValues>
        {isConverted && (
          <KeyValue
            name={t('fiat.rateNow')}
            value={terms ? <RateText from={coin.asset} to={unit} rate={terms.rate} /> : '---'}
          />
        )}
        <KeyValue name={t('transfer.fee')} value={fiat(terms?.fee)} />
        {/* They are those of the currency, in its places. */}
        {isConverted && currency ? (
          <LimitsLine
            name={t('transfer.limits')}
            limits={terms?.limits}
            asset={unit}
            places={amountPlaces(unit, currency.places)}
          />
        ) : (
          <LimitsLine
            name={t('transfer.limits')}
            limits={terms}
            asset={coin.asset}
            places={places}
          />
        )}
        <KeyValue
          isTotal
          name={t(isConverted ? 'fiat.estimate' : 'transfer.youReceive')}
          value={fiat(received)}
        />
        {isConverted && <KeyValue name={t('fiat.leastYouGet')} value={fiat(minReceived)} />}
      </KeyValues>
      {isConverted && drifts && drift && (
        <MinimumChoice options={drifts} value={drift} onChange={setDrift} />
      )}
      {refusal !== undefined && (
        <Text size="cap" tone="faint" top={12} role="status">
          {[refusal, opening(closed?.opensAt)].filter(Boolean).join(' ')}
        </Text>
      )}
      {closed !== undefined && closed.currencies.length > 0 && (
        <Inline gap={8} align="center" isWrapped top={8}>
          <Text as="span" size="cap" tone="faint" top={12}>
            {t('fiat.openNow')}
          </Text>
          {closed.currencies.map((name) => (
            <Chip key={name} onPress={() => onCurrency(name)}>
              {name}
            </Chip>
          ))}
        </Inline>
      )}
      {isConverted && currency && terms && (
        <MinimumNote currency={currency} minReceived={minReceived} />
      )}
    </div>
  );
}
