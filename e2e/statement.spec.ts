/** Statements: found from Account; the present month is a sum that adds up, and has only a CSV before it is over. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, untilPage, words } from './support/hands.ts';
import { story } from './support/story.ts';

story(
  'the present month is to date, adds up, and has only a CSV to date',
  async ({ open, world }) => {
    const page = await open(pages.my, { as: await world.member() });
    await tap(page, /^Statements/, 'link');
    await untilPage(page, pages.statement);
    await words(page, /^To date, \d+ records?$/).waitFor();
    await tap(page, /To date/, 'link');
    await words(page, /^\d+ records?, adds up$/).waitFor();
    await words(page, /closed a day after it ends/).waitFor();
    expect(await page.getByRole('button', { name: 'PDF' }).count()).toBe(0);
    const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'CSV to date')]);
    expect(file.suggestedFilename()).toMatch(/-to-date\.csv$/);
  },
);
