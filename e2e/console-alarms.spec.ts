/** The console raises an alarm when an account wins more than chance allows; an operator reviews it with a reason. */
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { addEmbeddedContracts } from '../apps/server/tests/support/embedded-owner.ts';
import { outcomesOf } from '../apps/server/tests/support/past-contracts.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { openConsole, operator } from './support/console.ts';
import { dialog, tap, untilToast } from './support/hands.ts';
import { story } from './support/story.ts';
import { wear } from './support/themes.ts';

const CONTRACTS = 6_000;
/** Results are counted every ten seconds, the rail asks once a minute. */
const SOON = { timeout: 90_000 };

story(
  'an account that wins 64 % of its contracts raises an alarm, which is reviewed with a reason',
  async ({ open, world }) => {
    const reviewer = await operator(world, 'reviewer', 'auditor');
    const member = await world.member();
    const { ID } = member.session.user;
    // Of the last four days: enough of them are of this month or the last, however young the month is.
    const outcomes = outcomesOf(CONTRACTS, 0.64, ID);
    await addEmbeddedContracts(dirname(world.outboxFile), { memberId: ID, outcomes });

    const page = await openConsole(open, reviewer, '/alarms');
    const row = page.getByRole('link', { name: `ID ${ID}` });
    await row.waitFor(SOON);
    await page.getByRole('link', { name: /^Result alarms\s*\d+$/ }).waitFor(SOON);
    const line = page.getByRole('row', { name: new RegExp(`ID ${ID}.*Wins too much`) });
    expect(await line.textContent()).toMatch(/of [\d,]+at most [\d,]+/);
    await row.click();
    await page.getByText('Somebody may know prices before they are published').waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme);
      expect(await faultsOf(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tap(page, 'Mark as reviewed');
    const asked = dialog(page, 'Mark this alarm as reviewed?');
    await tap(asked, 'Mark reviewed');
    await asked.getByText('Write the reason first.').waitFor();
    await asked.getByLabel('Reason').fill('A bot on a slow source. Its market is paused.');
    await tap(asked, 'Mark reviewed');
    await untilToast(page, 'Marked as reviewed');
    await row.waitFor({ state: 'detached' });

    await page.getByText('Reviewed', { exact: true }).click();
    await page.getByRole('link', { name: `ID ${ID}` }).click();
    await page.getByText('A bot on a slow source. Its market is paused.').waitFor();
    await page.getByRole('link', { name: 'Open customer' }).click();
    await page.getByRole('heading', { name: `ID ${ID}` }).waitFor();
  },
);
