/** A member's total deposits and withdrawals, and numbers of orders and contracts. */
import { type Amount, add, formatDecimal, subtract, ZERO } from '@tern/money';
import { externalTotals } from '../../../../kernel/ledger/external-records.ts';
import type { Reader } from '../../../../platform/database/database.ts';

/** A member's numbers of orders and contracts. */
export interface TradingCounts {
  openOrders: number;
  orders: number;
  runningContracts: number;
  contracts: number;
}

export interface TotalsDeps {
  tradingOf(reader: Reader, memberId: number): Promise<TradingCounts>;
  /** In USDT at current prices; undefined without a price. */
  worthOf(asset: string, amount: Amount): Amount | undefined;
}

/** Totals in USDT omit assets without a price, which still have rows of their own. */
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
