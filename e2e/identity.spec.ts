/** Identity: asked for before anything is typed, sent from the phone, decided by two operators, shown at once. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { photo } from '../apps/server/tests/support/identities.ts';
import { type Operator, openConsole, operator, readWarnings } from './support/console.ts';
import {
  answer,
  control,
  dialog,
  field,
  tap,
  untilPage,
  untilToast,
  words,
} from './support/hands.ts';
import { soon, type Open, story } from './support/story.ts';

/** Chooses a photograph from the library: pictures of different seeds have nothing in common. */
async function choosePhoto(page: Page, side: string, seed: number): Promise<void> {
  await tap(page, side);
  const sheet = page.getByRole('dialog', { name: side });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo(seed) };
  await sheet.getByLabel('Choose an image', { exact: true }).setInputFiles(file);
  await sheet.waitFor({ state: 'hidden' });
}

/** Opens the documents in the console, views the front, claims them and acknowledges what the checks found. */
async function lookAt(open: Open, who: Operator, recordNo: string): Promise<[Page, Locator]> {
  const page = await openConsole(open, who, `/queue?search=${recordNo}`);
  await page.locator('[data-review]', { hasText: recordNo }).click();
  const pane = page.getByRole('article', { name: `Identity ${recordNo}` });
  await tap(pane, /^Show image.*Front$/);
  await pane.getByRole('img', { name: 'Front' }).waitFor();
  await tap(pane, /^Claim/);
  await readWarnings(page);
  return [page, pane];
}

story(
  'a member verifies on the way to a withdrawal: three photographs, two operators, and the form opens automatically',
  async ({ open, world }) => {
    const member = await world.member();
    const page = await open(`${pages.withdraw}?coin=USDT`, { as: member });
    await words(page, 'Verify your identity to withdraw').waitFor();
    expect(await field(page, 'Amount in USDT').isDisabled()).toBe(true);
    await tap(page, 'Verify identity');
    await untilPage(page, pages.realName);

    await field(page, 'Full name, as on the document').fill('Mika Kovač');
    await page.getByLabel('Date of birth', { exact: true }).fill('1990-03-21');
    await field(page, 'Home address').fill('Seeweg 1, 8000 Zürich');
    await field(page, 'Document number').fill('X1234567');
    for (const label of [
      'Nationality, as on the document',
      'Country where you live',
      'Country where you pay tax',
    ])
      await page.getByLabel(label, { exact: true }).selectOption('CH');
    await page.getByRole('checkbox', { name: /^My tax residence/ }).check();
    await choosePhoto(page, 'Front side', 71);
    await choosePhoto(page, 'Back side', 72);
    await choosePhoto(page, 'You, holding it', 73);
    await soon(() => page.getByRole('progressbar').count()).toBe(0);
    await tap(page, 'Submit for review');
    await words(page, 'We’re reviewing your identity').waitFor();
    const { token } = member.session;
    const { reuser_card } = await world.api.data('GET /user_card/findMyUser_card', {}, { token });
    const recordNo = reuser_card?.recordNo ?? '';

    const [first, pane] = await lookAt(open, await operator(world, 'reviewer'), recordNo);
    await tap(first, /^Approve, first of two/);
    await answer(dialog(first, `Approve ${recordNo}?`), 'Approve');
    await pane.getByText('You gave the first approval').waitFor();
    await words(page, 'We’re reviewing your identity').waitFor();

    const [second] = await lookAt(open, await operator(world, 'approver'), recordNo);
    await tap(second, /^Approve and carry out/);
    await answer(dialog(second, `Approve ${recordNo}?`), 'Approve');
    await untilToast(second, 'Approved and carried out');
    await words(page, 'Your identity is verified').waitFor();

    await tap(page, 'Back');
    await untilPage(page, pages.withdraw);
    await soon(() => field(page, 'Amount in USDT').isEnabled()).toBe(true);
    expect(await control(page, 'button', 'Verify identity').count()).toBe(0);
  },
);
