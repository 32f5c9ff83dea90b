/** What a member paid in and took out since the account was opened, and how much they trade. */
import { type Amount, add, formatDecimal, subtract, ZERO } from '@tern/money';
import { externalTotals } from '../../../kernel/ledger/records.ts';
import type { Reader } from '../../../platform/database/database.ts';

/** How many orders and contracts a member has. */
export interface TradingCounts {
  openOrders: number;
  orders: number;
  runningContracts: number;
  contracts: number;
}

export interface TotalsDeps {
  tradingOf(reader: Reader, memberId: number): Promise<TradingCounts>;
  /** In USDT at the prices of now; undefined while there is none. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

/** Sums in USDT leave out assets without a price: they are in their own rows. */
export async function totalsOut(reader: Reader, deps: TotalsDeps, memberId: number) {
  const flows = await externalTotals(reader, memberId);
  const worth = (of: 'deposited' | 'withdrawn') =>
    flows.reduce((sum, flow) => add(sum, deps.worthOf(flow.asset, flow[of]) ?? ZERO), ZERO);
  const [deposited, withdrawn] = [worth('deposited'), worth('withdrawn')];
  return {
    flows: flows.map((flow) => ({
      coinname: flow.asset,
      deposited: formatDecimal(flow.deposited),
      withdrawn: formatDecimal(flow.withdrawn),
      net: formatDecimal(subtract(flow.deposited, flow.withdrawn)),
    })),
    deposited: formatDecimal(deposited),
    withdrawn: formatDecimal(withdrawn),
    net: formatDecimal(subtract(deposited, withdrawn)),
    ...(await deps.tradingOf(reader, memberId)),
  };
}
