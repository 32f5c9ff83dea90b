/** The column headers of the list: pair and volume on the left, price and change on the right. */
import { classNames } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Sort, SortColumn } from '../list-order.ts';
import styles from './sort-headers.module.css';

export interface SortHeadsProps {
  sort: Sort | undefined;
  onSort: (column: SortColumn) => void;
}

const LABELS = {
  pair: 'market.sortPair',
  volume: 'market.sortVolume',
  price: 'market.sortPrice',
  change: 'market.sortChange',
} as const;

export function SortHeaders({ sort, onSort }: SortHeadsProps) {
  const t = useT();
  const head = (column: SortColumn) => {
    const order = sort?.column === column ? sort : undefined;
    const label = t(LABELS[column]);
    const way = order && (order.isDescending ? 'market.descending' : 'market.ascending');
    return (
      <button
        type="button"
        className={styles.head}
        aria-label={t(way ?? 'market.sortBy', { column: label })}
        aria-pressed={order !== undefined}
        onClick={() => onSort(column)}
      >
        {label}
        <Arrows order={order} />
      </button>
    );
  };
  return (
    <div className={styles.heads} role="group" aria-label={t('market.sorting')}>
      <span>
        {head('pair')}
        <span aria-hidden="true">/</span>
        {head('volume')}
      </span>
      <span>
        {head('price')}
        <span aria-hidden="true">/</span>
        {head('change')}
      </span>
    </div>
  );
}

function Arrows({ order }: { order: Sort | undefined }) {
  return (
    <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true" className={styles.arrows}>
      <path
        d="M4 1 6.8 4.6H1.2z"
        className={classNames(order?.isDescending === false && styles.on)}
      />
      <path
        d="M4 11 6.8 7.4H1.2z"
        className={classNames(order?.isDescending === true && styles.on)}
      />
    </svg>
  );
}
