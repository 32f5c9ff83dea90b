/** The actions at the foot of an asset's page: deposit, withdraw, swap; bank money has its own. */
import { classNames, CtaBar, depositIcon, Icon, Pressable, swapIcon, withdrawIcon } from '@tern/ui';
import type { Coin } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './money-actions.module.css';

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

export function MoneyBar({ coin }: { coin: Coin | undefined }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  if (coin === undefined) return null;
  const { coinname, kind } = coin;
  const ways = (kind === 'fiat' ? OF_BANKS : OF_CHAINS).filter(({ path }) => navigator.has(path));
  return (
    <CtaBar>
      <div className={styles.bar}>
        {ways.map(({ path, label, icon }, index) => (
          <Pressable
            key={path}
            {...to(path, { coin: coinname })}
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
