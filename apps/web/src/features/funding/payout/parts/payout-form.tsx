/** The payout form, with its terms and what happens after sending. */
import { amountPlaces, formatAmount, KeyValue, KeyValues, useNumberLocale } from '@tern/ui';
import type { FormEvent } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { RateText } from '../../../../kernel/rate/rate-text.tsx';
import type { User } from '../../../../kernel/session.ts';
import { ChoiceField } from '../../request/choice-field.tsx';
import { CoinButton } from '../../request/coin-button.tsx';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { OutgoingAmount } from '../../request/outgoing-amount.tsx';
import { withdrawalObstacle } from '../../../../kernel/account-status.ts';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { NextSteps } from '../../request/next-steps.tsx';
import { PayPasswordField, SendBar, AccountStatusNote } from '../../request/withdrawal-parts.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Currency } from '../../currencies/api.ts';
import { withDots } from '../../bank-cards/bank-numbers.ts';
import { maxAmount } from '../payout-sums.ts';
import type { usePayoutForm } from '../use-payout-form.ts';
import { currencyName } from '../../currencies/currency-name.ts';
import styles from '../../currencies/bank-money.module.css';
import { MinimumChoice, MinimumNote } from './minimum-received.tsx';
import { PaperNote } from '../../currencies/paper-note.tsx';

export interface PayoutFormProps {
  coin: Coin;
  currency: Currency | undefined;
  user: User | undefined;
  payout: ReturnType<typeof usePayoutForm>;
  onPick: (what: 'coin' | 'card' | 'currency') => void;
}

export function PayoutForm(props: PayoutFormProps) {
  const { coin, user, payout, onPick } = props;
  const { form, terms, places, isBusy, isOff } = payout;
  const t = useT();
  const label = useSendLabel(props);
  const obstacle = withdrawalObstacle(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) payout.review();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('fiat.withdrawTitle')}
      onSubmit={submit}
    >
      <AccountStatusNote user={user} />
      <CoinButton coin={coin.coinname} logo={coin.logo} onPress={() => onPick('coin')} />
      <OutgoingAmount
        coin={coin}
        field={form.field('num')}
        places={places}
        isDisabled={obstacle !== undefined}
        onMost={() => form.set('num', maxAmount(coin.available, terms, coin.places))}
      />
      <Destination {...props} />
      <Costs {...props} />
      <TermsNotes kind="currency" coin={props.currency?.coinname} direction="out" />
      <PayPasswordField user={user} field={form.field('password')} />
      <PaperNote>{t('fiat.paperPayout')}</PaperNote>
      {obstacle === undefined && (
        <NextSteps
          steps={[
            { title: t('transfer.youSubmit'), text: t('transfer.now') },
            { title: t('transfer.personChecks'), text: t('transfer.youAreTold') },
            { title: t('fiat.wePay'), text: t('fiat.toYourCard') },
          ]}
        />
      )}
      <SendBar {...{ user, label, isBusy, isOff }} />
    </form>
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
        chosen={card && { title: card.bankname, note: withDots(card.bankcard) }}
        placeholder={t('fiat.chooseCard')}
        error={form.errors.to}
        onPress={() => onPick('card')}
      />
      <ChoiceField
        label={t('fiat.receiveIn')}
        chosen={currency && { title: currency.coinname, note: currencyName(currency, locale) }}
        placeholder={t('fiat.chooseCurrency')}
        error={form.errors.currency}
        onPress={() => onPick('currency')}
      />
    </>
  );
}

function Costs({ coin, currency, payout }: PayoutFormProps) {
  const { terms, refusal, received, minReceived, places, drifts, drift, setDrift } = payout;
  const t = useT();
  const unit = currency?.coinname ?? '';
  const isConverted = unit !== coin.coinname;
  const fiat = (value: string | undefined) => (
    <ExactAmount value={value} places={amountPlaces(unit, currency?.places ?? 2)} unit={unit} />
  );
  return (
    <div>
      <KeyValues>
        {isConverted && (
          <KeyValue
            name={t('fiat.rateNow')}
            value={terms ? <RateText from={coin.coinname} to={unit} rate={terms.rate} /> : '---'}
          />
        )}
        <KeyValue name={t('transfer.fee')} value={fiat(terms?.fee)} />
        <KeyValue
          name={t('transfer.limits')}
          value={
            terms === undefined ? (
              '---'
            ) : (
              <>
                <ExactAmount value={terms.minNum} places={places} /> –{' '}
                <ExactAmount value={terms.maxNum} places={places} unit={coin.coinname} />
              </>
            )
          }
        />
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
        <p className={styles.quiet} role="status">
          {refusal}
        </p>
      )}
      {isConverted && currency && terms && (
        <MinimumNote currency={currency} minReceived={minReceived} />
      )}
    </div>
  );
}

/** "Withdraw 2,500.00 USDT", with all digits of the amount. */
function useSendLabel({ coin, payout: { form, places } }: PayoutFormProps): string {
  const t = useT();
  const locale = useNumberLocale();
  const { num } = form.values;
  if (num === '') return t('transfer.withdrawCoin', { coin: coin.coinname });
  const amount = formatAmount(num, { locale, places: exactPlaces(num, places) });
  return t('transfer.withdrawAmount', { amount, coin: coin.coinname });
}
