/** What the paying wallet has, and how many transfers its coins pay the fees of. */
import { ZERO } from '@tern/money';
import type { PayingWallet } from '../../kernel/rails/rail.ts';
import type { SendDeps } from './decide-transfer.ts';
import { amountOf, NATIVE_DECIMALS, TRANSFER_GAS } from './token-contract.ts';

/** As `Rail.wallet`. */
export async function payingWallet({ chain, signer, settings }: SendDeps): Promise<PayingWallet> {
  const { network, native, tokens } = settings;
  const [coins, { base, tip }, outflow] = await Promise.all([
    chain.balance(signer.address, undefined),
    chain.gasMarket(),
    signer.outflow().catch(() => undefined),
  ]);
  const price = base + (tip ?? 0n);
  const sendsOf = (gas: bigint) => (price === 0n ? undefined : Number(coins / (gas * price)));
  const ofTokens = await Promise.all(
    [...tokens].map(async ([asset, { address, decimals }]) => ({
      asset,
      amount: amountOf(await chain.balance(signer.address, address), decimals),
      sends: sendsOf(TRANSFER_GAS.token),
      signer: outflow?.get(asset),
    })),
  );
  const gas = coins === 0n ? ZERO : amountOf(coins, NATIVE_DECIMALS);
  const ofCoin =
    native === undefined
      ? []
      : [
          {
            asset: native,
            amount: gas,
            sends: sendsOf(TRANSFER_GAS.native),
            signer: outflow?.get(native),
          },
        ];
  return { network, address: signer.address, gas, gasCoin: native, held: [...ofCoin, ...ofTokens] };
}
