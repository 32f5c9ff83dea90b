/** The chart of a market: candles of eight intervals, indicators over and under them. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

story(
  'the chart draws candles of every interval and remembers the choice',
  async ({ open, world }) => {
    const intervals: string[] = [];
    const page = await open(`${pages.chart}?symbol=btcusdt`, {
      as: await world.member(),
      before: async (opened) => {
        opened.on('request', (request) => {
          const interval = new URL(request.url()).searchParams.get('interval');
          if (request.url().includes('/getkdata') && interval !== null) intervals.push(interval);
        });
      },
    });
    await untilLoaded(page);
    await soon(() => page.title()).toBe('BTC/USDT · Tern');
    const group = page.getByRole('group', { name: 'Interval' });
    for (const name of [
      '1 minute',
      '5 minutes',
      '30 minutes',
      '1 hour',
      '1 day',
      '1 week',
      '1 month',
    ]) {
      await tap(group, name);
      await page
        .getByRole('table', { name: new RegExp(`candles, ${name}$`) })
        .waitFor({ state: 'attached' });
    }
    expect(new Set(intervals).size).toBe(8);
    expect(await page.locator('canvas').count()).toBeGreaterThan(0);
    await page.reload();
    await soon(() => control(page, 'button', '1 month').getAttribute('aria-pressed')).toBe('true');
  },
);

story('indicators over and under the candles can be changed', async ({ open, world }) => {
  const page = await open(`${pages.chart}?symbol=btcusdt`, { as: await world.member() });
  await untilLoaded(page);
  const over = page.getByRole('group', { name: 'Over the candles' });
  await tap(over, 'BOLL');
  await soon(() => control(over, 'button', 'BOLL').getAttribute('aria-pressed')).toBe('true');
  const under = page.getByRole('group', { name: 'Under the candles' });
  await tap(under, 'RSI');
  await soon(() => control(under, 'button', 'RSI').getAttribute('aria-pressed')).toBe('true');
});

story(
  'a silence of the feed is drawn and told, and no candle is invented for it',
  async ({ open, world }) => {
    let silence = { from: 0, to: 0 };
    const page = await open(`${pages.chart}?symbol=btcusdt`, {
      as: await world.member(),
      before: (opened) =>
        opened.route('**/api/base/getkdata*', async (route) => {
          const response = await route.fetch();
          const answer = (await response.json()) as {
            data: { list: { id: number }[]; gaps: { from: number; to: number }[] };
          };
          const { list } = answer.data;
          const missing = list.splice(-20, 8);
          silence = { from: missing[0]!.id + 60, to: missing.at(-1)!.id + 600 };
          answer.data.gaps = [silence];
          await route.fulfill({ response, json: answer });
        }),
    });
    await untilLoaded(page);
    const clock = (second: number) =>
      new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' }).format(
        second * 1000,
      );
    const said = page.getByText(/^No prices came from /);
    await said.waitFor();
    expect(await said.textContent()).toContain(clock(silence.from));
    expect(await said.textContent()).toContain(clock(silence.to));
  },
);
