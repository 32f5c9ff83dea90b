/** Wires in the console: an operator records the receipt, and two people credit it. */
import { expect } from 'vitest';
import { openConsole, operator, readWarnings } from './support/console.ts';
import { answer, dialog, tap, untilToast } from './support/hands.ts';
import { withdrawingMember } from './support/reviewing.ts';
import { story } from './support/story.ts';

story(
  'an operator records the receipt of a wire, and two people credit that amount',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer');
    const second = await operator(world, 'approver');
    const ask = { token: (await withdrawingMember(world)).session.token };
    const input = { cate: 2, coin: 'USD', num: '6000', email: 'kim@tern.test' };
    const { recharge } = await world.api.data('POST /recharge/createRecharge', input, ask);
    const { recordNo } = recharge;
    const where = `/queue?search=${recordNo}`;

    const page = await openConsole(open, first, where);
    await page.locator('[data-review]', { hasText: recordNo }).click();
    const pane = page.getByRole('article', { name: `Fiat deposit ${recordNo}` });
    await pane.getByText('No receipt recorded yet').waitFor();
    expect(await page.getByText('Payment received').count()).toBe(0);
    await tap(pane, /^Claim/);
    await page.getByLabel('Amount in USD').fill('5980.50');
    await page.getByLabel('Reference in the bank statement').fill(`MT103-${recordNo}`);
    await page.getByLabel('Payer in the bank statement').fill('Kim Tester');
    await tap(page, 'Record receipt');
    await untilToast(page, 'Receipt recorded');
    await pane.getByText('The amount that arrived differs').waitFor();
    await tap(page, 'I’ve reviewed them');
    await readWarnings(page);
    await tap(page, /^Approve, first of two/);
    await answer(dialog(page, `Approve ${recordNo}?`), 'Approve');
    await pane.getByText('You gave the first approval').waitFor();

    const other = await openConsole(open, second, where);
    await other.locator('[data-review]', { hasText: recordNo }).click();
    await tap(other, /^Claim/);
    await readWarnings(other);
    await tap(other, /^Approve and carry out/);
    await answer(dialog(other, `Approve ${recordNo}?`), 'Approve');
    await untilToast(other, 'Approved and carried out');
    const { rewire } = await world.api.data('GET /recharge/findWire', { ID: recharge.ID }, ask);
    expect(rewire).toMatchObject({ status: 2, received: '5980.5' });
  },
);
