/** The terms of networks and currencies: changed by two operators, paused by one, shown beside the limit. */
import { expect } from 'vitest';
import { pages } from '../apps/web/src/kernel/pages.ts';
import { keepBankCard } from './support/banking.ts';
import { openConsole, operator } from './support/console.ts';
import { answer, dialog, field, tap, untilToast, words } from './support/hands.ts';
import { withdrawingMember } from './support/reviewing.ts';
import { story } from './support/story.ts';

const ETH_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

story(
  'a higher minimum is proposed with old and new value, approved, and shown at the deposit before it applies',
  async ({ open, world }) => {
    const proposer = await operator(world, 'reviewer');
    const approver = await operator(world, 'approver');
    const page = await openConsole(open, proposer, '/limits');
    await page.getByRole('link', { name: 'DOGE DOGE' }).click();
    await tap(page, 'Propose a change', 'link');
    await field(page, 'Minimum deposit').fill('25');
    await page.getByRole('row', { name: 'Minimum deposit 10.00000 25.00000' }).waitFor();
    const reason = 'Small deposits cost more than they bring.';
    await field(page, 'Inner reason').fill(reason);
    await tap(page, 'Propose');
    await page.getByText('You gave the first approval').waitFor();

    const other = await openConsole(open, approver, page.url().split('#')[1]);
    await other.getByText('The check passed').waitFor();
    await tap(other, /^Claim/);
    await tap(other, /^Approve and carry out/);
    await answer(other.getByRole('alertdialog'), 'Approve');
    await untilToast(other, 'Approved and carried out');
    // The decided review may still be listed under the same words.
    await other.getByRole('link', { name: 'Limits and fees', exact: true }).click();
    await other.getByRole('link', { name: 'DOGE DOGE' }).click();
    await other.getByText(/^Minimum deposit\s*10\.00000\s*25\.00000$/).waitFor();

    const member = await world.member();
    const own = await open(`${pages.deposit}?coin=DOGE`, { as: member });
    await own.getByText(/^DOGE, from /).waitFor();
    await own.getByText(/^Minimum deposit: 25(\.0+)? DOGE, now 10(\.0+)? DOGE$/).waitFor();
    await words(own, 'Reason: A regular change of limits and fees.').waitFor();
    expect(await own.getByText(proposer.login).count()).toBe(0);
  },
);

story(
  'a paused network shows reason and end, and its addresses cannot be chosen; nor can a paused currency for a payout',
  async ({ open, world }) => {
    const reviewer = await operator(world, 'reviewer');
    const page = await openConsole(open, reviewer, '/limits?open=network.ETH.OPTIMISM');
    const reason = 'The chain stands still.';
    await tap(page, 'Pause withdrawals');
    const asked = dialog(page, 'Pause withdrawals: ETH · OPTIMISM?');
    await field(asked, 'Inner reason').fill(reason);
    await answer(asked, 'Pause withdrawals');
    await page.getByText(`Withdrawals are paused by ${reviewer.login} until`).waitFor();

    const member = await withdrawingMember(world);
    const { token } = member.session;
    for (const czline of ['OPTIMISM', 'ARBITRUM']) {
      const wallet = { coin: 'ETH', czline, addr: ETH_ADDRESS, name: `My ${czline}` };
      await world.api.data('POST /user_qianbao/createUser_qianbao', wallet, { token });
    }
    const own = await open(`${pages.withdraw}?coin=ETH`, { as: member });
    await words(own, 'OPTIMISM: withdrawals are paused.').waitFor();
    await words(own, 'Reason: Maintenance.').waitFor();
    await own.getByText(/^Until .* at the latest\.$/).waitFor();
    await tap(own, /Choose an address/);
    const sheet = own.getByRole('dialog', { name: 'Choose an address' });
    await sheet.getByText('Paused').waitFor();
    expect(await sheet.getByRole('button', { name: /My OPTIMISM/ }).count()).toBe(0);
    await sheet.getByRole('button', { name: /My ARBITRUM/ }).click();
    await own.getByText('ARBITRUM', { exact: true }).waitFor();

    await tap(page, 'Resume withdrawals');
    const question = dialog(page, 'Resume withdrawals: ETH · OPTIMISM?');
    await field(question, 'Reason').fill('It moves again.');
    await answer(question, 'Resume withdrawals');
    await page.getByText(`Withdrawals are paused by ${reviewer.login} until`).waitFor({
      state: 'detached',
    });

    await page.goto(`${world.url}/console#/limits?show=currencies&open=currency.EUR`);
    await tap(page, 'Pause withdrawals');
    const pausing = dialog(page, 'Pause withdrawals: EUR?');
    await field(pausing, 'Inner reason').fill('The bank is closed.');
    await answer(pausing, 'Pause withdrawals');
    await page.getByText(`Withdrawals are paused by ${reviewer.login} until`).waitFor();
    await keepBankCard(world, member);
    const payer = await open(`${pages.fiatWithdraw}?coin=USDT`, { as: member });
    await words(payer, 'EUR: withdrawals are paused.').waitFor();
    await tap(payer, /^Receive in/);
    const currencies = payer.getByRole('dialog', { name: 'Choose a currency' });
    await currencies.getByText('Paused').waitFor();
    expect(await currencies.getByRole('button', { name: /EUR/ }).count()).toBe(0);
    await currencies.getByRole('button', { name: /JPY/ }).waitFor();
  },
);
