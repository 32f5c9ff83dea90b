/** The door of fiat: bank cards, wires on their way in, payouts to a card, each through two people's eyes. */
import type { Bus } from '../../platform/bus.ts';
import type { TermsBook } from '../../kernel/terms/terms-book.ts';
import type { Feature } from '../../platform/feature.ts';
import { currencyTerms } from './currency-terms.ts';
import { fiatOperatorRoutes } from './operator.ts';
import type { PayoutDeps } from './payouts/create-payout.ts';
import { reviewPayouts } from './payouts/review-payouts.ts';
import { fiatRoutes } from './routes.ts';
import { createWire, type WireDeps, type WireInput } from './wires/create-wire.ts';
import { listWires, type WantedWires } from './wires/list-wires.ts';
import { reviewWires } from './wires/review-wires.ts';

/** For the calls that deposits over a chain and wires share. */
export interface Wires {
  /** Fails with: 4003, 4008, 4019, 4025, 5001, 5002, 5012, 5013. */
  create(input: WireInput): ReturnType<typeof createWire>;
  list(memberId: number, wanted: WantedWires): ReturnType<typeof listWires>;
}

export interface Fiat extends Feature {
  wires: Wires;
}

export function createFiat(deps: WireDeps & PayoutDeps & { bus: Bus; terms: TermsBook }): Fiat {
  deps.terms.register(currencyTerms(deps.assets));
  deps.reviews.register(reviewWires());
  deps.reviews.register(reviewPayouts(deps));
  return {
    slug: 'fiat',
    routes: [...fiatRoutes(deps), ...fiatOperatorRoutes(deps)],
    wires: {
      create: (input) => createWire(deps, input),
      list: (memberId, wanted) => listWires(deps.database, memberId, wanted),
    },
  };
}
