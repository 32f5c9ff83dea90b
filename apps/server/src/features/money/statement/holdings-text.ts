/** Holdings as they are stored between months. */
import { type Amount, decimal, formatDecimal } from '@tern/money';
import type { CostMethod } from '@tern/protocol';
import { Lots } from './lots.ts';
import type { Holdings, StoredHoldings } from './tally.ts';

export function packHoldings({ amounts, lots }: Holdings): StoredHoldings {
  const pack = (of: ReadonlyMap<string, Lots>) =>
    Object.fromEntries(
      [...of]
        .map(([asset, each]) => [asset, each.list()] as const)
        .filter(([, list]) => list.length > 0)
        .map(([asset, list]) => [
          asset,
          list.map(({ quantity, cost }) => [formatDecimal(quantity), formatDecimal(cost)] as const),
        ]),
    );
  const held = [...amounts].filter(([, amount]) => amount !== 0n);
  return {
    amounts: Object.fromEntries(held.map(([asset, amount]) => [asset, formatDecimal(amount)])),
    lots: { fifo: pack(lots.fifo), average: pack(lots.average) },
  };
}

export function unpackHoldings({ amounts, lots }: StoredHoldings): Holdings {
  const unpack = (method: CostMethod) =>
    new Map(
      Object.entries(lots[method]).map(([asset, list]) => [
        asset,
        new Lots(
          method,
          list.map(([quantity, cost]) => ({
            quantity: decimal<Amount>(quantity),
            cost: decimal<Amount>(cost),
          })),
        ),
      ]),
    );
  return {
    amounts: new Map(
      Object.entries(amounts).map(([asset, amount]) => [asset, decimal<Amount>(amount)]),
    ),
    lots: { fifo: unpack('fifo'), average: unpack('average') },
  };
}
