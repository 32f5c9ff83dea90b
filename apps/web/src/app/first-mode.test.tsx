/** The served page says whether money is real: nothing is shown of the other mode while the server has not answered yet. */
import { waitFor } from '@tern/ui/tests';
import { lost } from '@tern/protocol/tests';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../../tests/render-screen.tsx';
import { pages } from '../kernel/pages.ts';

/** What the server wrote into the page, and never an answer of it. */
async function show(sim: '0' | '1', as: null | undefined) {
  document.documentElement.setAttribute('data-sim', sim);
  await renderScreen(pages.home, {
    ...(as === null ? { as } : {}),
    before: (server) => server.answer('GET /base/site', lost),
  });
  await waitFor(() => expect(document.querySelector('[data-page] h1')).toBeTruthy());
  return document.body.textContent;
}

afterEach(() => document.documentElement.setAttribute('data-sim', '1'));

test('a visitor to a page of real money reads nothing of paper money before the server has answered', async () => {
  expect(await show('0', null)).not.toMatch(/paper money|simulat|practise/i);
});

test('a member on a page of real money reads nothing of paper money before the server has answered', async () => {
  expect(await show('0', undefined)).not.toMatch(/paper money|simulat|practise/i);
});

test('a page of paper money says so before the server has answered', async () => {
  expect(await show('1', null)).toMatch(/paper money/i);
});
