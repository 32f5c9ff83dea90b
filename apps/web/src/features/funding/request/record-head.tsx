/** The head of a request's page: coin, full amount, status. */
import { AmountText, CoinMark, Pill } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { exactPlaces } from '../../../kernel/exact-places.ts';
import styles from '../../../kernel/record-detail.module.css';
import type { ReviewedRecord } from './review-timeline.tsx';
import { TransferPill } from './status-pill.tsx';
import { useCoinPlaces } from '../../../kernel/use-coin-places.ts';

export interface RecordHeadProps {
  coin: string;
  num: string;
  record: Pick<ReviewedRecord, 'status' | 'isApproved' | 'isVoided'>;
}

export function RecordHead({ coin, num, record }: RecordHeadProps) {
  const t = useT();
  const places = exactPlaces(num, useCoinPlaces(coin));
  return (
    <div className={styles.head}>
      <CoinMark symbol={coin} size={44} />
      <div className={styles.amount}>
        <AmountText value={num} places={places} unit={coin} look="hero" />
      </div>
      <div className={styles.pills}>
        <TransferPill {...record} />
        <Pill kind="sim">{t('common.paper')}</Pill>
      </div>
    </div>
  );
}
