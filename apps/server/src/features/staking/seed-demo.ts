/** The demo member's orders: a machine and a stake in term, a stake that has ended, and one that was redeemed early. */
import type { DemoMember } from '../../kernel/products/product-kind.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { buyUnits } from './buy-machine.ts';
import type { StakingDeps } from './deps.ts';
import { payDue } from './pay-yields.ts';
import { symbolOf } from './payout-prices.ts';
import { redeemStaking } from './redeem-staking.ts';
import { productsOf } from './store-products.ts';

/** `daysAgo` are before the first start. */
const PURCHASES = [
  { name: 'Liquid stake 14', units: 4, daysAgo: 30 },
  { name: 'Dollar stake 90', units: 10, daysAgo: 20 },
  { name: 'Rig 100', units: 2, daysAgo: 18 },
  { name: 'Hash stake 30', units: 1, daysAgo: 12, redeemedDaysAgo: 4 },
];
const ALL = 100;

export async function seedDemo(deps: StakingDeps, { memberId, since, now }: DemoMember) {
  let at = since;
  const products = await deps.database.many(productsOf, [null, ALL, 0]);
  const productOf = (name: string) => products.find((product) => product.name === name)!;
  const past = { ...deps, clock: { now: () => at } };
  const acts = PURCHASES.flatMap(({ name, units, daysAgo, redeemedDaysAgo }) => {
    const order = { id: 0 };
    const buy = async () => {
      const { id: productId, asset, payAsset } = productOf(name);
      const symbol = symbolOf({ asset, payAsset });
      const price = await deps.history.priceAt(deps.database, symbol, at);
      // The prices of that time instead of today's.
      const latest = () => (price === undefined ? undefined : { symbol, price, at, seq: 0 });
      const prices = { ...deps.prices, latest };
      const input = { memberId, productId, units, key: undefined };
      order.id = (await buyUnits({ ...past, prices }, input)).ID;
    };
    const redeem = () => redeemStaking(past, { memberId, orderId: order.id, key: undefined });
    const bought = { daysAgo, act: buy };
    return redeemedDaysAgo === undefined
      ? [bought]
      : [bought, { daysAgo: redeemedDaysAgo, act: redeem }];
  });
  for (; at < now; at += DAY_MS) {
    await payDue(past);
    const daysAgo = Math.round((now - at) / DAY_MS);
    for (const each of acts) if (each.daysAgo === daysAgo) await each.act();
  }
}
