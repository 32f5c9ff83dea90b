/** The operators' console: sign-in, two approvals, rejection, and shortcuts. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codeAt } from '../apps/server/tests/support/operator-client.ts';
import { checksOf } from './support/automatic-checks.ts';
import {
  desktop,
  newOperator,
  openConsole,
  operator,
  OPERATOR_PASSWORD,
  operatorCall,
  readWarnings,
  showNew,
} from './support/console.ts';
import { answer, dialog, field, secret, tap, untilToastGone } from './support/hands.ts';
import { plugAuthenticator } from './support/second-factors.ts';
import { submitWithdrawal, withdrawalOf, withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';
import type { World } from './support/world.ts';

const row = (page: Page, recordNo: string) => page.locator('[data-review]', { hasText: recordNo });
const pane = (page: Page, recordNo: string) =>
  page.getByRole('article', { name: `Withdrawal ${recordNo}` });

/** A second person agrees to the key that an operator added. */
async function agreeToKey(world: World, login: string): Promise<void> {
  const { token } = (await operator(world, 'approver')).session;
  const kind = 'operatorKey';
  const { list } = await operatorCall(world, 'GET /operator/review/list', {
    input: { kind },
    token,
  });
  for (const { ID } of list) {
    const { rereview } = await operatorCall(world, 'GET /operator/review/find', {
      input: { ID },
      token,
    });
    if (rereview.facts['login'] !== login) continue;
    await operatorCall(world, 'POST /operator/review/claim', { input: { ID }, token });
    const { hash } = rereview;
    const input = { ID, stage: 'second', hash } as const;
    await operatorCall(world, 'POST /operator/review/approve', { input, token });
  }
}

story(
  'an operator sets up one-time codes at the first sign-in, saves the recovery codes, and signs in with a passkey later',
  async ({ open, world }) => {
    const login = await newOperator(world, ['reviewer']);
    const page = await open('/console', { device: desktop });
    await field(page, 'Operator').fill(login);
    await secret(page, 'Password').fill('not the password');
    await tap(page, 'Log in');
    await page
      .getByRole('alert')
      .getByText(/password/i)
      .waitFor();
    await secret(page, 'Password').fill(OPERATOR_PASSWORD);
    await tap(page, 'Log in');
    await page.getByRole('heading', { name: 'Set up one-time codes' }).waitFor();
    const typed = await page.locator('code').first().innerText();
    await field(page, 'First code').fill(codeAt(Date.now(), typed));
    await tap(page, 'Confirm');
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor();
    const [recoveryCode = '', secondCode = ''] = await page.locator('li code').allInnerTexts();
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox').check();
    await tap(page, 'Continue');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();
    await tap(page, 'Log out');
    await field(page, 'Operator').fill(login);
    await secret(page, 'Password').fill(OPERATOR_PASSWORD);
    await field(page, 'One-time code').fill(recoveryCode);
    await tap(page, 'Log in');
    await page.getByRole('heading', { name: 'Queue' }).waitFor();

    await plugAuthenticator(page);
    await page.getByRole('link', { name: 'Your account' }).click();
    await tap(page, 'Add a passkey');
    const adding = dialog(page, 'Add a passkey or security key?');
    await field(adding, 'Name').fill('blue key');
    await field(adding, 'Code of your authenticator').fill(secondCode);
    await answer(adding, 'Add a passkey');
    await page.getByRole('button', { name: 'Withdraw blue key' }).waitFor();
    await agreeToKey(world, login);
    await tap(page, 'Log out');
    await field(page, 'Operator').fill(login);
    await secret(page, 'Password').fill(OPERATOR_PASSWORD);
    await tap(page, 'Log in');
    await page.getByRole('link', { name: 'Your account' }).waitFor();
  },
);

story(
  'two operators approve a withdrawal, and the member sees it sent',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer');
    const second = await operator(world, 'approver');
    const member = await withdrawingMember(world);
    const firstPage = await openConsole(open, first);
    const secondPage = await openConsole(open, second);
    await firstPage.getByRole('heading', { name: 'Queue' }).waitFor();
    const made = await submitWithdrawal(world, member);
    const { recordNo } = made;

    // The queue is live: no reload is needed.
    await showNew(firstPage, row(firstPage, recordNo));
    await row(firstPage, recordNo).click();
    await tap(pane(firstPage, recordNo), /^Claim/);
    await readWarnings(firstPage);
    await tap(firstPage, /^Approve, first of two/);
    const question = dialog(firstPage, `Approve ${recordNo}?`);
    await question.getByText('Nothing happens until a second person approves').waitFor();
    await answer(question, 'Approve');
    await pane(firstPage, recordNo).getByText('You gave the first approval').waitFor();
    expect(await withdrawalOf(world, member, made.ID)).toMatchObject({
      status: 1,
      isApproved: false,
    });

    await showNew(secondPage, row(secondPage, recordNo));
    await row(secondPage, recordNo).getByText('1 of 2 approvals').waitFor();
    await row(secondPage, recordNo).click();
    await tap(pane(secondPage, recordNo), /^Claim/);
    await readWarnings(secondPage);
    await tap(secondPage, /^Approve and carry out/);
    await answer(dialog(secondPage, `Approve ${recordNo}?`), 'Approve');
    await pane(secondPage, recordNo).getByText('Approved').first().waitFor();
    await soon(async () => (await withdrawalOf(world, member, made.ID)).status).toBe(2);
    await row(firstPage, recordNo).waitFor({ state: 'detached' });
  },
);

