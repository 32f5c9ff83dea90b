/** Startup work that the first page does not need: one script, loaded shortly after it. */
import { connectionIcon, formatDate, Icon, lockIcon, NoticeStrip, useNumberLocale } from '@tern/ui';
import { useEffect, useState } from 'react';
import { loadLogWatch } from '../features/proof/public-log/index.ts';
import { followAccount } from '../kernel/account-preferences.ts';
import { onMemberEvent } from '../kernel/member-events.ts';
import { followLists, refreshMarkets } from '../kernel/quotes/market-feed.ts';
import { newestQuoteAt } from '../kernel/quotes/quote-store.ts';
import { storeLastPrices, useArePricesStored } from '../kernel/quotes/stored-markets.ts';
import { useSession } from '../kernel/session.ts';
import { loadSiteConfig, useSiteConfig } from '../kernel/site-config.ts';
import { useIsOnline } from '../platform/connection.ts';
import { useT } from '../platform/i18n/i18n.tsx';
import type { Language } from '../platform/i18n/languages.ts';
import type { KeepTexts } from '../platform/shell/shell-worker.ts';

storeLastPrices(followLists);
onMemberEvent('market.state', () => void refreshMarkets());
followAccount();

/** The strip shown on every page while offline, with the age of the prices. */
export function ConnectionStrip() {
  const t = useT();
  const locale = useNumberLocale();
  const isOnline = useIsOnline();
  const isOld = useArePricesStored();
  if (isOnline && !isOld) return null;
  const at = newestQuoteAt();
  return (
    <NoticeStrip>
      <Icon of={connectionIcon} size={16} />
      <b>{t('common.noConnection')}</b>
      {at !== undefined && <span>{t('common.pricesFrom', { time: momentOf(at, locale) })}</span>}
    </NoticeStrip>
  );
}

const ASK_EVERY_MS = 60_000;

/** The strip shown on every page while the exchange accepts no changes; offline, the other one is shown. */
export function ReadOnlyStrip() {
  const t = useT();
  const isReadOnly = useSiteConfig()?.isReadOnly === true;
  const isOnline = useIsOnline();
  useEffect(() => {
    const timer = setInterval(() => void loadSiteConfig(), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (!isReadOnly || !isOnline) return null;
  return (
    <NoticeStrip>
      <Icon of={lockIcon} size={16} />
      <b>{t('common.readOnly')}</b>
      <span>{t('common.readOnlyNote')}</span>
    </NoticeStrip>
  );
}

/** After the first page and what its member does first. */
const LOG_CHECK_AFTER_MS = 4_000;

type LogWatch = Awaited<ReturnType<typeof loadLogWatch>>;

/** The strip shown on every page when this device found that the public log was changed, which it checks for members. */
export function LogStrip() {
  const isMember = useSession() !== undefined;
  const [watch, setWatch] = useState<LogWatch>();
  useEffect(() => {
    if (!isMember) return undefined;
    // A failed load is repeated at the next start.
    const load = () => void loadWithTexts().then(setWatch, () => undefined);
    const timer = setTimeout(() => whenIdle(load), LOG_CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isMember]);
  useEffect(() => (isMember ? watch?.watchLog() : undefined), [watch, isMember]);
  return watch && <watch.LogAlert />;
}

async function loadWithTexts(): Promise<LogWatch> {
  const watch = await loadLogWatch();
  await watch.loadTexts();
  return watch;
}

/** "14:02" for today, "21 Nov, 14:02" for earlier days. */
function momentOf(at: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return formatDate(at, { locale, detail: isToday ? 'clock' : 'short' });
}

const WORKER = '/shell-worker.js';
/** The longest wait for a busy page. */
const IDLE_LIMIT_MS = 5_000;

interface Line {
  saveData?: boolean;
}

/** Data saver is on: load nothing ahead. */
const savesData = (): boolean => (navigator as { connection?: Line }).connection?.saveData === true;

/**
 * Lets the service worker cache the app and the texts of this language once the first page has loaded (ADR 35); called again
 * when the language changes. Fails silently.
 */
export function cacheShell(language: Language): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || savesData()) return;
  whenIdle(() => void register(language).catch(() => undefined));
}

function whenIdle(work: () => void): void {
  const idle = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 1));
  idle(work, { timeout: IDLE_LIMIT_MS });
}

async function register(language: Language): Promise<void> {
  await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' });
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language } satisfies KeepTexts);
}
