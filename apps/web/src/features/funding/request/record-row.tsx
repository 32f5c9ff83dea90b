/** One row of a list of funding requests. */
import { CoinMark, DateText, Pressable } from '@tern/ui';
import type { PageLink } from '../../../platform/navigation/links.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import styles from './record-row.module.css';
import type { ReviewedRecord } from './review-timeline.tsx';
import { TransferPill } from './status-pill.tsx';
import { useCoinPlaces } from '../../../kernel/use-coin-places.ts';

export interface RecordRowProps {
  link: PageLink;
  coin: string;
  /** Next to the coin: the network, or the method. */
  way: string;
  num: string;
  record: Pick<ReviewedRecord, 'status' | 'isApproved' | 'isVoided' | 'CreatedAt'>;
}

export function RecordRow({ link, coin, way, num, record }: RecordRowProps) {
  const places = useCoinPlaces(coin);
  return (
    <Pressable {...link} className={styles.row}>
      <CoinMark symbol={coin} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.coin}>
            {coin} <span>{way}</span>
          </span>
          <ExactAmount value={num} places={places} />
        </span>
        <span className={styles.quiet}>
          <DateText at={record.CreatedAt} />
          <TransferPill {...record} />
        </span>
      </span>
    </Pressable>
  );
}
