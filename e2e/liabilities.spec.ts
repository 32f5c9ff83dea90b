/** Proof of balances: checked on arrival in a browser, explained, and not proven when the receipt was changed. */
import { expect } from 'vitest';
import { paperAccounts } from '../apps/server/src/features/auth/seed-accounts.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import type { Member, World } from './support/world.ts';

/** A member whose balances are older than the first published total. */
async function earlyMember(world: World): Promise<Member> {
  const { email, phone, password } = paperAccounts.member;
  return { email, phone, session: await world.logInElsewhere({ email }, password) };
}

/** The first total is published within a minute after the start of the server. */
async function untilPublished(world: World, { session }: Member): Promise<void> {
  const ask = () => world.api.data('GET /liabilities/proof', {}, { token: session.token });
  await expect
    .poll(() => ask().catch(() => undefined), { timeout: 90_000, interval: 500 })
    .toBeDefined();
}

story(
  'a balance is shown as counted by the checks of this browser, and not once the receipt was changed',
  { timeout: 120_000 },
  async ({ open, world }) => {
    const member = await earlyMember(world);
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
