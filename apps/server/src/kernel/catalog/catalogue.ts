/** The catalogue of assets and instruments in each instance: what is listed while it runs appears within a second (ADR 101). */
import type { Bus } from '../../platform/bus.ts';
import { int2 } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import { defineQuery } from '../../platform/database/query.ts';
import { SECOND_MS } from '../../platform/durations.ts';
import type { Feature } from '../../platform/feature.ts';
import type { AssetRegistry } from './assets.ts';
import type { InstrumentRegistry } from './instruments.ts';

/** Ids grow with each listing. */
const newest = defineQuery({
  name: 'catalog.newest',
  text: 'select (select max(id) from assets) as asset_id, (select max(id) from instruments) as instrument_id',
  params: [],
  row: { assetId: int2, instrumentId: int2 },
});

/** Bus topic: something was listed. Sent after a commit. */
export const LISTED = 'catalog.listed';

export interface Catalogue extends Feature {
  /** Reads what was listed since. */
  refresh(): Promise<void>;
}

export function createCatalogue(deps: {
  readonly database: Database;
  readonly bus: Bus;
  readonly assets: AssetRegistry;
  readonly instruments: InstrumentRegistry;
}): Catalogue {
  const { database, bus, assets, instruments } = deps;
  const refresh = async () => {
    const { assetId, instrumentId } = await database.one(newest, []);
    const isKnown =
      assets.all.at(-1)?.id === assetId && instruments.all.at(-1)?.id === instrumentId;
    if (isKnown) return;
    const listed = await database.snapshot(async (reader) => {
      // Who learns of a market looks its coin up.
      await assets.refresh(reader);
      return instruments.refresh(reader);
    });
    if (listed.length > 0) instruments.announce(listed);
  };
  let unsubscribe = () => {};
  return {
    slug: 'catalog',
    refresh,
    jobs: [{ name: 'catalog.refresh', everyMs: SECOND_MS, runs: 'everywhere', run: refresh }],
    async start() {
      unsubscribe = bus.subscribe(LISTED, () => void refresh().catch(() => undefined));
      await refresh();
    },
    async stop() {
      unsubscribe();
    },
  };
}
