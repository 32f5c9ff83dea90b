/** Scanning: a pasted code is checked against coin, networks and address book, and only filled in. */
import { field, press, screen, untilText, waitFor } from '@tern/ui/tests';
import { expect, test } from 'vitest';
import { renderScreen, untilPage } from '../../../../../../tests/render-screen.tsx';
import { pages } from '../../../../../kernel/pages.ts';

const ADDRESS = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const EVM_ALIKE = `0x52${'1'.repeat(34)}9ee7`;
const savings = { ID: 4, coin: 'USDT', czline: 'TRC20', addr: ADDRESS, name: 'Savings' };
const ledger = { ID: 5, coin: 'USDT', czline: 'ERC20', addr: EVM, name: 'Ledger' };

/** What was copied elsewhere is pasted. */
const paste = async (text: string) => {
  await navigator.clipboard.writeText(text);
  await press('Paste');
};

const open = (path: string) =>
  renderScreen(path, {
    before: (each) =>
      each.answer('GET /user_qianbao/getUser_qianbaoList', { list: [savings, ledger] }),
  });
const scan = async (text: string) => {
  await open(`${pages.scan}?coin=USDT`);
  await paste(text);
};

test('a saved address is used on the form behind, and nothing is sent', async () => {
  const server = await open(`${pages.withdraw}?coin=USDT`);
  await press('Scan an address', { role: 'link' });
  await untilPage(pages.scan);
  await untilText('Tern can’t use the camera.');
  await paste(ADDRESS);
  await untilText('It’s in your addresses.');
  await press('Use it');
  await untilPage(pages.withdraw);
  await untilText('Savings');
  expect(server.inputs('POST /withdraw/createWithdraw')).toEqual([]);
});

test('one that begins and ends like a saved one is shown beside it, and only the saved one can be used', async () => {
  await scan(EVM_ALIKE);
  await untilText('Not the address you saved');
  await untilText(/^Start and end are the same, \d+ of 42 characters aren’t/);
  expect(screen.getByRole('img', { name: EVM })).toBeTruthy();
  expect(screen.queryByText('Use it')).toBeNull();
  await press('Use “Ledger”');
});

test('an address of another chain, and no address, fill in nothing', async () => {
  await scan('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
  await untilText('This is a Bitcoin address. You are sending USDT.');
  await press('Scan again');
  await paste('https://tern.test');
  await untilText('That isn’t an address');
});

test('a new address leads to the form that saves it, filled in', async () => {
  await scan('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
  await untilText('New address');
  await press('Save address');
  await untilPage(pages.addAddress);
  await waitFor(async () =>
    expect((await field('Address')).value).toBe('0x8617E340B3D01FA5F11F306F4090FD50E238070D'),
  );
});

test('an empty clipboard says what to do', async () => {
  await scan('');
  await untilText('Nothing to paste. Copy the address first, and allow pasting.');
});

test('the code of a member fills in their ID and looks them up', async () => {
  const server = await renderScreen(pages.send, {
    before: (each) => {
      each.answer('GET /transfer/terms', { coins: [], firstDayMax: '1000', receivers: [] });
      const receiver = { member: 8200913, name: 'A… W…', isNew: false, left: '' };
      each.answer('POST /transfer/findMember', { receiver });
    },
  });
  await press('Scan a code', { role: 'link' });
  await paste('tern:member:8200913');
  await untilText('A… W…');
  expect(server.inputs('POST /transfer/findMember')).toEqual([{ by: 'id', to: '8200913' }]);
});
