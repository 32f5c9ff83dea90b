/** The wallets that withdrawals are paid from, as their chains report them now, beside the newest count of all wallets. */
import { formatDecimal } from '@tern/money';
import type { PayingWalletRow } from '@tern/protocol/operator';
import type { Rail } from '../../../../kernel/rails/rail.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Deps } from '../deps.ts';
import { newestCounts, type WalletCount } from '../wallet-count/store.ts';

/** None in paper mode. A chain that does not answer is listed without figures. */
export async function listWallets(
  deps: Deps<'rails' | 'log' | 'database'>,
): Promise<PayingWalletRow[]> {
  const counts = await deps.database.many(newestCounts, []);
  return (await Promise.all(deps.rails.all.map((rail) => rowsOf(deps, rail, counts)))).flat();
}

async function rowsOf(
  { log }: Deps<'log'>,
  rail: Rail,
  counts: readonly WalletCount[],
): Promise<PayingWalletRow[]> {
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
      counted: countOut(counts.find((count) => count.network === network && count.asset === asset)),
    }));
  } catch (err) {
    log.warn({ err, network }, 'the paying wallet was not read');
    const unknown = { coinname: null, hot: null, gas: null, gasCoin: null, sends: null };
    return [{ ...unknown, czline: network, address: null, counted: null }];
  }
}

function countOut(count: WalletCount | undefined): PayingWalletRow['counted'] {
  if (count === undefined) return null;
  const { until, height, held, ledger, arrived, paid, fees, difference } = count;
  return {
    until: isoTime(until),
    height,
    held: formatDecimal(held),
    ledger: formatDecimal(ledger),
    arrived: formatDecimal(arrived),
    paid: formatDecimal(paid),
    fees: formatDecimal(fees),
    difference: formatDecimal(difference),
  };
}
