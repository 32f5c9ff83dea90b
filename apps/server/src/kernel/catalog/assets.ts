/** The assets: code, name, kind and scale. Those listed later follow (`catalogue.ts`). */
import { int2, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

const allAssets = defineQuery({
  name: 'kernel.allAssets',
  text: 'select id, code, name, kind, scale, created_at from assets order by id',
  params: [],
  row: { id: int2, code: text, name: text, kind: text, scale: int2, createdAt: timestamptz },
});

/** `scale` is the number of decimal places an amount of the asset may have. */
export type Asset = RowOf<typeof allAssets>;

export interface AssetRegistry {
  /** In display order. Whoever holds the list sees what is listed later at its end. */
  readonly all: readonly Asset[];
  find(code: string): Asset | undefined;
  /** For codes from our own tables. @throws Error for an unknown code */
  get(code: string): Asset;
  /** Adds what was listed since. */
  refresh(reader: Reader): Promise<void>;
}

export async function loadAssets(reader: Reader): Promise<AssetRegistry> {
  const all: Asset[] = [];
  const byCode = new Map<string, Asset>();
  const registry: AssetRegistry = {
    all,
    find: (code) => byCode.get(code),
    get(code) {
      const asset = byCode.get(code);
      if (asset === undefined) throw new Error(`no asset ${code}`);
      return asset;
    },
    async refresh(from) {
      for (const asset of await from.many(allAssets, [])) {
        if (byCode.has(asset.code)) continue;
        byCode.set(asset.code, asset);
        all.push(asset);
      }
    },
  };
  await registry.refresh(reader);
  return registry;
}
