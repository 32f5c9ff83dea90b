/** The grid of features, and a sheet with all of them. */
import { gridIcon, Icon, type Press, Pressable } from '@tern/ui';
import { type ComponentType, useState } from 'react';
import { useContractsAreOff } from '../../../../kernel/contract-terms.ts';
import { inOrder } from '../../../../kernel/home-tiles.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useSession } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import type { Path } from '../../../../platform/navigation/route.ts';
import type { RouteTable } from '../../../../platform/navigation/route-table.ts';
import { shortcuts } from './shortcut-tiles.ts';
import styles from './home.module.css';

type LazySheet = ComponentType<{ isOpen: boolean; onClose: () => void }>;

/** Sheets are not part of home's first load. If one fails to load, the page it leads to shows the error. */
function useLazySheet() {
  const navigator = useNavigator();
  const [Sheet, setSheet] = useState<LazySheet>();
  const [isOpen, setOpen] = useState(false);
  const open = (loading: Promise<LazySheet>, instead: Path) =>
    void loading.then(
      (script) => {
        setSheet(() => script);
        setOpen(true);
      },
      () => navigator.push(instead),
    );
  return { open, sheet: Sheet && <Sheet isOpen={isOpen} onClose={() => setOpen(false)} /> };
}

const loadFiat = () => import('../../../../kernel/fiat-sheet.tsx').then((file) => file.FiatSheet);
/** Its rows are named by the titles of their pages. */
const loadMore = async (routes: RouteTable) => {
  const script = import('./more-sheet.tsx').then((file) => file.MoreSheet);
  const [sheet] = await Promise.all([script, routes.complete()]);
  return sheet;
};

export function HomeShortcuts() {
  const t = useT();
  const to = useLinks();
  const { routes } = useNavigator();
  const areContractsOff = useContractsAreOff();
  const isMember = useSession() !== undefined;
  const { open, sheet } = useLazySheet();
  const offered = inOrder(shortcuts).filter(
    ({ path }) => path !== pages.futures || !areContractsOff,
  );
  const openFiat = { onPress: () => open(loadFiat(), pages.fiatDeposit) };
  return (
    <>
      <nav className={styles.grid} aria-label={t('site.shortcuts')}>
        {offered.map(({ path, label, icon }) => (
          <Tile
            key={path}
            // Bank money has two ways: the sheet asks which. Visitors log in first.
            {...(path === pages.fiatDeposit && isMember ? openFiat : to(path))}
            icon={icon}
            label={t(label)}
          />
        ))}
        <Tile
          onPress={() => open(loadMore(routes), pages.my)}
          icon={gridIcon}
          label={t('site.more')}
        />
      </nav>
      {sheet}
    </>
  );
}

function Tile({ icon, label, ...press }: Press & { icon: string; label: string }) {
  return (
    <Pressable {...press} className={styles.shortcut}>
      <span>
        <Icon of={icon} size={22} />
      </span>
      {label}
    </Pressable>
  );
}
