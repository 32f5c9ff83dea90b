/** The grid of features: only those that exist. */
import {
  bankIcon,
  cpuIcon,
  Icon,
  loanIcon,
  Pressable,
  sproutIcon,
  timerIcon,
  tradeIcon,
  usersIcon,
} from '@tern/ui';
import { useState } from 'react';
import { useContractsAreOff } from '../../../kernel/contract-terms.ts';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../platform/navigation/links.ts';
import styles from './home.module.css';

const shortcuts = [
  { path: pages.deal, label: 'site.spot', icon: tradeIcon },
  { path: pages.futures, label: 'site.futures', icon: timerIcon },
  { path: pages.offering, label: 'site.newCoins', icon: sproutIcon },
  { path: pages.stakeList, label: 'site.staking', icon: cpuIcon },
  { path: pages.fiatDeposit, label: 'common.fiat', icon: bankIcon },
  { path: pages.loan, label: 'site.loan', icon: loanIcon },
  { path: pages.invite, label: 'site.invite', icon: usersIcon },
] as const;

type Sheet = typeof import('../../../kernel/fiat-sheet.tsx').FiatSheet;

/** With fewer than this, the grid only repeats the tab bar. */
const WORTHWHILE = 2;

export function HomeShortcuts() {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const areContractsOff = useContractsAreOff();
  const isMember = useSession() !== undefined;
  const [FiatSheet, setSheet] = useState<Sheet>();
  const [isFiatOpen, setFiatOpen] = useState(false);
  // Sheets are not part of home's first load. If one fails to load, the page it leads to shows the error.
  const openFiat = () =>
    void import('../../../kernel/fiat-sheet.tsx').then(
      (script) => {
        setSheet(() => script.FiatSheet);
        setFiatOpen(true);
      },
      () => navigator.push(pages.fiatDeposit),
    );
  const existing = shortcuts.filter(
    ({ path }) => navigator.has(path) && !(path === pages.futures && areContractsOff),
  );
  if (existing.length < WORTHWHILE) return null;
  return (
    <>
      <nav className={styles.grid} aria-label={t('site.shortcuts')}>
        {existing.map(({ path, label, icon }) => (
          <Pressable
            key={path}
            // Bank money has two ways: the sheet asks which. Visitors log in first.
            {...(path === pages.fiatDeposit && isMember ? { onPress: openFiat } : to(path))}
            className={styles.shortcut}
          >
            <span>
              <Icon of={icon} size={22} />
            </span>
            {t(label)}
          </Pressable>
        ))}
      </nav>
      {FiatSheet && <FiatSheet isOpen={isFiatOpen} onClose={() => setFiatOpen(false)} />}
    </>
  );
}