story('reviews can be decided with shortcuts alone', async ({ open, world }) => {
  const reviewer = await operator(world, 'reviewer', 'approver');
  const member = await withdrawingMember(world);
  const made = await submitWithdrawal(world, member);
  const page = await openConsole(open, reviewer, '/queue?kind=withdrawal');
  await row(page, made.recordNo).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys' }).waitFor();
  await page.keyboard.press('Escape');
  // The queue's own search: a number finds its record, and an emptied one shows what waits again.
  const search = page.getByRole('searchbox', { name: 'Name, record or address' });
  await search.fill(made.recordNo);
  await search.press('Enter');
  await page.waitForURL((url) => url.hash.includes(`search=${made.recordNo}`));
  await expect.poll(() => page.locator('[data-review]').count()).toBe(1);
  await tap(page, 'Clear Name, record or address');
  await page.waitForURL((url) => !url.hash.includes('search='));
  await row(page, made.recordNo).waitFor();
  // J goes to the first row, X marks it.
  await page.locator('[data-review]').first().focus();
  await page.keyboard.press('x');
  await page.getByText('1 marked').waitFor();
  await tap(page, 'Clear the marks');
  await page.keyboard.press('/');
  await page.keyboard.type(made.recordNo);
  await page.getByRole('option', { name: made.recordNo }).first().waitFor();
  await page.keyboard.press('Enter');
  await pane(page, made.recordNo).waitFor();
  await page.keyboard.press('c');
  await page.getByRole('button', { name: /^Release/ }).waitFor();
  await page.keyboard.press('n');
  await page.keyboard.type('Asked for by mistake.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('r');
  await dialog(page, `Reject ${made.recordNo}?`).waitFor();
  await page.keyboard.press('Enter');
  await pane(page, made.recordNo).getByText('Rejected').first().waitFor();
  expect(await withdrawalOf(world, member, made.ID)).toMatchObject({
    status: 3,
    reason: expect.stringMatching(/^We couldn’t carry out this withdrawal/),
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlaps = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** As if the reviews of one kind were the only ones: the kinds that wait under others are shown too, and take room. */
const onlyKind = (kind: string) => (page: Page) =>
  page.route('**/operator/review/counts', async (route) => {
    const answer = await (await route.fetch()).json();
    for (const counted of answer.data.kinds) {
      if (counted.kind !== kind) Object.assign(counted, { first: 0, second: 0, held: 0 });
    }
    await route.fulfill({ json: answer });
  });

story(
  'on a small window every screen has a visible link, and no toast covers the claim or a button',
  async ({ open, world }) => {
    const everyone = await operator(world, 'reviewer', 'approver', 'support', 'content', 'auditor');
    const member = await withdrawingMember(world);
    const made = await submitWithdrawal(world, member);
    const page = await openConsole(
      open,
      everyone,
      `/queue?search=${made.recordNo}`,
      onlyKind('withdrawal'),
    );
    await row(page, made.recordNo).click();
    const rail = page.getByRole('navigation', { name: 'Console' });
    await rail.getByRole('button', { name: /empty kinds?$/ }).waitFor();
    expect(await rail.getByText('0', { exact: true }).count()).toBe(0);
    const last = await rail.getByRole('link', { name: 'Operators', exact: true }).boundingBox();
    expect(last!.y + last!.height).toBeLessThan(740);

    await tap(pane(page, made.recordNo), /^Claim/);
    const message = page.getByRole('status').getByText('Claimed', { exact: true });
    const said = (await message.boundingBox())!;
    const end = pane(page, made.recordNo).getByText(/^Yours until \d\d:\d\d$/);
    await end.waitFor();
    const covered: string[] = [];
    for (const part of [end, ...(await page.getByRole('button').all())]) {
      const box = await part.boundingBox();
      if (box !== null && overlaps(box, said)) covered.push(await part.innerText());
    }
    expect(covered).toEqual([]);

    const note = field(page, 'Inner reason');
    const height = async () => (await note.boundingBox())!.height;
    const before = await height();
    await note.fill('One line\nand another\nand a third\nand a fourth\nand a fifth.');
    expect(await height()).toBeGreaterThan(before + 40);
    await note.fill('A line.\n'.repeat(40));
    expect(await height()).toBeLessThan(240);
    const approve = await page.getByRole('button', { name: /^Approve/ }).boundingBox();
    expect(approve!.y + approve!.height).toBeLessThanOrEqual(800);
  },
);

story('the console passes the automatic checks', async ({ open, world }) => {
  const reviewer = await operator(world, 'reviewer', 'approver', 'support', 'auditor');
  const member = await withdrawingMember(world);
  const made = await submitWithdrawal(world, member);
  const page = await openConsole(open, reviewer, '/queue?kind=withdrawal');
  const { found, check } = checksOf(page);
  await row(page, made.recordNo).click();
  await pane(page, made.recordNo).waitFor();
  await tap(pane(page, made.recordNo), /^Claim/);
  await page.getByRole('button', { name: /^Release/ }).waitFor();
  await page.setViewportSize({ width: 375, height: 812 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.setViewportSize({ width: 1280, height: 800 });
  await untilToastGone(page, 'Claimed');
  await check('a claimed review');
  await tap(page, 'Log out');
  await page.getByRole('heading', { name: 'Log in' }).waitFor();
  await check('the sign-in');
  expect(found).toEqual({});
});
