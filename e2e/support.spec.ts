/** Support on the phone: a member and an operator talk live, also over a lost connection, until the rating. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { faultsOf } from './support/automatic-checks.ts';
import { operator, operatorCall } from './support/console.ts';
import { field, tap, untilToast, words } from './support/hands.ts';
import { verifiedMember } from './support/reviewing.ts';
import { soon, story } from './support/story.ts';

story(
  'a member asks and is answered live; what a lost connection kept back is sent once; the end is rated',
  async ({ open, world, faults }) => {
    faults.expect(/ERR_INTERNET_DISCONNECTED/);
    const member = await verifiedMember(world);
    const { token } = (await operator(world, 'support')).session;
    const page = await open(pages.support, { as: member });
    await words(page, 'We never ask for your password or a code.').waitFor();
    await field(page, 'Message').fill('Where is my deposit?');
    await tap(page, 'Send');
    // Outside of the support hours it is kept.
    await words(page, /, (sent|kept for .+)$/).waitFor();
    const { conversation } = await world.api.data(
      'GET /service/current',
      {},
      { token: member.session.token },
    );
    const ID = conversation!.ID;
    const answer = (text: string) => ({ ID, clientId: crypto.randomUUID(), text });
    await operatorCall(world, 'POST /operator/service/claim', { input: { ID }, token });
    const first = answer('Which network did you use?');
    await operatorCall(world, 'POST /operator/service/answer', { input: first, token });
    await words(page, 'Which network did you use?').waitFor();
    await soon(async () => {
      const found = { input: { ID: String(ID) }, token };
      const { reconversation } = await operatorCall(world, 'GET /operator/service/find', found);
      return reconversation.readSeq === reconversation.lastSeq;
    }).toBe(true);
    expect(await faultsOf(page)).toEqual([]);

    await page.context().setOffline(true);
    await field(page, 'Message').fill('TRC20');
    await tap(page, 'Send');
    await words(page, /Not sent/).waitFor();
    await page.context().setOffline(false);
    await tap(page, 'Try again');
    await soon(() => words(page, /Not sent/).count()).toBe(0);
    expect(await page.getByText('TRC20', { exact: true }).count()).toBe(1);

    const last = answer('It is credited now. Goodbye.');
    await operatorCall(world, 'POST /operator/service/close', { input: last, token });
    await words(page, 'It is credited now. Goodbye.').waitFor();
    await page.getByRole('radio', { name: '5 stars' }).check({ force: true });
    await tap(page, 'Send rating');
    await untilToast(page, 'Thank you');
  },
);
