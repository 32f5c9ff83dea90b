/** One financial record of the list. */
import { amountPlaces, DateText, Pressable } from '@tern/ui';
import { useCoin } from '../../../kernel/balances.ts';
import { ExactAmount } from '../../../kernel/exact-amount.tsx';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useRecordTypeName } from '../record-types.ts';
import type { RecordRow as FinancialRecord } from '../records-csv.ts';
import styles from './record-row.module.css';

export interface RecordRowProps {
  record: FinancialRecord;
  /** Shows the asset, in lists with several. */
  hasCoin: boolean;
  isHidden: boolean;
  onOpen: (record: FinancialRecord) => void;
}

/** Decimal places of an asset, also before assets are loaded. */
export function useCoinPlaces(coinname: string): number {
  return amountPlaces(coinname, useCoin(coinname)?.places ?? 8);
}

export function RecordRow({ record, hasCoin, isHidden, onOpen }: RecordRowProps) {
  const t = useT();
  const nameOf = useRecordTypeName();
  const { coinname, type, amount, balance, CreatedAt } = record;
  const places = useCoinPlaces(coinname);
  return (
    <Pressable className={styles.row} onPress={() => onOpen(record)}>
      <span className={styles.line}>
        <span>{nameOf(type)}</span>
        <ExactAmount
          value={amount}
          places={places}
          isSigned
          isHidden={isHidden}
          {...(hasCoin ? { unit: coinname } : {})}
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
