/** All details of a wire (spec §3). */
import { AmountText, Card, DateText, KeyValue, KeyValues } from '@tern/ui';
import styles from '../../../../kernel/record-detail.module.css';
import { exactPlaces } from '../../../../kernel/exact-places.ts';
import { useCoinPlaces } from '../../../../kernel/use-coin-places.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Wire } from '../api.ts';

export function WireFacts({ wire }: { wire: Wire }) {
  const t = useT();
  const { coinname, num, received, reference, email, recordNo, CreatedAt, UpdatedAt } = wire;
  const places = useCoinPlaces(coinname);
  const amount = (value: string | null) => (
    <AmountText
      value={value ?? undefined}
      places={exactPlaces(value ?? '', places)}
      unit={coinname}
    />
  );
  return (
    <Card>
      <KeyValues>
        <KeyValue name={t('transfer.amount')} value={amount(num)} />
        <KeyValue name={t('fiat.received')} value={amount(received)} />
        <KeyValue
          name={t('fiat.reference')}
          value={<span className={styles.mono}>{reference}</span>}
        />
        <KeyValue name={t('fiat.mailedTo')} value={email} />
        <KeyValue name={t('transfer.recordNo')} value={recordNo} />
        <KeyValue
          name={t('transfer.submittedAt')}
          value={<DateText at={CreatedAt} detail="second" />}
        />
        <KeyValue
          name={t('transfer.changedAt')}
          value={<DateText at={UpdatedAt} detail="second" />}
        />
      </KeyValues>
    </Card>
  );
}
