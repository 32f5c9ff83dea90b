/** Inlined in the page and run before the first paint: theme, which first frame to show, the first calls (ADR 34). */
import {
  marketListOf,
  newestAnnouncement,
  storedDisplay,
  storedSession,
} from '../kernel/first-paint.ts';
import { themeOf } from '../platform/appearance.ts';
import { callEarly } from '../platform/http/early-calls.ts';
import { buildRequest } from '../platform/http/api-request.ts';
import { chooseLanguage, languages } from '../platform/i18n/languages.ts';
import { HOME, parseHash } from '../platform/navigation/route.ts';
import { storage } from '../platform/storage.ts';

const LIGHT_CANVAS = '#F3F5F5';
const A_YEAR_S = 31_536_000;

const page = document.documentElement;
const token = storedSession.read()?.token;
const language = chooseLanguage({
  explicit: new URLSearchParams(location.search).get('lang'),
  stored: storage.language.read(),
  browser: navigator.languages,
});
const { locale } = languages[language];
const isHome = () => parseHash(location.hash).path === HOME;
/** Which prerendered home fits this visitor; other pages and other languages get plain skeletons. */
const frame = () => {
  if (!isHome() || page.lang !== locale) return 'page';
  if (token === undefined) return 'visitor';
  return storedDisplay.amountsHidden.read() === true ? 'member-hidden' : 'member';
};

history.scrollRestoration = 'manual';
if (themeOf(storedDisplay.theme.read() ?? 'dark') === 'light') {
  page.dataset['theme'] = 'light';
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', LIGHT_CANVAS);
}
// The server cannot see local storage: the cookie lets it send the right language from the next visit on.
if (page.lang !== locale) {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is asynchronous and not available everywhere
  document.cookie = `tern-locale=${locale}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
}
page.dataset['first'] = frame();
// A link of the first frame may be followed before the app has started.
addEventListener('hashchange', () => {
  page.dataset['first'] = frame();
});
// Home draws without the list of the other pages; any other page needs it first.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-later]')) {
  if (!isHome()) link.rel = 'modulepreload';
}
if (isHome()) {
  const caller = { token, language };
  callEarly(buildRequest('POST /base/tradelist', marketListOf('crypto'), caller));
  callEarly(buildRequest('GET /base/article', newestAnnouncement, caller));
  if (token !== undefined) callEarly(buildRequest('GET /user/ploss', {}, caller));
}
