/** Values what a member holds: at reference prices, and a new coin at what was paid for it until it has a market. */
import { add, type Amount, divideInteger, type Price, ZERO } from '@tern/money';
import type { Reader } from '../../../platform/database/database.ts';
import type { Valuation } from '../../../kernel/prices/valuation.ts';

/** In USDT; undefined without a price and without a cost. */
export type WorthOf = (
  asset: string,
  amount: Amount,
  priceOf: (symbol: string) => Price | undefined,
) => { readonly worth: Amount; readonly isCost: boolean } | undefined;

/** What members paid for coins that have no market yet. */
export interface CostDeps {
  valuation: Valuation;
  /** By coin and what it was paid in: all that the member ever bought. */
  paidForCoins(
    reader: Reader,
    memberId: number,
  ): Promise<readonly { asset: string; payAsset: string; quantity: Amount; paid: Amount }[]>;
}

/**
 * For one member. Of what is left of a coin, each part cost the same: all that was paid for it by all that was bought.
 * Rounding: down, to the scale of USDT.
 */
export async function worthOfMember(
  reader: Reader,
  { valuation, paidForCoins }: CostDeps,
  memberId: number,
): Promise<WorthOf> {
  const paid = await paidForCoins(reader, memberId);
  return (asset, amount, priceOf) => {
    const worth = valuation.worth(asset, amount, priceOf);
    if (worth !== undefined) return { worth, isCost: false };
    const parts = paid.filter((each) => each.asset === asset);
    if (parts.length === 0) return undefined;
    const bought = parts.reduce((all, { quantity }) => add(all, quantity), ZERO);
    const costs = parts.map((each) => {
      const part = divideInteger(each.paid * amount, bought, 'truncate') as Amount;
      return valuation.worth(each.payAsset, part, priceOf);
    });
    if (costs.some((cost) => cost === undefined)) return undefined;
    return {
      worth: costs.reduce<Amount>((all, cost) => add(all, cost ?? ZERO), ZERO),
      isCost: true,
    };
  };
}
