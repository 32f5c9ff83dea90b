/** With real money no page speaks of paper money, in any language (X11). */
import { waitFor } from '@tern/ui/tests';
import { afterEach, expect, test, vi } from 'vitest';
import { routes } from '../../tests/all-routes.ts';
import { renderScreen, untilPage } from '../../tests/render-screen.tsx';
import { pages } from '../kernel/pages.ts';
import { queryClient } from '../kernel/query-client.ts';
import { VERSION } from '../kernel/site-config.ts';
import { languages, type Language } from '../platform/i18n/languages.ts';

/** Paper money and simulation, as our texts call them. */
const PAPER: Readonly<Record<Language, RegExp>> = {
  en: /paper money|simulat|practise/i,
  de: /übungs|simulation/i,
  es: /ficticio|simulaci/i,
  fr: /fictif|simulation/i,
  id: /latihan|simulasi/i,
  it: /virtuale|simulazione/i,
  jp: /デモ|シミュレーション/,
  kr: /모의|시뮬레이션/,
  pt: /fictício|simula/i,
  ru: /демо|симуляц/i,
  tr: /demo|simülasyon/i,
  tw: /模擬/,
  vn: /demo|mô phỏng/i,
  zh: /模拟/,
};

/** A chart needs a canvas, which is only in a browser; preferences need an answer that this server has no example of. */
const NOT_DRAWN: readonly string[] = [pages.chart, pages.notificationPreferences];
const drawn = routes.map(({ path }) => path).filter((path) => !NOT_DRAWN.includes(path));
/** Everything in English; the pages with sentences of their own about the money in each language. */
const WITH_SENTENCES = [pages.home, pages.msb, pages.deposit, pages.balanceProof, pages.about];
const cases = [
  ...drawn.map((path) => [path, 'en'] as const),
  ...(Object.keys(languages) as Language[]).flatMap((language) =>
    WITH_SENTENCES.map((path) => [path, language] as const),
  ),
];

/** What a page says that could not be drawn. */
const STOPPED = 'This page stopped working';

/** How many turns of the event loop in a row nothing may be drawn or asked for. */
const STILL_TURNS = 10;

afterEach(() => document.documentElement.setAttribute('data-sim', '1'));

/** What is seen: marks of paper money are hidden by `data-sim`. */
function seenText(): string {
  const body = document.body.cloneNode(true) as HTMLElement;
  for (const mark of body.querySelectorAll('[class*="sim"], [class*="paper"]')) mark.remove();
  return body.textContent;
}

/** The text once nothing more arrives: what is absent too early would prove nothing. */
async function settledText(): Promise<string> {
  await vi.dynamicImportSettled();
  let still = 0;
  const observer = new MutationObserver(() => (still = 0));
  observer.observe(document, { subtree: true, childList: true, characterData: true });
  await vi.waitFor(
    () => {
      still = queryClient.isFetching() === 0 ? still + 1 : 0;
      expect(still).toBeGreaterThan(STILL_TURNS);
    },
    { interval: 0, timeout: 20_000 },
  );
  observer.disconnect();
  return seenText();
}

async function show(path: string, language: Language, mode: 'paper' | 'live') {
  await renderScreen(path, {
    language,
    before: (server) => {
      server.answer('GET /base/site', {
        version: VERSION,
        mode,
        serverTime: new Date().toISOString(),
        isReadOnly: false,
        priceSource: 'htx.test',
      });
      server.answer('GET /recharge/exchangeFind', {
        reexchange: { rate: '1', reference: '1', fromUsdt: '1', toUsdt: '1' },
      });
    },
  });
  await untilPage(path);
  await waitFor(() =>
    expect(document.documentElement.dataset['sim']).toBe(mode === 'live' ? '0' : '1'),
  );
}

test.each(cases)(
  '%s in %s does not speak of paper money when it is real',
  async (path, language) => {
    await show(path, language, 'live');
    const text = await settledText();
    expect(text).not.toMatch(PAPER[language]);
    expect(text).not.toContain(STOPPED);
  },
);

test.each(Object.keys(languages) as Language[])(
  'the words are those of our texts in %s',
  async (language) => {
    await show(pages.home, language, 'paper');
    await waitFor(() => expect(document.body.textContent).toMatch(PAPER[language]));
  },
);
