/** Stuck transfers in the console: manual resolutions, and unmatched deposits. */
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  addEmbeddedUnmatched,
  haltWithdrawal,
} from '../apps/server/tests/support/embedded-owner.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { deposit, openConsole, operator, readWarnings } from './support/console.ts';
import { answer, dialog, tap, untilToast } from './support/hands.ts';
import { submitWithdrawal, withdrawalOf, withdrawingMember } from './support/reviewing.ts';
import { story } from './support/story.ts';
import { passTime } from '../apps/server/tests/support/pass-time.ts';

/** Gives the second approval in the queue. */
async function agree(page: Page, recordNo: string, isWarned = true): Promise<void> {
  await page.locator('[data-review]', { hasText: recordNo }).click();
  await tap(page, /^Claim/);
  if (isWarned) await readWarnings(page);
  await tap(page, /^Approve and carry out/);
  await answer(dialog(page, `Approve ${recordNo}?`), 'Approve');
  await untilToast(page, 'Approved and carried out');
}

/** The record number of the open review. */
async function recordOn(page: Page, kind: string): Promise<string> {
  const pane = page.getByRole('article', { name: new RegExp(`^${kind} `) });
  await pane.waitFor();
  const [, recordNo] = /([A-Z]-\d+)/.exec((await pane.getAttribute('aria-label')) ?? '') ?? [];
  if (recordNo === undefined) throw new Error(`no record of a ${kind} is shown`);
  return recordNo;
}

story(
  'two people return a withdrawal without an answer from its rail, and the member sees why',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer');
    const second = await operator(world, 'approver');
    const member = await withdrawingMember(world);
    const { ID, recordNo } = await submitWithdrawal(world, member);
    await haltWithdrawal(dirname(world.outboxFile), ID);

    const page = await openConsole(open, first, '/queue');
    await page.getByRole('link', { name: /^Stuck transfers/ }).click();
    await page.getByRole('link', { name: recordNo }).click();
    await page.getByText('the node got no answer').waitFor();
    const propose = page.getByRole('button', { name: 'Propose' });
    await page.getByLabel('Inner reason').fill('The network never saw it.');
    // No answer is preselected.
    expect(await propose.isDisabled()).toBe(true);
    await page.getByRole('radio', { name: /^Never sent/ }).check();
    await tap(page, 'Propose');
    await untilToast(page, 'Proposed, waiting for a second person');
    const resolutionNo = await recordOn(page, 'Stuck withdrawal');
    await page.getByText('You gave the first approval').waitFor();
    expect(await withdrawalOf(world, member, ID)).toMatchObject({ status: 1 });

    const other = await openConsole(open, second, `/queue?search=${resolutionNo}`);
    await agree(other, resolutionNo, false);
    expect(await withdrawalOf(world, member, ID)).toMatchObject({
      status: 3,
      reason: 'Our staff resolved this transfer manually.',
    });
    const phone = await open('/pages/user/staff', { as: member });
    await phone.getByText('Our staff resolved this transfer manually.').waitFor();
    await phone.getByText(`Withdrawal resolved manually ${resolutionNo}`).waitFor();
  },
);

story(
  'two people credit an unmatched deposit to a member and set another one aside',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer');
    const second = await operator(world, 'approver');
    const member = await world.member();
    const { user, token } = member.session;
    const [theirs, dust] = [`e2e-theirs-${user.ID}`, `e2e-dust-${user.ID}`];
    for (const reference of [theirs, dust]) {
      await addEmbeddedUnmatched(dirname(world.outboxFile), reference);
    }

    const page = await openConsole(open, first, `/chain?search=${theirs}`);
    await page.getByRole('link', { name: /40\.00 USDT.*Unknown address/ }).click();
    await page.getByText(`tx ${theirs}`).waitFor();
    await page.getByRole('radio', { name: /^Another customer/ }).check();
    await page.getByLabel('Customer ID').fill(String(user.ID));
    await page.getByLabel('Inner reason').fill('You showed us the receipt.');
    await tap(page, 'Propose');
    const creditNo = await recordOn(page, 'Unmatched deposit');
    const other = await openConsole(open, second, `/queue?search=${creditNo}`);
    await agree(other, creditNo, false);
    const ask = { token };
    const { list } = await world.api.data('GET /recharge/myRechargeList', {}, ask);
    expect(list[0]).toMatchObject({ type: 2, status: 2, actual: '40', txid: `tx ${theirs}` });

    const again = await openConsole(open, first, `/chain?search=${dust}`);
    await again.getByRole('link', { name: /40\.00 USDT/ }).click();
    await again.getByRole('radio', { name: /^Not a customer’s deposit/ }).check();
    await again.getByLabel('Inner reason').fill('Dust.');
    // One refetch is slow, while another has already unmounted the form.
    await again.route('**/operator/review/counts', async (route) => {
      await passTime(1_000, 'one answer is slow');
      await route.continue();
    });
    await tap(again, 'Propose');
    const dustNo = await recordOn(again, 'Unmatched deposit');
    const last = await openConsole(open, second, `/queue?search=${dustNo}`);
    await agree(last, dustNo, false);
    const settled = await openConsole(open, first, `/chain?show=settled&search=${user.ID}`);
    await settled.getByRole('link', { name: /Credited/ }).waitFor();
    await settled.getByRole('link', { name: /Set aside/ }).waitFor();

    const phone = await open('/pages/bitcoin/paymentHistory', { as: member });
    await phone
      .getByText(/Detected on the network/)
      .first()
      .waitFor();
  },
);

story(
  'the console suggests owners of an unmatched deposit, with reasons, and preselects none',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer');
    const member = await world.member();
    const id = member.session.user.ID;
    const { recordNo } = await deposit(world, member, '40');
    const reference = `e2e-candidates-${id}`;
    await addEmbeddedUnmatched(dirname(world.outboxFile), reference);

    const page = await openConsole(open, first, `/chain?ref=${reference}`);
    await page.getByText('Who might it belong to?').waitFor();
    const candidate = page.getByRole('radio', { name: new RegExp(`ID ${id}`) });
    await candidate.waitFor();
    await page.getByText(new RegExp(`announced on TRC20, ${recordNo}:`)).waitFor();
    await page.getByText('3 of 4 agree: amount, coin and network, time').first().waitFor();
    const answers = page.getByRole('group', { name: 'Who might it belong to?' });
    expect(await answers.getByRole('radio').count()).toBeGreaterThan(2);
    expect(await answers.getByRole('radio', { checked: true }).count()).toBe(0);
    const propose = page.getByRole('button', { name: 'Propose' });
    await page.getByLabel('Inner reason').fill('They named the sending address.');
    expect(await propose.isDisabled()).toBe(true);
    await candidate.check();
    await page.getByRole('link', { name: 'Open customer' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await propose.click();
    const creditNo = await recordOn(page, 'Unmatched deposit');
    await page
      .getByRole('article', { name: new RegExp(creditNo) })
      .getByText(String(id))
      .first()
      .waitFor();
  },
);
