/** What sweeps on the chain of tests are set to, and what that chain takes for them. */
import { type Amount, decimal } from '@tern/money';
import type { EvmSettings } from '../../src/adapters/evm-rail/evm-settings.ts';

export const sweep: NonNullable<EvmSettings['sweep']> = {
  above: new Map([
    ['USDT', decimal<Amount>('50')],
    ['ETH', decimal<Amount>('0.05')],
  ]),
  maxFeeGwei: 30,
  keyFile: undefined,
};

/** Coins for a hundred sweeps of tokens at the highest price. */
export const RESERVE = 100n * 65_000n * BigInt(sweep.maxFeeGwei) * 10n ** 9n;

/** The call that makes a node say this fee of a first layer, as nodes of the OP stack do. */
export const takesLayerFee = (fee: bigint) =>
  [
    'anvil_setCode',
    '0x420000000000000000000000000000000000000F',
    `0x7f${fee.toString(16).padStart(64, '0')}5f5260205ff3`,
  ] as const;
