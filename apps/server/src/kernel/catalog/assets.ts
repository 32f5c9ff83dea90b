/** The assets: code, name, kind and scale. Those listed later follow (`catalogue.ts`). */
import type { CoinUse } from '@tern/protocol/operator';
import type { Lang } from '../i18n/texts.ts';
import { arrayOf, int2, jsonb, text, timestamptz } from '../../platform/database/columns.ts';
import type { Reader } from '../../platform/database/database.ts';
import { defineQuery, type RowOf } from '../../platform/database/query.ts';

/** Where pictures of coins are served (`coin-pictures.ts`). */
export const PICTURES = '/coin-pictures/';

const allAssets = defineQuery({
  name: 'kernel.allAssets',
  text: 'select id, code, name, kind, scale, picture, names, uses, created_at from assets order by id',
  params: [],
  row: {
    id: int2,
    code: text,
    name: text,
    kind: text,
    scale: int2,
    picture: text,
    names: jsonb<Partial<Record<Lang, string>>>(),
    uses: arrayOf(text),
    createdAt: timestamptz,
  },
});

/**
 * `scale` is the number of decimal places an amount of the asset may have; `name` is English, `names` has others; `picture` is the
 * hash of its picture, or empty.
 */
export type Asset = RowOf<typeof allAssets>;

/** Whether a product may use it: two people chose when they listed it. */
export const mayUse = (asset: Pick<Asset, 'uses'> | undefined, use: CoinUse): boolean =>
  asset?.uses.includes(use) ?? false;

/** In the reader's language, or in English. */
export const assetName = ({ name, names }: Pick<Asset, 'name' | 'names'>, lang: Lang): string =>
  names[lang] ?? name;

/** Path of its picture; empty: the app has a mark for it, or shows its first letter. */
export const logoOf = (asset: Pick<Asset, 'picture'> | undefined): string =>
  asset === undefined || asset.picture === '' ? '' : `${PICTURES}${asset.picture}.png`;

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
