/** All details of a payout (spec §3). */
import { AmountText, amountPlaces, Card, DateText, KeyValue, KeyValues } from '@tern/ui';
import { RateText } from '../../../../kernel/rate/rate-text.tsx';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import styles from '../../../../kernel/record-detail.module.css';
import { useCoinPlaces } from '../../../../kernel/use-coin-places.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import type { Payout } from '../api.ts';
import { withDots } from '../../bank-cards/bank-numbers.ts';
import { countryName } from '../../bank-cards/countries.ts';

/** rules §12 */
const COMPLETED = 2;
/** No currency has more places. */
const FIAT_PLACES = 2;

export function PayoutFacts({ payout }: { payout: Payout }) {
  const { t, locale } = useI18n();
  const { bankname, accountname, bankcard, ibna, country, recordNo } = payout;
  return (
    <Card>
      <KeyValues>
        <Amounts payout={payout} />
        <KeyValue name={t('fiat.bankName')} value={bankname} />
        <KeyValue
          name={t('fiat.card')}
          value={<span className={styles.mono}>{withDots(bankcard)}</span>}
        />
        <KeyValue
          name={t('fiat.iban')}
          value={<span className={styles.mono}>{withDots(ibna)}</span>}
        />
        <KeyValue name={t('fiat.accountName')} value={accountname} />
        <KeyValue name={t('fiat.country')} value={countryName(country, locale)} />
        <KeyValue name={t('transfer.recordNo')} value={recordNo} />
        <KeyValue
          name={t('transfer.submittedAt')}
          value={<DateText at={payout.CreatedAt} detail="second" />}
        />
        <KeyValue
          name={t('transfer.changedAt')}
          value={<DateText at={payout.UpdatedAt} detail="second" />}
        />
      </KeyValues>
    </Card>
  );
}

function Amounts({ payout }: { payout: Payout }) {
  const { t } = useI18n();
  const { coinname, num, currency, rate, fee, received, status } = payout;
  const isConverted = currency !== coinname;
  const isPaid = status === COMPLETED;
  const places = exactPlaces(num, useCoinPlaces(coinname));
  const fiat = (value: string) => (
    <AmountText value={value} places={amountPlaces(currency, FIAT_PLACES)} unit={currency} />
  );
  return (
    <>
      <KeyValue
        name={t('transfer.amount')}
        value={<AmountText value={num} places={places} unit={coinname} />}
      />
      {isConverted && (
        <KeyValue
          name={t('fiat.rateQuoted')}
          value={<RateText from={coinname} to={currency} rate={payout.quotedRate} />}
        />
      )}
      {isConverted && isPaid && (
        <KeyValue
          name={t('fiat.rateApproved')}
          value={<RateText from={coinname} to={currency} rate={rate} />}
        />
      )}
      <KeyValue name={t('transfer.fee')} value={fiat(fee)} />
      {isConverted && (
        <>
          <KeyValue name={t('fiat.estimate')} value={fiat(payout.quotedReceived)} />
          <KeyValue name={t('fiat.leastYouGet')} value={fiat(payout.leastReceived)} />
        </>
      )}
      {isPaid && <KeyValue isTotal name={t('fiat.paidOut')} value={fiat(received)} />}
      {!isPaid && !isConverted && (
        <KeyValue name={t('transfer.youReceive')} value={fiat(received)} />
      )}
    </>
  );
}
