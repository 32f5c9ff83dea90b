/** Actions that move money, as far as this build has them, including bank transfers. */
import {
  bankIcon,
  classNames,
  depositIcon,
  Icon,
  Pressable,
  swapIcon,
  withdrawIcon,
} from '@tern/ui';
import { useState } from 'react';
import { FiatSheet } from '../../../kernel/fiat-sheet.tsx';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './money-actions.module.css';

const ACTIONS = [
  { path: pages.depositList, label: 'assets.deposit', icon: depositIcon },
  { path: pages.withdrawList, label: 'assets.withdraw', icon: withdrawIcon },
  { path: pages.swap, label: 'assets.swap', icon: swapIcon },
] as const;

export function MoneyActions() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const [isFiatOpen, setFiatOpen] = useState(false);
  const existing = ACTIONS.filter(({ path }) => navigator.has(path));
  return (
    <div className={styles.actions}>
      {existing.map(({ path, label, icon }, index) => (
        <Pressable
          key={path}
          {...to(path)}
          className={classNames(styles.action, index === 0 && styles.first)}
        >
          <Icon of={icon} size={22} />
          {t(label)}
        </Pressable>
      ))}
      <Pressable className={styles.action} onPress={() => setFiatOpen(true)}>
        <Icon of={bankIcon} size={22} />
        {t('common.fiat')}
      </Pressable>
      <FiatSheet isOpen={isFiatOpen} onClose={() => setFiatOpen(false)} />
    </div>
  );
}
