/** Proof of balances: checked on arrival in a browser, explained, and not proven when the receipt was changed. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { operator, operatorCall } from './support/console.ts';
import { control, tap, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import type { Member, World } from './support/world.ts';

/** Asks for totals until one is published whose balances were read from now on. One begins within a minute. */
async function untilPublished(world: World, { session }: Member): Promise<void> {
  const since = Date.now();
  const { token } = (await operator(world, 'auditor')).session;
  const proof = () => world.api.data('GET /liabilities/proof', {}, { token: session.token });
  const isPublished = async () => {
    const found = await proof().catch(() => undefined);
    // An older total, asked for by nobody here, does not have a member who is new.
    if (found !== undefined && Date.parse(found.CreatedAt) >= since) return true;
    await operatorCall(world, 'POST /operator/liabilities/ask', { input: {}, token });
    return false;
  };
  await expect.poll(isPublished, { timeout: 150_000, interval: 1_000 }).toBe(true);
}

story(
  'a balance is shown as counted by the checks of this browser, and not once the receipt was changed',
  { timeout: 180_000 },
  async ({ open, world }) => {
    const member = await world.member();
    await untilPublished(world, member);
    const page = await open(pages.my, { as: member });
    await tap(page, 'Proof of balances', 'link');
    await words(page, 'Your balance is in the published total').waitFor();
    await words(page, 'The total is signed').waitFor();
    await tap(page, 'How this proof works');
    const sheet = page.getByRole('dialog', { name: 'How this proof works' });
    await sheet.getByText('no one can be left out').waitFor();
    await tap(sheet, 'Close');

    await page.route('**/api/liabilities/proof*', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/index (\d+)/, 'index 1$1');
      await route.fulfill({ response, body });
    });
    await tap(page, 'Check again');
    await words(page, 'Not proven').waitFor();
    expect(await words(page, 'Your balance is in the published total').count()).toBe(0);
    await soon(() => control(page, 'link', 'Contact us').count()).toBe(1);
  },
);
