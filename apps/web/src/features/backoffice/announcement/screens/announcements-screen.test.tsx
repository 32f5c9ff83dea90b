/** Announced changes of limits and fees. */
import { untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';

const effectiveAt = '2031-03-02T09:30:00.000Z';

test('an approved change is listed with its values, the reason and when it applies, in the language of the member', async () => {
  const setting = {
    ID: 1,
    kind: 'setting',
    name: 'Target time of a withdrawal',
    effect: 'Members read that a withdrawal is decided within this time.',
    lines: [{ what: '', from: '24 h', to: '26 h' }],
    value: '26',
    reason: 'Eine planmäßige Änderung von Limits und Gebühren.',
    effectiveAt,
    changes: [],
  } as const;
  const terms = {
    ID: 2,
    kind: 'network',
    coinname: 'DOGE',
    czline: 'DOGE',
    reason: 'Kleine Einzahlungen kosten mehr, als sie bringen.',
    effectiveAt,
    changes: [{ field: 'inMin', from: '10', to: '25' }],
  } as const;
  const market = {
    ID: 3,
    kind: 'market',
    coinname: 'BTC/USDT',
    czline: '',
    reason: 'Eine neue Gebühr.',
    effectiveAt,
    changes: [{ field: 'takerFee', from: '0.001', to: '0.0012' }],
  } as const;
  await renderScreen(`${pages.announcements}?tab=changes`, {
    language: 'de',
    before: (server) =>
      server.answer('GET /base/announcedChanges', { list: [setting, terms, market], total: 3 }),
  });
  const articleOf = async (reason: string) => (await untilText(reason)).closest('article')!;
  const policy = await articleOf(setting.reason);
  for (const text of ['Richtlinie', 'Target time of a withdrawal', '24 h → 26 h', /^Gilt ab /])
    await untilText(text, policy);
  const minimum = await articleOf(terms.reason);
  expect(minimum.textContent).toContain('DOGE · DOGE');
  expect(minimum.textContent).toMatch(/10 DOGE → 25 DOGE/);
  const fee = await articleOf(market.reason);
  expect(fee.textContent).toMatch(/BTC\/USDT.*Taker-Gebühr.*0,1\s?% → 0,12\s?%/);
});

test('a market that will open says when, in the news: also the time before it was moved, or that it is delayed', async () => {
  const market = { coinname: 'OST', name: 'Ostra', logo: '', quote: 'USDT' } as const;
  await renderScreen(pages.announcements, {
    before: (server) =>
      server.answer('GET /base/comingMarkets', {
        list: [
          { ...market, ID: 1, opensAt: effectiveAt, formerAt: '2031-03-01T09:30:00.000Z' },
          { ...market, ID: 2, coinname: 'KLP', quote: null, opensAt: null, formerAt: effectiveAt },
        ],
      }),
  });
  const articleOf = async (text: RegExp) => (await untilText(text)).closest('article')!;
  const moved = await articleOf(/^OST\/USDT · Ostra/);
  await untilText(/^Opens /, moved);
  await untilText(/^Moved, before: /, moved);
  const delayed = await articleOf(/^KLP · Ostra/);
  await untilText(/^The opening on .* is delayed/, delayed);
});
