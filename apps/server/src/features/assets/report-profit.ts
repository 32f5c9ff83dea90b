/** Worth, and profit or loss today and in all, for one member. */
import { type Amount, add, formatDecimal, type Price, subtract, sum, ZERO } from '@tern/money';
import { balancesOf } from '../../kernel/balances.ts';
import type { PriceHistory } from '../../kernel/price-history.ts';
import { changesOfMemberSince, externalRecords } from '../../kernel/records.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type CoinDeps, totalOf } from './list-coins.ts';
import { percentText, profitSince } from './rules.ts';

const DAY_MS = 86_400_000;

export type ProfitDeps = CoinDeps & { history: PriceHistory };

type Holdings = Map<string, Amount>;

/** Days are UTC. What cannot be priced counts as nothing, then as now. */
export async function reportProfit(
  reader: Reader,
  deps: ProfitDeps,
  request: { memberId: number; now: number },
) {
  const { memberId, now } = request;
  const midnight = now - (now % DAY_MS);
  const [balances, changes, external] = await Promise.all([
    balancesOf(reader, memberId),
    changesOfMemberSince(reader, memberId, midnight),
    externalRecords(reader, memberId),
  ]);
  const held: Holdings = new Map(balances.map((each) => [each.asset, totalOf(each)]));
  const atMidnight: Holdings = new Map(held);
  for (const { asset, amount } of changes) {
    atMidnight.set(asset, subtract(atMidnight.get(asset) ?? ZERO, amount));
  }
  const total = worthOf(held, deps, (symbol) => deps.prices.latest(symbol)?.price);
  const worthAt = (holdings: Holdings, at: number) => pastWorth(reader, deps, { holdings, at });
  const before = await worthAt(atMidnight, midnight);
  const paidIn = await Promise.all(
    external.map(async ({ asset, amount, effectiveAt }) => ({
      at: effectiveAt,
      worth: await worthAt(new Map([[asset, amount]]), effectiveAt),
    })),
  );
  const paidInToday = paidIn.filter(({ at }) => at >= midnight).map(({ worth }) => worth);
  const today = profitSince(total, before, paidInToday);
  return {
    total: formatDecimal(total),
    today: formatDecimal(today),
    todayRatio: percentText(today, add(before, sum(paidInToday))),
    all: formatDecimal(
      profitSince(
        total,
        ZERO,
        paidIn.map(({ worth }) => worth),
      ),
    ),
  };
}

function worthOf(
  holdings: Holdings,
  deps: CoinDeps,
  priceOf: (symbol: string) => Price | undefined,
): Amount {
  const worths = [...holdings].map(([asset, amount]) =>
    deps.valuation.worth(asset, amount, priceOf),
  );
  return sum(worths.map((worth) => worth ?? ZERO));
}

async function pastWorth(
  reader: Reader,
  deps: ProfitDeps,
  { holdings, at }: { holdings: Holdings; at: number },
): Promise<Amount> {
  const symbols = [...deps.valuation.symbolsFor(holdings.keys())];
  const prices = new Map(
    await Promise.all(
      symbols.map(async (symbol) => {
        return [symbol, await deps.history.priceAt(reader, symbol, at)] as const;
      }),
    ),
  );
  return worthOf(holdings, deps, (symbol) => prices.get(symbol));
}
