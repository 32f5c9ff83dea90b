/** The frame that stays while pages change: column, paper strip, tab bar, toast. */
import { AppColumn, TabBar, Toaster } from '@tern/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmationPlace } from '../kernel/second-factor/confirmation-place.tsx';
import { useSiteConfig, VERSION } from '../kernel/site-config.ts';
import { isSimulated } from '../platform/appearance.ts';
import { useI18n, useT } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';
import { useLinks } from '../platform/navigation/links.ts';
import type { Entry } from '../platform/navigation/page-stack.ts';
import { tabs } from './page-state.tsx';
import { onReconnect } from '../platform/connection.ts';

/** A tab page, with links to the other tabs. */
function AppTabs({ current }: { current: string }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const items = tabs
    .filter((tab) => navigator.has(tab.path))
    .map(({ path, label, icon }) => ({
      key: path,
      label: t(label),
      icon,
      isCurrent: path === current,
      ...to(path),
    }));
  return <TabBar label={t('common.tabs')} items={items} />;
}

export function Shell({ top, children }: { top: Entry; children: ReactNode }) {
  const { t, language } = useI18n();
  const { routes } = useNavigator();
  const startup = useDeferredStartup();
  useEffect(() => startup?.cacheShell(language), [startup, language]);
  useSiteConfig();
  const route = routes.get(top.path);
  const paper = { name: t('common.paperMoney'), meaning: t('common.paperNote') };
  const desktop = {
    pitch: (
      <>
        {t('common.madeForPhones')}
        <br />
        {t('common.sameColumn')}
      </>
    ),
    simulation: isSimulated() ? t('common.paperSimulation') : undefined,
    version: `v${VERSION}`,
  };
  return (
    <AppColumn
      statusColour={route?.statusBar ?? 'canvas'}
      paper={isSimulated() ? paper : undefined}
      notice={
        startup && (
          <>
            <startup.ConnectionStrip />
            <startup.ReadOnlyStrip />
            <startup.LogStrip />
          </>
        )
      }
      desktop={desktop}
      isWide={route?.isWide}
    >
      {children}
      {route?.tab && <AppTabs current={top.path} />}
      <ConfirmationPlace />
      <Toaster place="foot" />
    </AppColumn>
  );
}

type DeferredStartup = typeof import('./deferred-startup.tsx');

/** When offline it loads immediately, because it shows that. */
const AFTER_MS = 1_500;

/** Undefined until loaded; a failed load is retried when the connection returns. */
function useDeferredStartup(): DeferredStartup | undefined {
  const [loaded, setLoaded] = useState<DeferredStartup>();
  useEffect(() => {
    // Not chained to the import itself: the build puts such a chain inside its loading, where it does not see that a style failed.
    const script = async () => import('./deferred-startup.tsx');
    const load = () => void script().then(setLoaded, () => undefined);
    const timer = setTimeout(load, navigator.onLine ? AFTER_MS : 0);
    const stop = onReconnect(load);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, []);
  return loaded;
}
