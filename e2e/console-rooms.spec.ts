/** The console's rooms beside the queue: customers, audit log, limits and fees, outbox. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { desk, openConsole, operator, OPERATOR_PASSWORD } from './support/console.ts';
import { answer, dialog, field, secret, tap, untilToast, words } from './support/hands.ts';
import { withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import { wear } from './support/themes.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

story(
  'a customer is found, frozen with a reason, and reads at once which office did it and why',
  async ({ open, world }) => {
    const support = await operator(world, 'support');
    const member = await world.member();
    const page = await openConsole(open, support, '/customers');
    await page.getByRole('searchbox', { name: 'Number, e-mail or phone' }).fill(member.email);
    await tap(page, 'Find');
    await page.getByRole('link', { name: String(member.session.user.ID), exact: true }).click();
    await heading(page, 'Balances').waitFor();
    const own = await open(pages.my, { as: member });
    await tap(own, 'What staff did', 'link');
    await words(own, 'Staff did nothing on your account').waitFor();
    // What this role may not do is not there to be tried.
    expect(await heading(page, 'Propose a credit or debit').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Verify identity' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Freeze' }).isDisabled()).toBe(true);
    const reason = 'The phone was reported stolen.';
    await field(page, 'Reason').fill(reason);
    await tap(page, 'Freeze');
    const question = dialog(page, `Freeze: ID ${member.session.user.ID}?`);
    await answer(question, 'Freeze');
    await page.getByText('Frozen until').waitFor();
    const act = words(own, 'Account frozen').locator('xpath=ancestor::article');
    await act.getByText(reason).waitFor();
    await act.getByText('Member care').waitFor();
    await act.getByText(/^Until /).waitFor();
    expect(await own.getByText(support.login).count()).toBe(0);
    await field(page, 'Reason').fill('The phone was found.');
    await tap(page, 'End the freeze');
    await answer(dialog(page, `End the freeze: ID ${member.session.user.ID}?`), 'End the freeze');
    await page.getByText('Frozen until').waitFor({ state: 'detached' });
  },
);

story('a credit is proposed by one person and booked by another', async ({ open, world }) => {
  const proposer = await operator(world, 'reviewer');
  const approver = await operator(world, 'approver');
  const member = await world.member();
  const id = String(member.session.user.ID);
  const total = async () => {
    const ask = { token: member.session.token };
    const { list } = await world.api.data('GET /user/mycoin', { cate: 1 }, ask);
    return list.find((row) => row.coinname === 'USDT')?.usdt;
  };
  const before = await total();
  const page = await openConsole(open, proposer, `/customers?id=${id}`);
  await field(page, 'Amount').fill('12.5');
  await field(page, 'Reason of the entry').fill('Paid twice by mistake.');
  await tap(page, 'Propose');
  await page.getByText('You gave the first approval').waitFor();
  expect(await total()).toBe(before);

  const other = await openConsole(open, approver, page.url().split('#')[1]);
  await tap(other, /^Claim/);
  await tap(other, /^Approve and carry out/);
  await answer(other.getByRole('alertdialog'), 'Approve');
  await untilToast(other, 'Approved and carried out');
  await soon(total).not.toBe(before);
});

story('the audit log is searched and taken along, the outbox read', async ({ open, world }) => {
  const auditor = await operator(world, 'auditor');
  const page = await openConsole(open, auditor, '/audit');
  await field(page, 'Operator').fill(auditor.login);
  await tap(page, 'Search');
  // A longer name may begin with this one.
  await page.getByRole('cell', { name: 'session.login' }).first().waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), tap(page, 'Export as CSV')]);
  expect(file.suggestedFilename()).toBe('audit-log.csv');

  const member = await world.member();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('searchbox', { name: 'Recipient' }).fill(member.email);
  await tap(page, 'Search');
  await page.getByRole('cell', { name: member.email }).first().waitFor();
});

story('a limit is proposed, agreed by a second person, and announced', async ({ open, world }) => {
  const proposer = await operator(world, 'reviewer');
  const approver = await operator(world, 'approver');
  const page = await openConsole(open, proposer, '/limits');
  await tap(page, 'Propose a change: withdrawal.targetHours');
  await field(page, 'New value').fill('30');
  await field(page, 'Reason').fill('More people withdraw than before.');
  await tap(page, 'Propose');
  await page.getByText('You gave the first approval').waitFor();
  const other = await openConsole(open, approver, page.url().split('#')[1]);
  await tap(other, /^Claim/);
  await tap(other, /^Approve and carry out/);
  await answer(other.getByRole('alertdialog'), 'Approve');
  await untilToast(other, 'Approved and carried out');
  await other.getByRole('link', { name: 'Limits and fees' }).click();
  await other.getByText('Announced').first().waitFor();
});

story('a ban ends by itself unless another person confirms it', async ({ open, world }) => {
  const one = await operator(world, 'support');
  const other = await operator(world, 'support');
  const member = await world.member();
  const path = `/customers?id=${member.session.user.ID}`;
  const page = await openConsole(open, one, path);
  await field(page, 'Reason').fill('The account was sold.');
  await tap(page, 'Ban');
  await answer(dialog(page, `Ban: ID ${member.session.user.ID}?`), 'Ban');
  await page.getByText(`by ${one.login}`).waitFor();
  expect(await page.getByRole('button', { name: 'Confirm the ban' }).count()).toBe(0);

  const second = await openConsole(open, other, path);
  await field(second, 'Reason').fill('I have seen the same.');
  await tap(second, 'Confirm the ban');
  const question = dialog(second, `Confirm the ban: ID ${member.session.user.ID}?`);
  await answer(question, 'Confirm the ban');
  await second.getByText('No end, two people agreed').waitFor();
});

story(
  'a colleague is made by two people and begins with half a code from each',
  async ({ open, world }) => {
    const proposer = await operator(world, 'approver', 'auditor');
    const approver = await operator(world, 'approver');
    const login = `new-${proposer.login}`;
    const page = await openConsole(open, proposer, '/operators');
    await field(page, 'Name to sign in with').fill(login);
    await page.getByRole('checkbox', { name: /^Support/ }).check();
    await field(page, 'Reason').fill('She answers members from Monday on.');
    await tap(page, 'Propose');
    await page.getByText('You gave the first approval').waitFor();
    const other = await openConsole(open, approver, page.url().split('#')[1]);
    await tap(other, /^Claim/);
    await tap(other, /^Approve and carry out/);
    await answer(other.getByRole('alertdialog'), 'Approve');
    await untilToast(other, 'Approved and carried out');

    const halves: string[] = [];
    for (const desktop of [page, other]) {
      await desktop.getByRole('link', { name: 'Operators' }).click();
      await tap(desktop, `Show my half for ${login}`);
      halves.push(await desktop.locator('main code').innerText());
    }
    const own = await open('/console', { device: desk });
    await tap(own, 'New here? Use your start code');
    await field(own, 'Operator').fill(login);
    await field(own, 'One half of the start code').fill('NOTTHEHALF');
    await field(own, 'The other half').fill(halves[1]!);
    await secret(own, 'New password').fill(OPERATOR_PASSWORD);
    await tap(own, 'Choose this password');
    await own.getByText('one of the halves is wrong').waitFor();
    await field(own, 'One half of the start code').fill(halves[0]!.toLowerCase());
    await tap(own, 'Choose this password');
    await own.getByText('Your password is set. Sign in with it.').waitFor();
    await field(own, 'Operator').fill(login);
    await secret(own, 'Password').fill(OPERATOR_PASSWORD);
    await tap(own, 'Sign in');
    await own.getByRole('heading', { name: 'Set up one-time codes' }).waitFor();
  },
);

story('every room passes the automatic checks in both themes', async ({ open, world }) => {
  const everyone = await operator(world, 'reviewer', 'approver', 'support', 'content', 'auditor');
  const member = await withdrawingMember(world);
  const page = await openConsole(open, everyone);
  const found: Record<string, string[]> = {};
  const rooms = {
    '/customers': 'Customers',
    [`/customers?id=${member.session.user.ID}`]: 'Records',
    '/audit': 'Audit log',
    '/limits': 'Limits and fees',
    '/limits?key=withdrawal.targetHours': 'Propose withdrawal.targetHours',
    '/limits?key=network.BTC.BTC': 'Propose a change of BTC · BTC',
    '/outbox': 'Outbox',
    '/announcements': 'Announcements',
    '/announcements?new=1': 'Write a new one',
    '/announcements?id=6': 'Terms',
    '/operators': 'Operators',
    '/operators?login=operator-1': 'Propose a change for operator-1',
  };
  for (const [path, title] of Object.entries(rooms)) {
    await page.evaluate((to) => {
      location.hash = to;
    }, `#${path}`);
    await heading(page, title).waitFor();
    await page.locator('main :is(table, dl)').first().waitFor();
    for (const theme of ['light', 'dark'] as const) {
      await wear(page, theme);
      const faults = await faultsOf(page);
      if (faults.length > 0) found[`${path}, ${theme}`] = faults;
    }
    await page.setViewportSize({ width: 375, height: 812 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 375) found[`${path} at 375`] = [`${width} wide`];
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  expect(found).toEqual({});
});
