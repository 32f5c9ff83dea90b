/** The door of spot: a central limit order book per instrument, with exact money and durable answers. */
import type { Feature } from '../../platform/feature.ts';
import { createDesks, type DesksDeps } from './desks.ts';
import { createProgramOrders, type ProgramOrders } from './program-orders.ts';
import { spotRoutes } from './routes.ts';

export type { Execution, Order } from './order.ts';
export type { Fill, OrderKind, OrderState, ProgramOrders } from './program-orders.ts';

export type SpotDeps = DesksDeps;

export interface Spot extends Feature {
  /** For features that trade on behalf of a member. */
  orders: ProgramOrders;
}

export function createSpot(deps: SpotDeps): Spot {
  const desks = createDesks(deps);
  const parts = { database: deps.database, instruments: deps.instruments, desks };
  return {
    slug: 'spot',
    orders: createProgramOrders(parts),
    routes: spotRoutes(parts),
    jobs: [{ name: 'spot.withdraw-stale', everyMs: 1_000, run: async () => desks.withdrawStale() }],
    start: () => desks.open(),
    stop: () => desks.close(),
  };
}
