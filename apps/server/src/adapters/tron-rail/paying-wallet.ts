/** What the paying wallet has, and how many transfers its coins and its stakes pay the fees of. */
import { ZERO } from '@tern/money';
import type { PayingWallet } from '../../kernel/rails/rail.ts';
import { amountOf } from '../evm-rail/token-contract.ts';
import type { SendDeps } from './decide-transfer.ts';
import { TRX_DECIMALS } from './tron-settings.ts';

/** What a transfer uses: bytes of the coin's, and about the energy of the largest token's to an address that has some of it. */
const USES = { bytes: 270n, energy: 65_000n } as const;

/** As `Rail.wallet`. */
export async function payingWallet({ chain, wallet, settings }: SendDeps): Promise<PayingWallet> {
  const { network, native, tokens } = settings;
  const [coins, rates, left] = await Promise.all([
    chain.coins(wallet),
    chain.rates(),
    chain.resources(wallet),
  ]);
  const sendsOf = (uses: bigint, rate: bigint, free: bigint) =>
    rate === 0n ? undefined : Number((free + coins / rate) / uses);
  const ofTokens = await Promise.all(
    [...tokens].map(async ([asset, { address, decimals }]) => ({
      asset,
      amount: amountOf(await chain.tokens(wallet, address), decimals),
      sends: sendsOf(USES.energy, rates.energy, left.energy),
      signer: undefined,
    })),
  );
  const gas = coins === 0n ? ZERO : amountOf(coins, TRX_DECIMALS);
  const sends = sendsOf(USES.bytes, rates.bandwidth, left.bandwidth);
  const ofCoin =
    native === undefined ? [] : [{ asset: native, amount: gas, sends, signer: undefined }];
  return { network, address: wallet, gas, gasCoin: native, held: [...ofCoin, ...ofTokens] };
}
