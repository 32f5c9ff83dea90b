/** The fee level: what orders pay, the way to the next level, all levels and announced ones; and its rate on the order form. */
import { isShown, screen, untilText } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, type Server } from '../../../../../tests/render-screen.tsx';
import { pages } from '../../../../kernel/pages.ts';
import type { FeeLevel } from '../view-model.ts';

const levels = [
  { level: 1, from: '0', maker: '0.001', taker: '0.001' },
  { level: 2, from: '50000', maker: '0.0009', taker: '0.00095' },
];
const own =
  (changes: Partial<FeeLevel> = {}) =>
  (server: Server) =>
    server.answer('GET /fee/level', {
      refeelevel: {
        level: 1,
        maker: '0.001',
        taker: '0.001',
        day: '2026-11-22',
        since: '2026-11-22T00:10:00.000Z',
        traded: '31840',
        waited: '14000',
        atOnce: '10200',
        swapped: '7640',
        orderFees: '24.2',
        swapFees: '7.64',
        ending: '2400',
        levels,
        markets: [],
        ...changes,
      },
    });

test('shows what orders pay, what is missing to the next level, and what that would have saved', async () => {
  await renderScreen(pages.feeLevel, { before: own() });
  await untilText('You are on level 1. You pay');
  await untilText('Level 2 at 50,000.00');
  await untilText('18,160.00 to go');
  await untilText(
    /would have cost 29\.93, which is 1\.91 USDT less\. .* costs about 18\.16\. From tomorrow, 2,400\.00/,
  );
  const rows = screen.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual(['LevelFrom, USDTWaitsFills', '1 You00.100%0.100%', '2 50,0000.090%0.095%']);
});

test('says so when nothing counted, and on the highest level', async () => {
  const none = { traded: '0', waited: '0', atOnce: '0', swapped: '0', orderFees: '0' };
  const highest = { level: 2, maker: '0.0009', taker: '0.00095', swapFees: '0', ending: '0' };
  await renderScreen(pages.feeLevel, { before: own({ ...none, ...highest }) });
  await untilText('when your order waits, 0.095% when it fills immediately');
  await untilText('Nothing counted in 30 days.');
  expect(isShown(/to go/)).toBe(false);
});

test('shows announced levels with their day', async () => {
  await renderScreen(pages.feeLevel, {
    before: (server) => {
      own()(server);
      const coming = {
        key: 'spot.feeLevels',
        state: 'announced',
        effectiveAt: '2026-11-30T09:00:00.000Z',
        value: JSON.stringify({ maker1: '0.0008', taker1: '0.0008' }),
      };
      server.answer('GET /base/announcedChanges', { list: [coming], total: 1 });
    },
  });
  await untilText(/^From 1 Dec/);
  expect(screen.getAllByRole('row').map((row) => row.textContent)).toContain('1 00.080%0.080%');
});

test('the order form shows the own rate', async () => {
  await renderScreen(pages.deal, { before: own({ level: 2, maker: '0.0009', taker: '0.00095' }) });
  await untilText('Fee 0.095%');
});
