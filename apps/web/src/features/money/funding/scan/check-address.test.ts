import { expect, test } from 'vitest';
import { checkAddress, type CheckFor } from './check-address.ts';
import { differencesFrom } from './look-alike.ts';

const TRON = 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
/** Begins and ends like `EVM`. */
const EVM_ALIKE = '0x529084000985278860000000000000000000069ee7'.replace(
  '0000000000000000',
  '11111111111111',
);
const BITCOIN = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

const tron = { code: 'TRC20', name: 'TRON (TRC-20)', family: 'tron', hasMemo: false };
const ethereum = { code: 'ERC20', name: 'Ethereum (ERC-20)', family: 'evm', hasMemo: false };
const bsc = { code: 'BEP20', name: 'BNB Smart Chain', family: 'evm', hasMemo: false };
const ripple = { code: 'XRP', name: 'XRP Ledger', family: 'ripple', hasMemo: true };
const saved = { ID: 4, network: 'ERC20', address: EVM, memo: '', name: 'Ledger, savings' };

const usdt: CheckFor = { asset: 'USDT', networks: [tron, ethereum, bsc], saved: [saved] };

test('an address fits the networks of its chain, all of them, and none is chosen', () => {
  expect(checkAddress(TRON, usdt)).toMatchObject({ networks: [tron], saved: undefined });
  expect(checkAddress(EVM.toLowerCase(), usdt)).toMatchObject({
    address: EVM,
    networks: [ethereum, bsc],
  });
});

test('an address of another chain is named, and what is no address is not', () => {
  expect(checkAddress(BITCOIN, usdt)).toEqual({ kind: 'otherChain', family: 'bitcoin' });
  // A wrong checksum.
  expect(checkAddress(`${TRON.slice(0, -1)}v`, usdt)).toEqual({ kind: 'notAddress' });
  expect(checkAddress('https://tern.test', usdt)).toEqual({ kind: 'notAddress' });
  expect(checkAddress('kimwallet', usdt)).toEqual({ kind: 'notAddress' });
});

test('a saved address is found; one that only begins and ends like it is shown as another', () => {
  expect(checkAddress(EVM, usdt)).toMatchObject({ saved, lookAlike: undefined });
  expect(checkAddress(EVM_ALIKE, usdt)).toMatchObject({ saved: undefined, lookAlike: saved });
  // Only the end is the same.
  const other = `0x1${EVM_ALIKE.slice(3)}`.toLowerCase();
  expect(checkAddress(other, usdt)).toMatchObject({ saved: undefined, lookAlike: undefined });
});

test('a missing tag is asked for, one in the link is taken', () => {
  const xrp: CheckFor = { asset: 'XRP', networks: [ripple], saved: [] };
  const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  expect(checkAddress(account, xrp)).toMatchObject({ isTagOpen: true, memo: '' });
  expect(checkAddress(`ripple:${account}?dt=7`, xrp)).toMatchObject({
    isTagOpen: false,
    memo: '7',
  });
  const holding = 'XVPcpSm47b1CZkf5AkKM9a84dQHe3mTAxgxfLw2qYoe7Boa';
  expect(checkAddress(holding, xrp)).toMatchObject({ isTagOpen: false });
});

test('an amount counts only in the coin that is sent', () => {
  const btc: CheckFor = {
    asset: 'BTC',
    networks: [{ code: 'BTC', name: 'Bitcoin', family: 'bitcoin', hasMemo: false }],
    saved: [],
  };
  expect(checkAddress(`bitcoin:${BITCOIN}?amount=0.5`, btc)).toMatchObject({ amount: '0.5' });
  expect(checkAddress(`ethereum:${EVM}?value=1e18`, usdt)).toMatchObject({ amount: undefined });
});

test('differences are marked where they are', () => {
  expect(differencesFrom('abcd', 'abXd')).toEqual({
    marks: [false, false, true, false],
    count: 1,
  });
  expect(differencesFrom('abcde', 'abc').count).toBe(2);
});
