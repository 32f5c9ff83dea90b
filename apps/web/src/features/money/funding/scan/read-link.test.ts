import { expect, test } from 'vitest';
import { readLink } from './read-link.ts';

const BTC = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const SOL = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const shown = (text: string) => {
  const link = readLink(text);
  return link && [link.address, link.asset, link.amount, link.memo];
};

test.each([
  ['a bare address', BTC, [BTC, undefined, undefined, '']],
  ['BIP 21', `bitcoin:${BTC}?amount=0.015&label=Kim`, [BTC, 'BTC', '0.015', '']],
  ['BIP 21 in capitals', `BITCOIN:${BTC.toUpperCase()}`, [BTC.toUpperCase(), 'BTC', undefined, '']],
  ['EIP-681', `ethereum:${EVM}@1?value=2.5e18`, [EVM, 'ETH', '2.5', '']],
  [
    'EIP-681 for a payment',
    `ethereum:pay-${EVM}?value=1`,
    [EVM, 'ETH', '0.000000000000000001', ''],
  ],
  [
    'a token of EIP-681: its receiver, and no amount of an unknown coin',
    `ethereum:${EVM}@1/transfer?address=${OTHER}&uint256=250000000`,
    [OTHER, undefined, undefined, ''],
  ],
  ['Solana Pay', `solana:${SOL}?amount=1.5&memo=x`, [SOL, 'SOL', '1.5', '']],
  [
    'a token of Solana Pay',
    `solana:${SOL}?amount=7&spl-token=${BTC}`,
    [SOL, undefined, undefined, ''],
  ],
  ['a tag', 'ripple:rHb9?dt=123', ['rHb9', 'XRP', undefined, '123']],
  ['TON', 'ton://transfer/EQAB?amount=1500000000&text=7', ['EQAB', 'TON', '1.5', '7']],
  ['Stellar', 'web+stellar:pay?destination=GA&amount=2&memo=9', ['GA', 'XLM', '2', '9']],
  ['an amount of nothing', `bitcoin:${BTC}?amount=0`, [BTC, 'BTC', undefined, '']],
  ['an amount that is none', `bitcoin:${BTC}?amount=1e3`, [BTC, 'BTC', undefined, '']],
])('%s is read', (_name, text, read) => expect(shown(text)).toEqual(read));

test.each([
  '',
  'two words',
  'https://tern.test/pay?to=1',
  'javascript:alert(1)',
  'mailto:kim@tern.test',
  `ethereum:${EVM}/approve?address=${OTHER}&uint256=1`,
  'ethereum:kim.eth',
  'solana:',
  'ton://connect/x',
])('%j is no payment', (text) => expect(readLink(text)).toBeUndefined());
