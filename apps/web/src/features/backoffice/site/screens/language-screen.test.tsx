/** The choice of a language, which applies at once and is remembered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { press, screen, waitFor } from '@tern/ui/tests';
import { expect, test, vi } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { languages } from '../../../../platform/i18n/languages.ts';

const LOCALES = join(import.meta.dirname, '../../../../locales/backoffice/site');

/** The title of the page, as it is translated. */
const titleIn = (prefix: string): string =>
  JSON.parse(readFileSync(join(LOCALES, `${prefix}.json`), 'utf8')).languageTitle;

test('each of the fourteen languages can be chosen by its native name', async () => {
  await renderScreen(pages.language);
  for (const [prefix, { locale, name }] of Object.entries(languages)) {
    await press(name);
    await screen.findByRole('heading', { level: 1, name: titleIn(prefix) });
    expect(document.documentElement.lang).toBe(locale);
    expect(localStorage.getItem('tern.language')).toBe(JSON.stringify(prefix));
  }
  expect(Object.keys(languages)).toHaveLength(14);
});

test('requests name the language of the member', async () => {
  const asked = vi.spyOn(globalThis, 'fetch');
  await renderScreen(pages.assets, { language: 'jp' });
  const langs = () =>
    asked.mock.calls
      .filter(([address]) => typeof address === 'string' && address.includes('/api/'))
      .map(([, init]) => new Headers(init?.headers).get('lang'));
  await waitFor(() => expect(langs().length).toBeGreaterThan(2));
  expect(new Set(langs())).toEqual(new Set(['jp']));
  asked.mockRestore();
});
