/** Proof of balances: checked on arrival in a browser, explained, and not proven when the receipt was changed. */
/* oxlint-disable no-empty-pattern -- vitest takes an empty pattern for "needs no other fixture" */
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { provePhoneOf } from '../apps/server/tests/support/members.ts';
import { CAPTCHA, startServer, type TestServer } from '../apps/server/tests/support/server.ts';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { control, tap, words } from './support/hands.ts';
import { soon, story } from './support/story.ts';
import { createWorld, type World } from './support/world.ts';

const TOTALS = 'liabilities.snapshot';

/** Its own server: totals are published when the story says so, and not within a minute. */
const provenStory = story.extend<{ server: TestServer; world: World }>({
  server: [
    async ({}, provide) => {
      const webRoot = fileURLToPath(new URL('../apps/web/dist', import.meta.url));
      const server = await startServer({ webRoot, ownJobs: [TOTALS] });
      await provide(server);
      await server.stop();
    },
    { scope: 'file' },
  ],
  world: [
    async ({ server }, provide) => {
      const site = {
        url: server.url(),
        outboxFile: server.outboxFile,
        captcha: CAPTCHA,
        provePhone: (memberId: number) => provePhoneOf(server.fresh.database, memberId),
      };
      await provide(createWorld(site));
    },
    { scope: 'file' },
  ],
});

provenStory(
  'a balance is shown as counted by the checks of this browser, and not once the receipt was changed',
  async ({ open, server, world }) => {
    const member = await world.member();
    await server.runJob(TOTALS);
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
