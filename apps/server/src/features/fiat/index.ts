/** The door of fiat: bank cards, wires on their way in, payouts to a card, each through two people's eyes. */
import type { Bus } from '../../platform/bus.ts';
import type { Feature } from '../../platform/feature.ts';
import { fiatOperatorRoutes } from './operator.ts';
import type { PayoutDeps } from './payouts/create-payout.ts';
import { reviewPayouts } from './payouts/review-payouts.ts';
import { fiatRoutes } from './routes.ts';
import { createWire, type WireDeps, type WireInput } from './wires/create-wire.ts';
import { reviewWires } from './wires/review-wires.ts';

export interface Fiat extends Feature {
  /** What `createRecharge` does with cate 2. Fails with: 4003, 4008, 4019, 4025, 5001, 5002, 5012, 5013. */
  createWire(input: WireInput): ReturnType<typeof createWire>;
}

export function createFiat(deps: WireDeps & PayoutDeps & { bus: Bus }): Fiat {
  deps.reviews.register(reviewWires());
  deps.reviews.register(reviewPayouts());
  return {
    slug: 'fiat',
    routes: [...fiatRoutes(deps), ...fiatOperatorRoutes(deps)],
    createWire: (input) => createWire(deps, input),
  };
}
