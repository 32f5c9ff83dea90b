/** Filter chips by status, or all. */
import { Chip } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import styles from './status-filter.module.css';

export const ALL_STATUSES = 0;

/** rules §12; cancelled requests are shown only under all. */
const FILTERS = [
  { status: ALL_STATUSES, words: 'transfer.all' },
  { status: 1, words: 'transfer.underReview' },
  { status: 2, words: 'transfer.completed' },
  { status: 3, words: 'transfer.notApproved' },
] as const;

export interface StatusFilterProps {
  /** As in rules §12, or `ALL_STATUSES`. */
  status: number;
  onChoose: (status: number) => void;
}

export function StatusFilter({ status, onChoose }: StatusFilterProps) {
  const t = useT();
  return (
    <div className={styles.filter} role="group" aria-label={t('transfer.show')}>
      {FILTERS.map((filter) => (
        <Chip
          key={filter.status}
          isOn={filter.status === status}
          onPress={() => onChoose(filter.status)}
        >
          {t(filter.words)}
        </Chip>
      ))}
    </div>
  );
}
