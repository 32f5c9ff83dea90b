/** Deposits in the console: operators view the proof, acknowledge the warning and credit the deposit. */
import { expect } from 'vitest';
import { deposit, depositOf, openConsole, operator, readWarnings } from './support/console.ts';
import { answer, dialog, tap, untilToast } from './support/hands.ts';
import { soon, story } from './support/story.ts';

story(
  'two operators view the proof of a deposit and credit it; each view is logged',
  async ({ open, world }) => {
    const first = await operator(world, 'reviewer', 'auditor');
    const second = await operator(world, 'approver');
    const member = await world.member();
    // The same image was used for another deposit.
    await deposit(world, await world.member(), '20');
    const deposited = await deposit(world, member, '1500');
    const { recordNo } = deposited;
    const where = `/queue?search=${recordNo}`;

    const page = await openConsole(open, first, where);
    await page.locator('[data-review]', { hasText: recordNo }).click();
    const pane = page.getByRole('article', { name: `Deposit ${recordNo}` });
    await pane.getByText('The same image was used before').waitFor();
    await pane.getByText(/^\d of \d checks passed$/).click();
    await pane.getByRole('listitem').getByText('Address is the customer’s own').waitFor();
    expect(await page.getByRole('img', { name: 'Proof' }).count()).toBe(0);
    await tap(page, /^Show image/);
    const proof = page.getByRole('img', { name: 'Proof' });
    await proof.waitFor();
    const width = () => proof.evaluate((image) => image.getBoundingClientRect().width);
    const before = await width();
    expect(await proof.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600);
    await tap(page, 'Enlarge');
    await soon(width).toBeGreaterThan(before);
    await tap(page, 'Fit');

    await tap(pane, /^Claim/);
    await readWarnings(page);
    await tap(page, /^Approve, first of two/);
    await answer(dialog(page, `Approve ${recordNo}?`), 'Approve');
    await pane.getByText('You gave the first approval').waitFor();
    expect(await depositOf(world, member, deposited.ID)).toMatchObject({ status: 1, actual: null });

    const other = await openConsole(open, second, where);
    await other.locator('[data-review]', { hasText: recordNo }).click();
    await tap(other, /^Claim/);
    await readWarnings(other);
    await tap(other, /^Approve and carry out/);
    await answer(dialog(other, `Approve ${recordNo}?`), 'Approve');
    await untilToast(other, 'Approved and carried out');
    expect(await depositOf(world, member, deposited.ID)).toMatchObject({
      status: 2,
      actual: '1500',
    });

    const log = await openConsole(open, first, '/audit');
    await log.getByText(`viewed an image of deposit ${recordNo}`).first().waitFor();
  },
);
