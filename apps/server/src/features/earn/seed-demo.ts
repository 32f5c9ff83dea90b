/** The demo member's fixed terms: one that has ended, one in term, and one that was redeemed early. */
import type { DemoMember } from '../../kernel/products/product-kind.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { buyFixedTerm } from './buy-fixed-term.ts';
import type { EarnDeps } from './deps.ts';
import { payDueYields } from './pay-yields.ts';
import { redeemFixedTerm } from './redeem-fixed-term.ts';
import { allFixedTerms } from './store.ts';

/** `daysAgo` are before the first start. */
const PURCHASES = [
  { name: 'USDT 30', principal: '1500', daysAgo: 40 },
  { name: 'USDT 60', principal: '2000', daysAgo: 22 },
  { name: 'USDT 60', principal: '500', daysAgo: 15, redeemedDaysAgo: 6 },
];
const ALL = 100;

export async function seedDemo(deps: EarnDeps, { memberId, since, now }: DemoMember) {
  let at = since;
  const past = { ...deps, clock: { now: () => at } };
  const products = await deps.database.many(allFixedTerms, [ALL, 0]);
  const productOf = (name: string) => products.find((product) => product.name === name)!.id;
  const acts = PURCHASES.flatMap(({ name, principal, daysAgo, redeemedDaysAgo }) => {
    const order = { id: 0 };
    const buy = async () => {
      const productId = productOf(name);
      order.id = (await buyFixedTerm(past, { memberId, productId, principal, key: undefined })).ID;
    };
    const redeem = () => redeemFixedTerm(past, { memberId, id: order.id, key: undefined });
    const bought = { daysAgo, act: buy };
    return redeemedDaysAgo === undefined
      ? [bought]
      : [bought, { daysAgo: redeemedDaysAgo, act: redeem }];
  });
  for (; at < now; at += DAY_MS) {
    await payDueYields(past);
    const daysAgo = Math.round((now - at) / DAY_MS);
    for (const each of acts) if (each.daysAgo === daysAgo) await each.act();
  }
}
