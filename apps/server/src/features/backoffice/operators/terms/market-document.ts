/** Changes of a market's terms as stored in a version, and as shown to people. Pure. */
import { decimal, fitsScale, formatDecimal, parseDecimal, percentOf, type Rate } from '@tern/money';
import {
  type MarketTerms,
  type MarketTermsVersion,
  marketTermsFields,
} from '../../../../kernel/catalog/market-terms.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { SettingVersion } from '../store-proposals.ts';

/** No setting has a key of this form. */
const KEY = /^pair[.]([a-z0-9]+)$/;

export const keyOfMarket = (symbol: string) => `pair.${symbol}`;

/** Undefined for the key of a setting, network or currency. */
export const symbolOfKey = (key: string): string | undefined => KEY.exec(key)?.[1];

/** A hundredth of a basis point. */
const SCALE = 6;

/** Above a percent a fee is a typing error. A nearer bound halts at a usual movement, a wider one at none. */
const RANGES = {
  makerFee: ['0', '0.01'],
  takerFee: ['0', '0.01'],
  jumpBound: ['0.01', '0.5'],
} as const;

/** In English, like all evidence. */
export const MARKET_LABELS: Readonly<Record<keyof MarketTerms, string>> = {
  makerFee: 'Maker fee',
  takerFee: 'Taker fee',
  jumpBound: 'A jump that halts it',
};

export type MarketTermsInput = Partial<Record<keyof MarketTerms, string | number>>;

/** @throws invalid-request naming the field, with the range in `data.range` */
export function readMarketChange(given: MarketTermsInput): Partial<MarketTerms> {
  const change: Partial<MarketTerms> = {};
  for (const field of marketTermsFields) {
    const text = given[field];
    if (text === undefined) continue;
    const [min, max] = RANGES[field];
    const value = parseDecimal<Rate>(String(text));
    const isPossible =
      value !== undefined &&
      value >= decimal<Rate>(min) &&
      value <= decimal<Rate>(max) &&
      fitsScale(value, SCALE);
    if (!isPossible) {
      const range = `${percentOf(min)}% to ${percentOf(max)}%`;
      throw new Refusal('invalid-request', { fields: [field], data: { range } });
    }
    change[field] = value;
  }
  return change;
}

export const marketFieldsOf = (change: Partial<MarketTerms>) =>
  marketTermsFields.filter((field) => change[field] !== undefined);

/** Decimal text; changed fields only. */
export const marketDocumentOf = (change: Partial<MarketTerms>): Record<string, string> =>
  Object.fromEntries(
    marketFieldsOf(change).map((field) => [field, formatDecimal(change[field] as Rate)]),
  );

/** @throws Error for an invalid ratio */
export function marketStepOf(
  version: Pick<SettingVersion, 'id' | 'effectiveAt' | 'value'>,
): MarketTermsVersion {
  const { id, effectiveAt } = version;
  const document = version.value as Record<string, string | undefined>;
  const pairs = marketTermsFields.flatMap((field) => {
    const text = document[field];
    return text === undefined ? [] : [[field, decimal<Rate>(text)] as const];
  });
  return { id, effectiveAt, change: Object.fromEntries(pairs) };
}

/** Ratios before and after, as decimal text. `before`: the terms just before it; left out once it replaced them. */
export function marketChanges(
  { value, replaced }: Pick<SettingVersion, 'value' | 'replaced'>,
  before?: MarketTerms,
) {
  const after = value as Record<string, string>;
  const stored = replaced ?? (before === undefined ? {} : marketDocumentOf(before));
  const from = stored as Record<string, string | undefined>;
  return marketTermsFields.flatMap((field) => {
    const to = after[field];
    return to === undefined ? [] : [{ field, from: from[field] ?? '', to }];
  });
}
