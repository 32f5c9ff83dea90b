/** The source and age of prices, and the notice without a fresh one. */
import type { Page } from 'playwright-core';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap } from './support/hands.ts';
import { story } from './support/story.ts';
import { untilLoaded } from './support/waiting.ts';

/** The market's source has been silent for twelve seconds. */
async function stopPrices(page: Page): Promise<void> {
  await page.route('**/api/base/feeds*', async (route) => {
    const response = await route.fetch();
    const json = (await response.json()) as { data: { list: Record<string, unknown>[] } };
    const sources = [{ name: 'api.huobi.pro', isLive: false, saidAt: null }];
    for (const row of json.data.list)
      Object.assign(row, { state: 'stale', sources, ageMs: 12_300 });
    await route.fulfill({ response, json });
  });
}

story('the chart shows the source and age of the price', async ({ open, world }) => {
  const page = await open(`${pages.chart}?symbol=btcusdt`, { as: await world.member() });
  await untilLoaded(page);
  await tap(page, 'About', 'tab');
  await page.getByText('Simulated', { exact: true }).first().waitFor();
  await page.getByText(/^\d s ago$/).waitFor();
});

story(
  'a market without a fresh price shows a notice, on the chart and in the order form',
  async ({ open, world }) => {
    const member = await world.member();
    const chart = await open(`${pages.chart}?symbol=btcusdt`, { as: member, before: stopPrices });
    await untilLoaded(chart);
    await chart.getByText('No fresh price').waitFor();
    await tap(chart, 'About', 'tab');
    await chart.getByText('api.huobi.pro (not responding)').waitFor();
    await chart.getByText('12 s ago').waitFor();
    const deal = await open(`${pages.deal}?symbol=btcusdt`, { as: member, before: stopPrices });
    await deal.getByText('No fresh price').waitFor();
  },
);
