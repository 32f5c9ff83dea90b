/** The wallets that withdrawals are paid from, as their chains report them now. */
import { formatDecimal } from '@tern/money';
import type { PayingWalletRow } from '@tern/protocol/operator';
import type { Rail } from '../../../../kernel/rails/rail.ts';
import type { Deps } from '../deps.ts';

/** None in paper mode. A chain that does not answer is listed without figures. */
export async function listWallets(deps: Deps<'rails' | 'log'>): Promise<PayingWalletRow[]> {
  return (await Promise.all(deps.rails.all.map((rail) => rowsOf(deps, rail)))).flat();
}

async function rowsOf({ log }: Deps<'log'>, rail: Rail): Promise<PayingWalletRow[]> {
  if (rail.wallet === undefined) return [];
  const { network = rail.name } = (await rail.state?.()) ?? {};
  try {
    const { address, gas, gasCoin, held } = await rail.wallet();
    return held.map(({ asset, amount, sends }) => ({
      coinname: asset,
      czline: network,
      address,
      hot: formatDecimal(amount),
      gas: formatDecimal(gas),
      gasCoin: gasCoin ?? null,
      sends: sends ?? null,
    }));
  } catch (err) {
    log.warn({ err, network }, 'the paying wallet was not read');
    const unknown = { coinname: null, hot: null, gas: null, gasCoin: null, sends: null };
    return [{ ...unknown, czline: network, address: null }];
  }
}
