/** What a member confirms before a payout is sent: amount, rate, card, and the estimated result. */
import { AmountText, amountPlaces, KeyValue, KeyValues } from '@tern/ui';
import { RateText } from '../../../../../kernel/rate.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import styles from '../../currencies/bank-money.module.css';
import { ConfirmedAmount } from '../../request/outgoing-parts.tsx';
import type { Reviewed } from '../use-payout-form.ts';
import { MinimumNote } from './minimum-received.tsx';

/** `places` are those shown of the asset. */
export function ReviewedPayout(props: { reviewed: Reviewed; places: number }) {
  const { coin, amount, card, currency, terms, received, minReceived } = props.reviewed;
  const t = useT();
  const { asset: unit } = currency;
  const isConverted = unit !== coin.asset;
  const fiat = (value: string) => (
    <AmountText value={value} places={amountPlaces(unit, currency.places)} unit={unit} />
  );
  return (
    <>
      <KeyValues>
        <ConfirmedAmount amount={amount} asset={coin.asset} places={props.places} />
        {isConverted && (
          <KeyValue
            name={t('fiat.rateNow')}
            value={<RateText from={coin.asset} to={unit} rate={terms.rate} />}
          />
        )}
        <KeyValue name={t('transfer.fee')} value={fiat(terms.fee)} />
        <KeyValue name={t('transfer.to')} value={card.bank} />
        <KeyValue
          name={t('fiat.card')}
          value={<span className={styles.mono}>{card.number}</span>}
        />
        <KeyValue name={t('fiat.accountName')} value={card.holder} />
        <KeyValue
          isTotal
          name={t(isConverted ? 'fiat.estimate' : 'transfer.youReceive')}
          value={fiat(received)}
        />
        {isConverted && <KeyValue name={t('fiat.leastYouGet')} value={fiat(minReceived)} />}
      </KeyValues>
      {isConverted && <MinimumNote currency={currency} minReceived={minReceived} />}
    </>
  );
}
