/** The console's rooms beside the queue: customers, audit log, limits and fees, outbox. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openConsole, operator, verifiedMember } from './support/console.ts';
import { answer, dialog, field, tap, untilToast } from './support/hands.ts';
import { soon, story } from './support/story.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

story(
  'a customer is found, frozen with a reason, and reads who did it',
  async ({ open, world }) => {
    const support = await operator(world, 'support');
    const member = await world.member();
    const page = await openConsole(open, support, '/customers');
    await field(page, 'Number, e-mail or phone').or(page.getByRole('searchbox')).fill(member.email);
    await tap(page, 'Find');
    await page.getByRole('link', { name: String(member.session.user.ID), exact: true }).click();
    await heading(page, 'Balances').waitFor();
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
    const ask = { token: member.session.token };
    const { list } = await world.api.data('GET /user/staffActions', {}, ask);
    expect(list.map((line) => line.reason)).toContain(reason);
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
  await field(page, 'Recipient').fill(member.email);
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

for (const theme of ['dark', 'light'] as const) {
  story(`every room passes the automatic checks, ${theme}`, async ({ open, world }) => {
    const everyone = await operator(world, 'reviewer', 'approver', 'support', 'auditor');
    const member = await verifiedMember(world, everyone);
    const page = await openConsole(open, everyone);
    await page.evaluate((name) => localStorage.setItem('tern.console.theme', name), theme);
    await page.reload();
    const found: Record<string, string[]> = {};
    const rooms = {
      '/customers': 'Customers',
      [`/customers?id=${member.session.user.ID}`]: 'Records',
      '/audit': 'Audit log',
      '/limits': 'Limits and fees',
      '/limits?key=withdrawal.targetHours': 'Propose withdrawal.targetHours',
      '/outbox': 'Outbox',
    };
    for (const [path, title] of Object.entries(rooms)) {
      await page.evaluate((to) => {
        location.hash = to;
      }, `#${path}`);
      await heading(page, title).waitFor();
      await page.locator('main table').first().waitFor();
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
        .analyze();
      const faults = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
      if (faults.length > 0) found[path] = faults;
      await page.setViewportSize({ width: 375, height: 812 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 375) found[`${path} at 375`] = [`${width} wide`];
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    expect(found).toEqual({});
  });
}
