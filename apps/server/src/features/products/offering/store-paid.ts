/** What a member paid for new coins: their worth until they have a market. */
import { amount, int8, text } from '../../../platform/database/columns.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { defineQuery } from '../../../platform/database/query.ts';

const paidFor = defineQuery({
  name: 'offering.paidForCoins',
  text: `select asset, pay_asset, sum(quantity) as quantity, sum(paid) as paid from offering_subscriptions
    where member_id = $1 group by asset, pay_asset order by asset, pay_asset`,
  params: [int8],
  row: { asset: text, payAsset: text, quantity: amount, paid: amount },
});

/** By coin and what it was paid in: all subscriptions of the member, also those that were released. */
export const paidForCoins = (reader: Reader, memberId: number) => reader.many(paidFor, [memberId]);
