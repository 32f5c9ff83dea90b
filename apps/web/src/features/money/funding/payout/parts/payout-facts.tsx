/** All details of a payout. */
import {
  AmountText,
  amountPlaces,
  Card,
  formatDate,
  KeyValue,
  KeyValues,
  useNumberLocale,
} from '@tern/ui';
import { useCoinPlaces } from '../../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { RateText } from '../../../../../kernel/rate.tsx';
import styles from '../../../../../kernel/record-detail.module.css';
import { useI18n } from '../../../../../platform/i18n/i18n.tsx';
import { countryName } from '../../../../../kernel/countries.ts';
import { RequestFacts } from '../../request/request-detail.tsx';
import type { Payout } from '../api.ts';

/** No currency has more places. */
const FIAT_PLACES = 2;

export function PayoutFacts({ payout }: { payout: Payout }) {
  const { t, locale } = useI18n();
  const numbers = useNumberLocale();
  const { bank, holder, number, iban, country } = payout.account;
  const mono = (text: string) => <span className={styles.mono}>{text}</span>;
  return (
    <Card>
      <KeyValues>
        <Amounts payout={payout} />
        <KeyValue name={t('fiat.bankName')} value={bank} />
        <KeyValue name={t('fiat.card')} value={mono(number)} />
        <KeyValue name={t('fiat.iban')} value={mono(iban)} />
        <KeyValue name={t('fiat.accountName')} value={holder} />
        <KeyValue name={t('fiat.country')} value={countryName(country, locale)} />
        {payout.bankReference !== '' && (
          <KeyValue name={t('fiat.bankReference')} value={mono(payout.bankReference)} />
        )}
        {payout.valueDate !== null && (
          <KeyValue
            name={t('fiat.valueDate')}
            value={formatDate(payout.valueDate, {
              locale: numbers,
              detail: 'date',
              timeZone: 'UTC',
            })}
          />
        )}
        <RequestFacts request={payout} />
      </KeyValues>
    </Card>
  );
}

function Amounts({ payout }: { payout: Payout }) {
  const { t } = useI18n();
  const { asset, amount, currency, fee, received, status } = payout;
  const isConverted = currency !== asset;
  const isPaid = status === 'completed';
  const places = useCoinPlaces(asset);
  const fiat = (value: string) => (
    <AmountText value={value} places={amountPlaces(currency, FIAT_PLACES)} unit={currency} />
  );
  const rate = (value: string) => <RateText from={asset} to={currency} rate={value} />;
  return (
    <>
      <KeyValue
        name={t('transfer.amount')}
        value={<ExactAmount value={amount} places={places} unit={asset} />}
      />
      {isConverted && <KeyValue name={t('fiat.rateQuoted')} value={rate(payout.quotedRate)} />}
      {isConverted && isPaid && (
        <KeyValue name={t('fiat.rateApproved')} value={rate(payout.rate)} />
      )}
      <KeyValue name={t('transfer.fee')} value={fiat(fee)} />
      {isConverted && (
        <>
          <KeyValue name={t('fiat.estimate')} value={fiat(payout.quotedReceived)} />
          <KeyValue name={t('fiat.leastYouGet')} value={fiat(payout.leastReceived)} />
        </>
      )}
      {isPaid && <KeyValue isTotal name={t('fiat.paidOut')} value={fiat(received)} />}
      {payout.returned !== null && (
        <KeyValue isTotal name={t('fiat.cameBack')} value={fiat(payout.returned)} />
      )}
      {!isPaid && !isConverted && (
        <KeyValue name={t('transfer.youReceive')} value={fiat(received)} />
      )}
    </>
  );
}
