/** Products that are withheld from clients by the country where they proved to live (ADR 115). */
import { COUNTRY_CODES } from '@tern/protocol/countries';
import type { Reader } from '../../platform/database/database.ts';
import { Refusal } from '../requests/refusal.ts';
import { type Settings, settingOf } from '../settings/settings.ts';

/** The European Economic Area, with the parts of its countries that have a code of their own. */
const EUROPEAN_AREA =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK AX GF GP MF MQ RE YT SJ';

/** United Kingdom with Gibraltar and the crown dependencies, United States with their territories, Canada, Australia, Israel. */
const OTHERS = 'GB GG GI IM JE US AS GU MP PR VI CA AU IL';

/** Where binary options are forbidden for retail clients. */
const FORBID_CONTRACTS: readonly string[] = `${EUROPEAN_AREA} ${OTHERS}`.split(' ');

const known: ReadonlySet<unknown> = new Set(COUNTRY_CODES);

const countriesOf = (key: string, product: string, fallback: readonly string[]) =>
  settingOf<ReadonlySet<string>>({
    key: `withheld.${key}`,
    name: `${product}: countries without`,
    effect: `Members whose verified residence is in these countries are not offered ${product.toLowerCase()}. All members are retail clients.`,
    form: { kind: 'list' },
    range: 'a list of countries by ISO 3166, such as CH',
    fallback,
    parse(value) {
      if (Array.isArray(value) && value.every((code) => known.has(code))) return new Set(value);
      throw new Error(`setting withheld.${key} is not a list of countries`);
    },
  });

export const withheldSettings = {
  contracts: countriesOf('contracts', 'Timed contracts', FORBID_CONTRACTS),
  staking: countriesOf('staking', 'Staking and machines', []),
  fixedTerms: countriesOf('fixedTerms', 'Fixed terms', []),
  loans: countriesOf('loans', 'Loans', []),
  offerings: countriesOf('offerings', 'New coins', []),
};
export type WithheldProduct = keyof typeof withheldSettings;

export interface ProvenResidence {
  /** By ISO 3166. */
  country: string;
  /** Whether the newest verified documents say it: an older one still forbids, and allows nothing by itself. */
  isCurrent: boolean;
}

export interface ProductRules {
  /** What documents of the member proved; undefined without such documents. */
  residenceOf(reader: Reader, memberId: number): Promise<ProvenResidence | undefined>;
  /** Whether it may be bought; what is withheld is left out of lists. */
  isOffered(reader: Reader, product: WithheldProduct, memberId: number): Promise<boolean>;
  /** For what is bought, never for what ends or pays out. Nothing is refused without a proven residence. @throws not-available */
  refuse(product: WithheldProduct, residence: ProvenResidence | undefined): void;
  /** Both. @throws not-available */
  assertOffered(reader: Reader, product: WithheldProduct, memberId: number): Promise<void>;
}

export function createProductRules({
  settings,
  mode,
  residenceOf,
}: {
  settings: Pick<Settings, 'read'>;
  mode: 'paper' | 'live';
} & Pick<ProductRules, 'residenceOf'>): ProductRules {
  const isWithheld = (product: WithheldProduct, residence: string): boolean => {
    // Where money is real, a setting adds countries to those of the law, and takes none away.
    const isForbidden =
      mode === 'live' && product === 'contracts' && FORBID_CONTRACTS.includes(residence);
    return isForbidden || settings.read(withheldSettings[product]).has(residence);
  };
  const refuse: ProductRules['refuse'] = (product, proven) => {
    if (proven === undefined || !isWithheld(product, proven.country)) return;
    const { country: residence } = proven;
    throw new Refusal('not-available', { text: 'products.withheld', data: { residence } });
  };
  return {
    residenceOf,
    refuse,
    async isOffered(reader, product, memberId) {
      const proven = await residenceOf(reader, memberId);
      return proven === undefined || !isWithheld(product, proven.country);
    },
    async assertOffered(reader, product, memberId) {
      refuse(product, await residenceOf(reader, memberId));
    },
  };
}
