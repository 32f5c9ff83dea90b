/** Starts the app: texts, session, sockets, first page. */
import { leavePage } from '@tern/ui';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { prefetchNewestAnnouncement } from '../kernel/articles.ts';
import { followBalances } from '../kernel/balances.ts';
import { applyDisplay } from '../kernel/display-settings.ts';
import { startMemberEvents } from '../kernel/member-events.ts';
import { refetchOnReconnect } from '../kernel/query-client.ts';
import { prefetchMarkets } from '../kernel/quotes/market-feed.ts';
import { askToConfirm } from '../kernel/second-factor/confirmation-requests.ts';
import { currentSession } from '../kernel/session.ts';
import { endSession, endsSession } from '../kernel/session-end.ts';
import { loadSiteConfig, takeOutdated } from '../kernel/site-config.ts';
import { followNotices } from '../kernel/unread-notices.ts';
import { followConnection, onReconnect, onVisibility, isVisible } from '../platform/connection.ts';
import { setUpCalls } from '../platform/http/call.ts';
import { loadFirstLanguage } from '../platform/i18n/i18n.tsx';
import { currentLanguage } from '../platform/i18n/texts.ts';
import { preloadTouchedLinks } from '../platform/navigation/links.ts';
import { Navigator } from '../platform/navigation/navigator.ts';
import { loadPage } from '../platform/navigation/page-script.ts';
import { HOME, parseHash } from '../platform/navigation/route.ts';
import type { RouteTable } from '../platform/navigation/route-table.ts';
import { App } from './app.tsx';
import { guard } from './session-keeper.tsx';
import './page-motion.css';
import { openRouteTable } from './first-routes.ts';

/** If the first page, or the list that it is in, takes longer, the frame is drawn without it. */
const FIRST_PAGE_WAIT_MS = 1500;

/** Long enough for the skeletons of the first frame to be replaced by data. */
const FIRST_FRAME_SETTLED_MS = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function start(root: HTMLElement): Promise<void> {
  markInlinedStyles();
  applyDisplay();
  setUpCalls({
    token: () => currentSession()?.token,
    language: currentLanguage,
    confirm: askToConfirm,
    onRefused: (error, token) => {
      if (endsSession(error))
        endSession(error.code, { msg: error.msg, ...(token ? { token } : {}) });
    },
  });
  const loadingTexts = loadFirstLanguage();
  followSite();
  const routes = openRouteTable();
  // For other pages than those of this script, first-paint.ts has already asked for the list. If it fails, the page says so.
  const found = routes.find(parseHash(location.hash).path).catch(() => undefined);
  await Promise.race([found, wait(FIRST_PAGE_WAIT_MS)]);
  const navigator = new Navigator({ routes, guard });
  const { path } = navigator.stack.top;
  // first-paint.ts has already sent these calls; home renders with their answers.
  if (path === HOME) {
    prefetchMarkets('crypto');
    prefetchNewestAnnouncement(currentLanguage());
  }
  const firstPage = Promise.race([loadPage(path, routes), wait(FIRST_PAGE_WAIT_MS)]);
  const [texts] = await Promise.all([loadingTexts, firstPage]);
  // If texts were late, the page load that waited for them has failed: retry.
  void loadPage(path, routes);
  preloadTouchedLinks(navigator);
  reloadWhenOutdated(navigator);
  navigator.subscribe(leavePage);
  startMemberEvents((code) => endSession(code));
  followBalances();
  followNotices();
  followConnection();
  refetchOnReconnect();
  skipSkeletonDelay(root);
  createRoot(root).render(
    <StrictMode>
      <App navigator={navigator} texts={texts} />
    </StrictMode>,
  );
  completeWhenIdle(routes);
}

/** The longest wait for a busy page. */
const IDLE_LIMIT_MS = 2_000;

/** Loads what home does without and the next page needs. After a failure the next page repeats it. */
function completeWhenIdle(routes: RouteTable): void {
  const idle = globalThis.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 1));
  idle(() => void routes.complete().catch(() => undefined), { timeout: IDLE_LIMIT_MS });
}

/** Skips the usual skeleton delay: rows already visible in the first frame must not disappear for 200 ms. */
function skipSkeletonDelay(root: HTMLElement): void {
  if (document.documentElement.dataset['first'] === 'page' || !root.hasChildNodes()) return;
  const { style } = document.documentElement;
  style.setProperty('--t-async-delay', '0ms');
  setTimeout(() => style.removeProperty('--t-async-delay'), FIRST_FRAME_SETTLED_MS);
}

function followSite(): void {
  void loadSiteConfig();
  onVisibility(() => {
    if (isVisible()) void loadSiteConfig();
  });
  onReconnect(() => void loadSiteConfig());
}

/** Loads a new version of the site at the next page change, when no form is half filled. */
function reloadWhenOutdated(navigator: Navigator): void {
  navigator.subscribe(() => {
    if (takeOutdated()) location.reload();
  });
}

/**
 * Marks the stylesheets inlined by build/first-page-plugin.ts as loaded: a script that needs one looks for its `<link>` and
 * adds it if missing. A link created disabled is found and loads nothing; written into the HTML it would be preloaded.
 */
function markInlinedStyles(): void {
  for (const style of document.querySelectorAll<HTMLStyleElement>('style[data-of]')) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.setAttribute('disabled', '');
    link.setAttribute('href', style.dataset['of'] ?? '');
    style.before(link);
  }
}
