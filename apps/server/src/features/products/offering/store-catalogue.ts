/** The SQL that the catalogue needs of offerings: terms in force, orders and holders. */
import { orderCounts } from '../../../kernel/products/product-table.ts';
import { amount, int8, text, timestamptz } from '../../../platform/database/columns.ts';
import { defineQuery } from '../../../platform/database/query.ts';
import { offerings, offeringSubscriptions } from './store.ts';

/** Of every product with orders: holders have frozen coins of it. */
export const { holders, count } = orderCounts('offering', {
  table: 'offering_subscriptions',
  product: 'offering_id',
  isRunning: 'thawed_at is null',
});

/** What was sold of an offering in force. */
export const soldOfOffering = offerings
  .pick('asset', 'payAsset', 'sold', 'createdAt')
  .select('offering.soldUnderTerms', 'where id = $1', [int8]);

/** What each offering in force can still sell: nothing once its window has closed at `$1`. */
export const unsoldCoins = defineQuery({
  name: 'offering.unsold',
  text: `select id as product_id, asset,
      case when state = 'open' and not is_prohibited and closes_at > $1 then cap - sold else 0 end as amount
    from offerings`,
  params: [timestamptz],
  row: { productId: int8, asset: text, amount },
});

/** Newest first. */
export const subscriptionsTo = offeringSubscriptions
  .pick('id', 'memberId', 'asset', 'quantity', 'unfreezesAt', 'thawedAt', 'createdAt')
  .select(
    'offering.subscriptionsTo',
    'where offering_id = $1 order by id desc limit $2 offset $3',
    [int8, int8, int8],
  );
