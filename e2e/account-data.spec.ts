/** A member's data: found from Security, prepared with the password, downloaded once; and what is left in the account. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { secret, tap, untilPage, untilToast, words } from './support/hands.ts';
import { story } from './support/story.ts';
import { PASSWORD } from './support/world.ts';

story(
  'everything we hold is downloaded as a ZIP, and an account with money says what is left',
  async ({ open, world }) => {
    const page = await open(pages.security, { as: await world.member() });
    await tap(page, /^Data and account/, 'link');
    await untilPage(page, pages.accountData);
    await tap(page, 'Prepare download');
    const sheet = page.getByRole('dialog', { name: 'Prepare download' });
    await secret(sheet, 'Your login password').fill(PASSWORD);
    await tap(sheet, 'Prepare');
    const saved = page.waitForEvent('download');
    await tap(page, 'Download ZIP');
    await untilToast(page, 'Download started');
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^tern-\d+-\d{4}-\d\d-\d\d\.zip$/);
    const bytes = await readFile(await download.path());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('json/profile.json')).toBe(true);

    await words(page, 'First, empty your account').waitFor();
    await tap(page, /^Available.*USDT$/, 'link');
    await untilPage(page, pages.assets);
  },
);
