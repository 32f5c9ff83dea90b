/** Financial records: a withdrawal from hold to return, filtered, opened and exported. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { tap, untilPage, untilToast, words } from './support/hands.ts';
import { reject, submitWithdrawal, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { visit } from './support/waiting.ts';

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

story('posted amounts are shown with all digits, in every list', async ({ open, world }) => {
  const member = await withdrawingMember(world);
  await submitWithdrawal(world, member, '20.123456');
  const page = await open(pages.withdrawHistory, { as: member });
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.filter({ hasText: '20.123456' }).waitFor();
  await visit(page, `${pages.coinRecords}?coin=USDT`);
  await rows
    .filter({ hasText: /−20\.123456/ })
    .getByRole('button')
    .click();
  const sheet = page.getByRole('dialog', { name: 'Withdrawal' });
  await sheet.getByText(/^−20\.123456/).waitFor();
});

story('an export beyond the rate limit is complete', async ({ open, world }) => {
  const member = await world.member();
  const page = await open(`${pages.coinRecords}?coin=USDT`, {
    as: member,
    before: (fresh) =>
      fresh.route(
        /getUser_money_logList.*pageSize=100/,
        (route) => route.fulfill({ json: { code: 4024, msg: 'too often', data: { seconds: 1 } } }),
        { times: 1 },
      ),
  });
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'Export CSV file')]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
});

story('records of withdrawals are shown by status', async ({ open, world }) => {
  const member = await withdrawingMember(world);
  const [waiting, refused] = [
    await submitWithdrawal(world, member, '20'),
    await submitWithdrawal(world, member, '30'),
  ];
  const page = await open(pages.withdrawHistory, { as: member });
  const rows = page.getByRole('main').getByRole('listitem');
  await rows.nth(1).waitFor();
  await tap(page, 'Rejected');
  await words(page, 'No matching withdrawals').waitFor();
  await reject(world, refused.recordNo, 'The address belongs to another person.');
  await rows.filter({ hasText: '30.00' }).waitFor();
  expect(await rows.count()).toBe(1);
  await tap(page, 'Under review');
  await rows.filter({ hasText: '20.00' }).waitFor();
  expect(await rows.count()).toBe(1);
  expect(waiting.status).toBe(1);
});
