/** One financial record of the list, and skeletons of them. */
import { DateText, Pressable, Skeleton } from '@tern/ui';
import { useCoinPlaces } from '../../../kernel/balances.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { FinancialRecord } from '../api.ts';
import { useRecordTypeName } from '../record-types.ts';
import styles from './records.module.css';

export interface RecordRowProps {
  record: FinancialRecord;
  /** Shows the asset, in lists with several. */
  hasCoin: boolean;
  isHidden: boolean;
  onOpen: (record: FinancialRecord) => void;
}

export function RecordRow({ record, hasCoin, isHidden, onOpen }: RecordRowProps) {
  const t = useT();
  const nameOf = useRecordTypeName();
  const { asset, type, amount, balance, CreatedAt } = record;
  const places = useCoinPlaces(asset);
  return (
    <Pressable className={styles.row} onPress={() => onOpen(record)}>
      <span className={styles.line}>
        <span>{nameOf(type)}</span>
        <ExactAmount
          value={amount}
          places={places}
          isSigned
          isHidden={isHidden}
          {...(hasCoin ? { unit: asset } : {})}
        />
      </span>
      <span className={styles.quiet}>
        <DateText at={CreatedAt} detail="second" />
        <span>
          {t('assets.balance')} <ExactAmount value={balance} places={places} isHidden={isHidden} />
        </span>
      </span>
    </Pressable>
  );
}

const ROWS = 6;

export function RecordRowSkeletons() {
  return Array.from({ length: ROWS }, (_, index) => (
    <div key={index} className={styles.row} aria-hidden="true">
      <div className={styles.line}>
        <Skeleton width="112px" height="16px" />
        <Skeleton width="88px" height="16px" />
      </div>
      <div className={styles.quiet}>
        <Skeleton width="136px" height="12px" />
        <Skeleton width="104px" height="12px" />
      </div>
    </div>
  ));
}
