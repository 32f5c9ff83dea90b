/** One financial record of the list, and skeletons of them. */
import { DateText, Pressable, Skeleton } from '@tern/ui';
import { useCoinPlaces } from '../../../../kernel/balances.ts';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { FinancialRecord } from '../api.ts';
import { useRecordName } from '../record-types.ts';
import { isNothing } from '../view-model.ts';
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
  const nameOf = useRecordName();
  const { asset, amount, available, reserved, outcome, CreatedAt } = record;
  const places = useCoinPlaces(asset);
  return (
    <Pressable className={styles.row} onPress={() => onOpen(record)}>
      <span className={styles.line}>
        <span>{nameOf(record)}</span>
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
          {t('assets.available')}{' '}
          <ExactAmount value={available} places={places} isHidden={isHidden} />
        </span>
      </span>
      {(outcome !== 'final' || !isNothing(reserved)) && (
        <span className={styles.quiet}>
          <span>
            {outcome === 'reserved' && t('assets.reservedUntilFinal')}
            {outcome === 'returned' && t('assets.wasReturned')}
          </span>
          {!isNothing(reserved) && (
            <span>
              {t('assets.frozen')}{' '}
              <ExactAmount value={reserved} places={places} isHidden={isHidden} />
            </span>
          )}
        </span>
      )}
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
