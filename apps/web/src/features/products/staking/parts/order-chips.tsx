/** Chooses an order, or all, above the earnings. */
import { useQuery } from '@tanstack/react-query';
import { Chip } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { allOrdersQuery } from '../api.ts';
import { orderNames } from '../view-model.ts';
import styles from './orders.module.css';

export interface OrderChipsProps {
  chosen: number | undefined;
  onChoose: (orderId: number | undefined) => void;
}

/** Nothing while there is only one order to choose. */
export function OrderChips({ chosen, onChoose }: OrderChipsProps) {
  const t = useT();
  const names = orderNames(useQuery(allOrdersQuery).data ?? []);
  if (names.length < 2) return null;
  return (
    <div className={styles.kinds} role="group" aria-label={t('staking.kinds')}>
      <Chip isOn={chosen === undefined} onPress={() => onChoose(undefined)}>
        {t('staking.allProducts')}
      </Chip>
      {names.map(({ id, name }) => (
        <Chip key={id} isOn={chosen === id} onPress={() => onChoose(id)}>
          {name}
        </Chip>
      ))}
    </div>
  );
}
