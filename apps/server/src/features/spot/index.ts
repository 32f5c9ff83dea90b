/** Spot: a central limit order book per instrument, with exact money and durable answers. */
import type { Feature } from '../../platform/feature.ts';
import { createEngines, type EnginesDeps } from './engines.ts';
import { createOrderApi, type OrderApi } from './order-api.ts';
import { spotRoutes } from './routes.ts';

export { countOrdersOf } from './store.ts';
export type { TimeInForce, Order } from './order.ts';
export type { Fill, OrderKind, OrderState, OrderApi } from './order-api.ts';

export type SpotDeps = EnginesDeps;

export interface Spot extends Feature {
  /** For features that trade for a member. */
  orders: OrderApi;
}

export function createSpot(deps: SpotDeps): Spot {
  const engines = createEngines(deps);
  const parts = { database: deps.database, instruments: deps.instruments, engines };
  return {
    slug: 'spot',
    orders: createOrderApi(parts),
    routes: spotRoutes(parts),
    jobs: [
      { name: 'spot.withdraw-stale', everyMs: 1_000, run: async () => engines.withdrawStale() },
    ],
    start: () => engines.open(),
    stop: () => engines.close(),
  };
}
