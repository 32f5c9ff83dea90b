/** A transfer that is stuck is signed again with higher fees; where the signer refuses that, the one that is signed stays. */
import { parseEther, parseUnits, Transaction } from 'ethers';
import { expect, it } from 'vitest';
import { SignerCapped } from '../../kernel/rails/rail.ts';
import { HOUR_MS } from '../../platform/durations.ts';
import { type Attempts, replaceStuck, type SignedRow } from './attempts.ts';
import type { SendDeps } from './decide-transfer.ts';
import { RpcRefusal, RpcUnreachable } from './json-rpc.ts';

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const first = Transaction.from({
  type: 2,
  chainId: 1,
  nonce: 3,
  gasLimit: 21_000,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: parseEther('1'),
  maxFeePerGas: parseUnits('10', 'gwei'),
  maxPriorityFeePerGas: parseUnits('1', 'gwei'),
  signature: { r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}`, v: 27 },
});
const row = { reference: 'w1', network: 'ETH', sender: WALLET, nonce: 3 } as SignedRow;
const attempts: Attempts = [{ txid: first.hash!, signed: first.serialized, createdAt: 0 }];

/** `said` gets the warnings. */
const depsOf = (refused: Error, said: string[]) =>
  ({
    clock: { now: () => HOUR_MS },
    log: { warn: (_: object, text: string) => said.push(text) },
    settings: { replaceAfterMs: 0, maxFeeGwei: 100 },
    whyBlocked: () => undefined,
    chain: {
      nonce: async () => 3,
      gasMarket: async () => ({ base: parseUnits('20', 'gwei'), tip: parseUnits('2', 'gwei') }),
      balance: async () => parseEther('9'),
    },
    signer: { address: WALLET, sign: async () => Promise.reject(refused) },
  }) as unknown as SendDeps;

it.each([
  ['its cap', new SignerCapped('of ETH')],
  ['its policy', new RpcRefusal('eth_signTransaction', -32_011, 'too much for gas')],
  ['no answer', new RpcUnreachable('eth_signTransaction', undefined)],
])(
  'that the signer does not sign again for %s stays as it is, and operators read why',
  async (_what, refused) => {
    const said: string[] = [];
    expect(await replaceStuck(depsOf(refused, said), row, attempts)).toBeUndefined();
    expect(said).toEqual(['the signer does not raise the fees of a stuck transfer']);
  },
);

it('that a signer changes is an error, not a refusal', async () => {
  const changed = new Error('the signer changed the transaction');
  await expect(replaceStuck(depsOf(changed, []), row, attempts)).rejects.toThrow(changed);
});
