/** The console's other screens: customers, audit log, limits and fees, outbox, operators. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import {
  desktop,
  openConsole,
  operator,
  OPERATOR_PASSWORD,
  operatorCall,
} from './support/console.ts';
import { answer, dialog, field, secret, tap, untilToast, words } from './support/hands.ts';
import { withdrawingMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

story(
  'an operator finds and freezes a customer, who immediately sees which team did it and why',
  async ({ open, world }) => {
    const support = await operator(world, 'support');
    const member = await world.member();
    const page = await openConsole(open, support, '/customers');
    const search = page.getByRole('searchbox', { name: 'ID, name, email or phone' });
    await search.fill(member.email);
    await search.press('Enter');
    await page.getByRole('link', { name: String(member.session.user.ID), exact: true }).click();
    await heading(page, 'Balances').waitFor();
    const own = await open(pages.my, { as: member });
    await tap(own, /^Staff activity/, 'link');
    await words(own, 'No staff activity yet').waitFor();
    // Actions that the role does not allow are hidden.
    expect(await page.getByRole('button', { name: 'Propose a credit or debit' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Lift the freeze' }).count()).toBe(0);
    const reason = 'The phone was reported stolen.';
    await tap(page, 'Freeze account');
    const question = dialog(page, `Freeze account: ID ${member.session.user.ID}?`);
    await field(question, 'Inner reason').fill(reason);
    // A stop for suspicion would be lifted by two people.
    await question.getByRole('checkbox', { name: /^The reason is suspicion/ }).uncheck();
    await answer(question, 'Freeze account');
    await page.getByText('Frozen until').waitFor();
    const act = words(own, 'Account frozen').locator('xpath=ancestor::article');
    await act.getByText('Your account is restricted. If you need help, contact us.').waitFor();
    expect(await own.getByText(reason).count()).toBe(0);
    await act.getByText('Customer support').waitFor();
    await act.getByText(/^Until /).waitFor();
    expect(await own.getByText(support.login).count()).toBe(0);
    await tap(page, 'Lift the freeze');
    const ending = dialog(page, `Lift the freeze: ID ${member.session.user.ID}?`);
    await field(ending, 'Inner reason').fill('The phone was found.');
    await answer(ending, 'Lift the freeze');
    await page.getByText('Frozen until').waitFor({ state: 'detached' });
  },
);

story(
  'a customer’s page shows deposits and withdrawals, and a new note appears in the audit log',
  async ({ open, world }) => {
    const support = await operator(world, 'support', 'auditor');
    const member = await world.member();
    const id = member.session.user.ID;
    await world.bid(member, { symbol: 'btcusdt', share: '0.95', spend: '20' });
    const page = await openConsole(open, support, `/customers?id=${id}`);
    const flows = page.getByRole('table', { name: 'Money in and out' });
    await flows.getByRole('row', { name: /^USDT 10,000\.00 .*10,000\.00$/ }).waitFor();
    await page.getByText('Open orders').waitFor();
    await page.getByText('No notes yet.').waitFor();
    await page.keyboard.press('n');
    const asked = dialog(page, `Add a note on ID ${id}?`);
    await field(asked, 'Note').fill('Joint account, letter on file.');
    await answer(asked, 'Add note');
    await untilToast(page, 'Note added');
    const note = page.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    await note.getByText('Joint account, letter on file.').waitFor();
    await note.getByText(support.login).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const log = await openConsole(open, support, `/audit?memberId=${id}`);
    await log.getByRole('link', { name: `added a note on ID ${id}` }).waitFor();
    await log.getByText(/hash chain verified up to entry [\d,]+ at \d\d:\d\d:\d\d/).waitFor();
    expect(await faultsOf(log)).toEqual([]);
  },
);

story(
  'the audit log shows sentences and changes, and can be filtered and exported',
  async ({ open, world }) => {
    const auditor = await operator(world, 'auditor', 'support');
    const member = await world.member();
    const { ID } = member.session.user;
    const token = auditor.session.token;
    const freeze = { ID, act: 'freeze' as const, reason: 'The phone was stolen.', hours: 24 };
    await operatorCall(world, 'GET /operator/customer/find', { input: { ID }, token });
    await operatorCall(world, 'GET /operator/customer/records', { input: { ID }, token });
    await operatorCall(world, 'POST /operator/customer/setStanding', { input: freeze, token });

    const page = await openConsole(open, auditor, `/audit?login=${auditor.login}`);
    await page.getByText('logged in with a one-time code').waitFor();
    const frozen = page.getByRole('link', { name: `froze ID ${ID}` });
    await frozen.getByText('“The phone was stolen.”').waitFor();
    await page.getByText(`viewed ID ${ID}: records`).getByText('2 views').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/[{}]|::ffff:|customer\.view/);

    await frozen.click();
    await page.getByRole('row', { name: /^Account Not frozen Frozen until / }).waitFor();
    await page.getByText('Visible to the customer').waitFor();
    await page.getByRole('radio', { name: 'Changes only' }).click();
    await page.getByText(`viewed ID ${ID}`).first().waitFor({ state: 'detached' });
    await frozen.waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('x');
    await soon(() => page.url()).toMatch(/#\/audit$/);
    const search = page.getByRole('searchbox', { name: 'Customer ID' });
    await search.fill(String(ID));
    await search.press('Enter');
    await page.getByText('logged in with a one-time code').first().waitFor({ state: 'detached' });
    await page.locator('h1').click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('e')]);
    expect(file.suggestedFilename()).toBe('audit-log.csv');
  },
);

story(
  'rows open wherever they are pressed, and keys move through them on every screen',
  async ({ open, world }) => {
    const everyone = await operator(world, 'reviewer', 'approver', 'support', 'auditor');
    const member = await withdrawingMember(world);
    const { ID } = member.session.user;
    const page = await openConsole(open, everyone, `/customers?search=${ID}`);
    const cells = page.getByRole('row', { name: String(ID) }).getByRole('cell');
    // The last column, far from the link's text.
    const last = (await cells.nth(4).boundingBox())!;
    await page.mouse.click(last.x + last.width - 8, last.y + last.height / 2);
    await heading(page, `ID ${ID}`).waitFor();
    const top = async (name: string) => (await heading(page, name).boundingBox())?.y ?? 0;
    expect(await top('Timeline')).toBeLessThan(800);

    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await heading(page, 'Customers').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type(String(ID));
    await page
      .getByRole('option', { name: String(ID) })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await heading(page, `ID ${ID}`).waitFor();

    await page.getByRole('link', { name: 'Limits and fees', exact: true }).click();
    const row = page.getByRole('row', { name: /^USDT TRC20/ });
    await row.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('No changes announced.').waitFor();
    const figures = await row
      .getByRole('cell')
      .evaluateAll((all) => all.slice(1, 6).map((cell) => getComputedStyle(cell).textAlign));
    expect(figures).toEqual(['right', 'right', 'right', 'right', 'right']);
  },
);

story(
  'two people create an operator, who starts with half a code from each',
  async ({ open, world }) => {
    const proposer = await operator(world, 'approver', 'auditor');
    const approver = await operator(world, 'approver');
    const login = `new-${proposer.login}`;
    const page = await openConsole(open, proposer, '/operators');
    await tap(page, 'New operator', 'link');
    await field(page, 'Login name').fill(login);
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
      await desktop.getByRole('link', { name: 'Operators', exact: true }).click();
      await tap(desktop, `Show my half for ${login}`);
      halves.push(await desktop.locator('main code').innerText());
    }
    const own = await open('/console', { device: desktop });
    await tap(own, 'New here? Use your start code');
    await field(own, 'Operator').fill(login);
    await field(own, 'One half of the start code').fill('NOTTHEHALF');
    await field(own, 'The other half').fill(halves[1]!);
    await secret(own, 'New password').fill(OPERATOR_PASSWORD);
    await tap(own, 'Set password');
    await own.getByText('one of the halves is wrong').waitFor();
    await field(own, 'One half of the start code').fill(halves[0]!.toLowerCase());
    await tap(own, 'Set password');
    await own.getByText('Your password is set. Log in with it.').waitFor();
    await field(own, 'Operator').fill(login);
    await secret(own, 'Password').fill(OPERATOR_PASSWORD);
    await tap(own, 'Log in');
    await own.getByRole('heading', { name: 'Set up one-time codes' }).waitFor();
  },
);
