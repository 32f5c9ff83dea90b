/** The wallets that withdrawals are paid from, as their chains report them now, beside the newest count of all wallets. */
import { formatDecimal, ZERO } from '@tern/money';
import type { PayingWalletRow } from '@tern/protocol/operator';
import type { Rail } from '../../../../kernel/rails/rail.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Deps } from '../deps.ts';
import { type UnsweptSum, unsweptSums } from '../../../../kernel/rails/unswept.ts';
import { type WaitingFees, waitingFees } from '../network-fee/store.ts';
import { waitsForFees } from '../sweep/sweep-deposits.ts';
import { newestCounts, type WalletCount } from '../wallet-count/store.ts';

/** None in paper mode. A chain that does not answer is listed without figures. */
export async function listWallets(
  deps: Deps<'rails' | 'log' | 'database'>,
): Promise<PayingWalletRow[]> {
  const known: Known = {
    counts: await deps.database.many(newestCounts, []),
    sums: await deps.database.many(unsweptSums, []),
    waiting: await deps.database.many(waitingFees, []),
  };
  return (await Promise.all(deps.rails.all.map((rail) => rowsOf(deps, rail, known)))).flat();
}

interface Known {
  readonly counts: readonly WalletCount[];
  readonly sums: readonly UnsweptSum[];
  readonly waiting: readonly WaitingFees[];
}

async function rowsOf(
  { log }: Deps<'log'>,
  rail: Rail,
  { counts, sums, waiting }: Known,
): Promise<PayingWalletRow[]> {
  if (rail.wallet === undefined) return [];
  const { network = rail.name } = (await rail.state?.()) ?? {};
  try {
    const { address, gas, gasCoin, held } = await rail.wallet();
    const found = <Each extends { network: string; asset: string }>(
      list: readonly Each[],
      asset: string,
    ) => list.find((each) => each.network === network && each.asset === asset);
    return held.map(({ asset, amount, sends, signer }) => ({
      coinname: asset,
      czline: network,
      address,
      hot: formatDecimal(amount),
      gas: formatDecimal(gas),
      gasCoin: gasCoin ?? null,
      sends: sends ?? null,
      signer:
        signer === undefined
          ? null
          : { out: formatDecimal(signer.out), cap: formatDecimal(signer.cap) },
      unswept: rail.sweepsAbove?.has(asset)
        ? formatDecimal(found(sums, asset)?.amount ?? ZERO)
        : null,
      sweeps: found(sums, asset)?.moving ?? 0,
      sweepsWait: waitsForFees(rail, network, waiting),
      counted: countOut(found(counts, asset)),
    }));
  } catch (err) {
    log.warn({ err, network }, 'the paying wallet was not read');
    const unknown = {
      coinname: null,
      hot: null,
      gas: null,
      gasCoin: null,
      sends: null,
      signer: null,
    };
    const none = { unswept: null, sweeps: 0, sweepsWait: false, counted: null };
    return [{ ...unknown, czline: network, address: null, ...none }];
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
