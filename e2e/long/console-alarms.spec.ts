/** Result alarms in the console: an account wins more than chance explains, and an operator reviews the alarm. */
import { dirname } from 'node:path';
import { expect } from 'vitest';
import { addEmbeddedContracts } from '../../apps/server/tests/support/embedded-owner.ts';
import { outcomesOf } from '../../apps/server/tests/support/past-contracts.ts';
import { faultsInBothThemes } from '../support/automatic-checks.ts';
import { openConsole, operator } from '../support/console.ts';
import { dialog, tap, untilToast } from '../support/hands.ts';
import { soon, story } from '../support/story.ts';

const CONTRACTS = 6_000;
/** Results are counted every ten seconds. */
const SOON = { timeout: 30_000 };

story(
  'an account that wins 64 % of its contracts raises an alarm, which is reviewed with a reason',
  async ({ open, world }) => {
    const reviewer = await operator(world, 'reviewer', 'auditor');
    const member = await world.member();
    const { ID } = member.session.user;
    // Spread over the last four days, so that enough fall into this month or the previous one on any date.
    const outcomes = outcomesOf(CONTRACTS, 0.64, ID);
    await addEmbeddedContracts(dirname(world.outboxFile), { memberId: ID, outcomes });

    const page = await openConsole(open, reviewer, '/alarms');
    const row = page.getByRole('link', { name: `ID ${ID}` });
    await row.waitFor(SOON);
    // The rail asks once a minute, and when the console opens.
    await page.reload();
    await page.getByRole('link', { name: /^Result alarms\s*\d+$/ }).waitFor();
    const line = page.getByRole('row', { name: new RegExp(`ID ${ID}.*Wins too much`) });
    await soon(() => line.textContent()).toMatch(/of [\d,]+at most [\d,]+/);
    await row.click();
    await page.getByText('This customer may know prices before they are published').waitFor();
    expect(await faultsInBothThemes(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 812 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    await page.setViewportSize({ width: 1280, height: 800 });
    await tap(page, 'Mark as reviewed');
    const asked = dialog(page, 'Mark this alarm as reviewed?');
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
