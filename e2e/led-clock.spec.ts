/** What passing time brings: closed markets with their opening, in the member's zone and language; a due recurring buy. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, field, tap, untilPage, untilToast, words } from './support/hands.ts';
import { ledStory } from './support/led-market.ts';
import { soon } from './support/story.ts';
import { untilLoaded, visit } from './support/waiting.ts';

const NEW_YORK = { timezoneId: 'America/New_York' } as const;
const DAY_MS = 86_400_000;

/** Noon of the next Saturday (UTC): forex and metals are closed until Sunday, 22:00. */
function nextSaturday(): number {
  const noon = new Date();
  noon.setUTCHours(12, 0, 0, 0);
  const days = (6 - noon.getUTCDay() + 7) % 7;
  return (
    noon.getTime() + days * DAY_MS + (days === 0 && Date.now() > noon.getTime() ? 7 * DAY_MS : 0)
  );
}

const gold = (page: Page) => control(page, 'link', /^Gold, /).filter({ visible: true });

ledStory(
  'list, trade, chart and contracts show when a closed market opens',
  async ({ market, open, world }) => {
    market.passUntil(nextSaturday());
    await soon(async () => (await world.market('xauusd')).isOpen).toBe(false);
    const page = await open(pages.market, { as: await world.member(), device: NEW_YORK });
    await tap(page, 'Metals & forex', 'tab');
    // 22:00 UTC is 17:00 in New York.
    await soon(() => gold(page).getAttribute('aria-label')).toMatch(
      /^Gold, Closed, Opens Sunday 17:00 GMT-5,/,
    );
    await soon(() => gold(page).innerText()).toContain('Opens Sun 17:00');
    await visit(page, `${pages.deal}?symbol=xauusd`);
    await words(page, 'This market is closed. Opens Sunday 17:00 GMT-5').waitFor();
    await visit(page, `${pages.chart}?symbol=xauusd`);
    await words(page, 'Opens Sunday 17:00 GMT-5').first().waitFor();
    await visit(page, `${pages.contract}?symbol=xauusd`);
    await words(page, 'This market is closed. Opens Sunday 17:00 GMT-5').waitFor();
    expect(await control(page, 'button', /^Buy up/).isDisabled()).toBe(true);
    await visit(page, pages.futures);
    await soon(() => gold(page).getAttribute('aria-label')).toContain('Opens Sunday 17:00 GMT-5');
  },
);

ledStory('the opening time is in the language of the page', async ({ open, world }) => {
  const device = { timezoneId: 'Europe/Berlin', locale: 'de-DE' } as const;
  const page = await open(`${pages.deal}?symbol=xauusd`, { as: await world.member(), device });
  await untilLoaded(page);
  await words(page, 'Dieser Markt ist geschlossen. Öffnet Sonntag 23:00 MEZ').waitFor();
});

ledStory(
  'a recurring buy names its worst case, buys at its time in front of the member, and is paused',
  async ({ market, open, world }) => {
    market.quote('64000');
    const member = await world.member();
    const page = await open(pages.recurringBuys, { as: member });
    await words(page, 'Nothing set up').waitFor();
    await tap(page, 'New recurring buy', 'link');
    await untilPage(page, pages.recurringForm);
    await field(page, 'Sum in USDT').fill('100');
    await tap(page, 'Day', 'radio');
    await words(page, /every day at 09:00, we buy BTC for 100\.00 USDT at market/).waitFor();
    await words(page, /^If the market is more than 1% off the reference price/).waitFor();
    await tap(page, 'Start: 100.00 USDT every day');
    await untilPage(page, pages.recurringPlan);
    await untilToast(page, 'Recurring buy started');
    await words(page, '0 done, 0 skipped').waitFor();

    const { token } = member.session;
    const { plans } = await world.api.data('GET /recurring/list', {}, { token });
    market.passUntil(Date.parse(plans[0]!.nextAt));
    await words(page, /^BTC at 6\d,\d{3}\.\d+$/).waitFor();
    await words(page, '1 done, 0 skipped').waitFor();
    await tap(page, 'Receipt of BTC', 'link');
    await untilPage(page, pages.orderDetail);
    await words(page, 'Filled').first().waitFor();
    await page.goBack();
    await untilPage(page, pages.recurringPlan);
    await tap(page, 'Pause');
    await untilToast(page, 'Paused');
    await words(page, 'Paused by you').waitFor();
    await control(page, 'button', 'Resume').waitFor();
  },
);
