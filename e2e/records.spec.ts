/** Financial records: a withdrawal from hold to return, filtered, opened and exported. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, untilPage, untilToast, words } from './support/hands.ts';
import { reject, submitWithdrawal, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';

story(
  'a withdrawal is one record, reserved, then returned, in the list and in the export',
  async ({ open, world }) => {
    const member = await withdrawingMember(world);
    const made = await submitWithdrawal(world, member, '100');
    const page = await open(`${pages.coinRecords}?coin=USDT`, { as: member });
    const rows = page.getByRole('main').getByRole('listitem');
    await tap(page, 'Withdrawal');
    await rows.filter({ hasText: /Withdrawal.*100\.00/s }).waitFor();
    expect(await rows.count()).toBe(1);
    await soon(() => rows.innerText()).toContain('9,900.00');

    await rows.getByRole('button').click();
    const sheet = page.getByRole('dialog', { name: 'Withdrawal' });
    await sheet.getByText('Reserved until it is paid out or returned').waitFor();
    await tap(sheet, 'View related record');
    await untilPage(page, pages.withdrawDetail);
    await words(page, made.recordNo).first().waitFor();
    await page.goBack();
    await untilPage(page, pages.coinRecords);

    await tap(page, 'More types');
    await tap(page.getByRole('dialog', { name: 'Choose a type' }), 'Withdrawal return');
    await words(page, 'No records yet').waitFor();
    await reject(world, made.recordNo, 'The address belongs to another person.');
    // The list updates live.
    await rows.filter({ hasText: /Withdrawal return.*100\.00/s }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'Export CSV file')]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(',USDT,Withdrawal return,100,10000,0,');
    await untilToast(page, '1 record saved');
  },
);
