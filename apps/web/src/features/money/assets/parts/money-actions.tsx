/** Actions that move money, as far as this build has them: of all assets, including bank transfers, and of one. */
import {
  bankIcon,
  classNames,
  CtaBar,
  depositIcon,
  Icon,
  Pressable,
  swapIcon,
  withdrawIcon,
} from '@tern/ui';
import { useState } from 'react';
import type { Coin } from '../../../../kernel/balances.ts';
import { FiatSheet } from '../../../../kernel/fiat-sheet.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import styles from './assets.module.css';

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

const OF_CHAINS = [
  { path: pages.deposit, label: 'assets.deposit', icon: depositIcon },
  { path: pages.withdraw, label: 'assets.withdraw', icon: withdrawIcon },
  { path: pages.swap, label: 'assets.swap', icon: swapIcon },
] as const;
const OF_BANKS = [
  { path: pages.fiatDeposit, label: 'assets.deposit', icon: depositIcon },
  { path: pages.fiatWithdraw, label: 'assets.withdraw', icon: withdrawIcon },
  { path: pages.swap, label: 'assets.swap', icon: swapIcon },
] as const;

/** At the foot of an asset's page; bank money has its own actions. */
export function MoneyBar({ coin }: { coin: Coin | undefined }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (coin === undefined) return null;
  const { asset, kind } = coin;
  const ways = (kind === 'fiat' ? OF_BANKS : OF_CHAINS).filter(({ path }) => navigator.has(path));
  return (
    <CtaBar>
      <div className={styles.bar}>
        {ways.map(({ path, label, icon }, index) => (
          <Pressable
            key={path}
            {...to(path, { coin: asset })}
            className={classNames(styles.action, index === 0 && styles.first)}
          >
            <Icon of={icon} size={20} />
            {t(label)}
          </Pressable>
        ))}
      </div>
    </CtaBar>
  );
}
