/** What moves under way may still take of an address. */
import { Transaction } from 'ethers';
import { decimal } from '@tern/money';
import { expect, it } from 'vitest';
import { pendingOf } from './gas-funding.ts';
import type { Move } from './store.ts';

const SENDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const move = (nonce: number, attempt: number, most: bigint): Move => ({
  txid: `0x${nonce}${attempt}`,
  network: 'ERC20',
  kind: 'gas',
  asset: 'ETH',
  sender: SENDER,
  recipient: SENDER,
  amount: decimal('1'),
  nonce,
  attempt,
  signed: Transaction.from({
    chainId: 1,
    nonce,
    gasLimit: 100n,
    to: SENDER,
    value: 1_000n,
    maxFeePerGas: most,
    maxPriorityFeePerGas: 1n,
  }).unsignedSerialized,
  createdAt: 0,
});

it('counts of each nonce only the newest attempt, whatever the order', () => {
  const underWay = [move(1, 2, 20n), move(1, 1, 10n), move(2, 1, 10n)];
  expect(pendingOf(SENDER, underWay)).toBe(1_000n + 2_000n + 1_000n + 1_000n);
  expect(pendingOf('0x', underWay)).toBe(0n);
});
