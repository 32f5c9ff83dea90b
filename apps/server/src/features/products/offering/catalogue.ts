/** New coins in the product catalogue: the terms of an offering, and how a version of them takes effect. */
import {
  type Amount,
  fitsScale,
  formatDecimal,
  type Price,
  SCALE,
  subtract,
  ZERO,
} from '@tern/money';
import { offeringCalls } from '@tern/protocol';
import { type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
import type { ReferencePrices } from '../../../kernel/prices/reference-prices.ts';
import type {
  TreasuryNeed,
  MemberView,
  ProductKind,
  ProductVersion,
} from '../../../kernel/products/product-kind.ts';
import { versionWriter } from '../../../kernel/products/product-table.ts';
import {
  amountTerm,
  assetTerm,
  countTerm,
  flagTerm,
  priceTerm,
  type TermProblem,
  type TermsOf,
  textsTerm,
  timeTerm,
} from '../../../kernel/products/term-fields.ts';
import { collectProblems } from '../../../kernel/products/term-problems.ts';
import { readPage } from '../../../kernel/requests/page.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { currentPrice, LETTER, offeringRow, withAssets } from './describe-offering.ts';
import {
  count,
  holders,
  offerings,
  soldOfOffering,
  subscriptionsTo,
  unsoldCoins,
} from './store.ts';

const CONTENT_MAX = 4_000;
const LOCK_DAYS_MAX = 3_650;

const fields = {
  asset: assetTerm('New coin'),
  payAsset: assetTerm('Paid in'),
  content: textsTerm('About the coin', {
    max: CONTENT_MAX,
    note: 'Members see their language, or English.',
  }),
  unitPrice: priceTerm('Unit price', { unit: '@payAsset' }),
  supply: amountTerm('Total supply', { unit: '@asset' }),
  cap: amountTerm('Cap', { unit: '@asset', note: 'No more is sold in this offering.' }),
  orderMin: amountTerm('Minimum order', { unit: '@asset' }),
  orderMax: amountTerm('Maximum order', { unit: '@asset' }),
  memberMax: amountTerm('Limit per customer', { unit: '@asset' }),
  lockDays: countTerm('Lock-up', { unit: 'days', max: LOCK_DAYS_MAX }),
  opensAt: timeTerm('Window opens'),
  closesAt: timeTerm('Window closes'),
  isProhibited: flagTerm('Prohibited', { note: 'Shown, but not sold.' }),
};

type Terms = TermsOf<typeof fields>;

interface CatalogueDeps {
  assets: AssetRegistry;
  prices: ReferencePrices;
}

export function offeringKind(deps: CatalogueDeps): ProductKind<typeof fields> {
  const { assets } = deps;
  return {
    kind: 'offering',
    label: 'New coin',
    letter: LETTER,
    fields,
    describe: ({ asset }) => ({ name: assets.find(asset)?.name ?? asset, asset }),
    check: async ({ id, terms }, reader) => [
      ...problemsOf(assets, terms),
      ...(await soldProblems(reader, id, terms)),
    ],
    put: versionWriter('offering', offerings, fields),
    preview: (product, to) => previewOf(deps, product, to),
    need: (product, reader) => needOf(product, reader),
    unsold: (reader, now) => reader.many(unsoldCoins, [now]),
    holders: (reader) => reader.many(holders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: subscriptionsTo, count },
        {
          filter: [productId],
          page,
          row: ({ quantity, unfreezesAt, thawedAt, ...order }) => ({
            ...order,
            amount: quantity,
            status: thawedAt === null ? 'frozen' : 'unfrozen',
            endsAt: unfreezesAt,
          }),
        },
      ),
    // Bought coins are the member's already: unfreezing them costs the exchange nothing.
    obligations: () => Promise.resolve([]),
  };
}

/** All coins that the version can still sell, until its window closes. */
async function needOf(
  { id, terms, at }: ProductVersion<Terms>,
  reader: Reader,
): Promise<TreasuryNeed | null> {
  const { asset, cap, closesAt, isProhibited } = terms;
  if (isProhibited || closesAt <= at) return null;
  const stored = await reader.maybe(soldOfOffering, [id]);
  const amount = subtract(cap, stored?.sold ?? ZERO);
  return { account: 'offerings', asset, amount, dueAt: closesAt };
}

/** Also true while the scale is unknown. */
const fits = (value: Amount | Price, scale: number | undefined): boolean =>
  scale === undefined || fitsScale(value, scale);

/** What is wrong with the terms alone: the checks of the table, and amounts that the assets cannot have. */
function problemsOf(assets: AssetRegistry, terms: Terms): TermProblem[] {
  const [coin, pay] = [assets.find(terms.asset), assets.find(terms.payAsset)];
  const { problems, refuse } = collectProblems<Terms>();
  refuse(coin === undefined, 'asset', 'Not listed.');
  refuse(coin !== undefined && !mayUse(coin, 'offering'), 'asset', 'Listed without this product.');
  refuse(pay === undefined, 'payAsset', 'Not listed.');
  refuse(terms.asset === terms.payAsset, 'payAsset', 'The same as the new coin.');
  for (const field of ['supply', 'cap', 'orderMin', 'orderMax', 'memberMax'] as const) {
    refuse(terms[field] <= ZERO, field, 'More than 0.');
    refuse(!fits(terms[field], coin?.scale), field, `At most ${coin?.scale} decimal places.`);
  }
  refuse(terms.unitPrice <= 0n, 'unitPrice', 'More than 0.');
  // Quantity × price is exact to the last digit of the ledger.
  const priceScale = coin && SCALE - coin.scale;
  refuse(!fits(terms.unitPrice, priceScale), 'unitPrice', `At most ${priceScale} decimal places.`);
  refuse(terms.orderMax < terms.orderMin, 'orderMax', 'At least the minimum order.');
  refuse(terms.memberMax < terms.orderMin, 'memberMax', 'At least the minimum order.');
  refuse(terms.cap < terms.orderMin, 'cap', 'At least the minimum order.');
  refuse(terms.supply < terms.cap, 'supply', 'At least the cap.');
  refuse(terms.closesAt <= terms.opensAt, 'closesAt', 'After the window opens.');
  return problems;
}

/** What was sold stays sold: the coins cannot change, and the cap cannot be lower. */
async function soldProblems(reader: Reader, id: number, terms: Terms): Promise<TermProblem[]> {
  const stored = await reader.maybe(soldOfOffering, [id]);
  if (stored === undefined || stored.sold === ZERO) return [];
  const { asset, payAsset, sold } = stored;
  const isSame = terms.asset === asset && terms.payAsset === payAsset;
  return [
    ...(isSame ? [] : [{ field: 'asset', text: `${asset} was sold for ${payAsset} already.` }]),
    ...(terms.cap < sold
      ? [{ field: 'cap', text: `${formatDecimal(sold)} were sold already.` }]
      : []),
  ];
}

async function previewOf(
  { assets, prices }: CatalogueDeps,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
  { reader, lang }: { reader: Reader; lang: Lang },
): Promise<MemberView> {
  const stored = await reader.maybe(soldOfOffering, [id]);
  const row = offeringRow(
    withAssets(assets, {
      ...terms,
      id,
      version,
      isClosed: !isOpen,
      sold: stored?.sold ?? ZERO,
      bought: ZERO,
      createdAt: stored?.createdAt ?? at,
      updatedAt: at,
    }),
    { now: at, current: currentPrice(prices, terms), lang },
  );
  return {
    page: `/pages/IEO/detail?id=${id || 1}`,
    answers: { [offeringCalls.findOffering.path]: { reissue: row } },
  };
}
