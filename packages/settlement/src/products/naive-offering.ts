/** A naive model of an offering: it sells unit by unit and refuses an order whose units are not all left. */
import type { OfferingTerms } from './offering.ts';

/** An order for a number of whole units. */
export interface NaiveOrder {
  readonly member: number;
  readonly units: number;
}

/**
 * Which orders are accepted, in the order they came.
 * Units: one unit is one whole coin; the terms' limits are whole coins.
 */
export function sellNaively(
  terms: Pick<OfferingTerms, 'orderMin' | 'orderMax' | 'memberMax' | 'cap'>,
  orders: readonly NaiveOrder[],
): readonly boolean[] {
  const limit = (amount: bigint) => Number(amount / 10n ** 18n);
  const owners: number[] = [];
  return orders.map(({ member, units }) => {
    const own = owners.filter((owner) => owner === member).length;
    let buyable = 0;
    while (
      buyable < limit(terms.orderMax) &&
      own + buyable < limit(terms.memberMax) &&
      owners.length + buyable < limit(terms.cap)
    ) {
      buyable += 1;
    }
    const isTooFew = units < limit(terms.orderMin) && units !== buyable;
    if (units < 1 || units > buyable || isTooFew) return false;
    for (let unit = 0; unit < units; unit += 1) owners.push(member);
    return true;
  });
}
