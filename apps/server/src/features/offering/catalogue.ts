/** New coins in the product catalogue: the terms of an offering, and how a version of them takes effect. */
import { type Amount, fitsScale, formatDecimal, type Price, SCALE, ZERO } from '@tern/money';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import { decimalIn } from '../../kernel/i18n/texts.ts';
import type { ReferencePrices } from '../../kernel/prices/reference-prices.ts';
import type { ProductKind, ProductVersion } from '../../kernel/products/product-kind.ts';
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
} from '../../kernel/products/term-fields.ts';
import { collectProblems } from '../../kernel/products/term-texts.ts';
import { readPage } from '../../kernel/requests/page.ts';
import type { Reader } from '../../platform/database/database.ts';
import { currentPrice, LETTER, offeringRow, withAssets } from './describe-offering.ts';
import {
  countSubscriptionsTo,
  offeringHolders,
  putOffering,
  soldOfOffering,
  subscriptionsTo,
} from './store-catalogue.ts';

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
  assets: AssetBook;
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
    put: (tx, product) => tx.run(putOffering, rowOf(product)),
    preview: (product, reader) => previewOf(deps, product, reader),
    holders: (reader) => reader.many(offeringHolders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: subscriptionsTo, count: countSubscriptionsTo },
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
    // Bought coins are the member's already: unfreezing them costs the house nothing.
    obligations: () => Promise.resolve([]),
  };
}

/** Also true while the scale is unknown. */
const fits = (value: Amount | Price, scale: number | undefined): boolean =>
  scale === undefined || fitsScale(value, scale);

/** What is wrong with the terms alone: the checks of the table, and amounts that the assets cannot have. */
function problemsOf(assets: AssetBook, terms: Terms): TermProblem[] {
  const [coin, pay] = [assets.find(terms.asset), assets.find(terms.payAsset)];
  const { problems, refuse } = collectProblems<Terms>();
  refuse(coin === undefined, 'asset', 'Not listed.');
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

const rowOf = ({ id, version, isOpen, terms, at }: ProductVersion<Terms>) =>
  [
    id,
    version,
    isOpen ? 'open' : 'closed',
    terms.asset,
    terms.payAsset,
    terms.content,
    terms.supply,
    terms.unitPrice,
    terms.orderMin,
    terms.orderMax,
    terms.memberMax,
    terms.cap,
    terms.lockDays,
    terms.opensAt,
    terms.closesAt,
    terms.isProhibited,
    at,
  ] as const;

/** "21 Nov 2026, 09:29 UTC", as the app prints times. */
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const time = (at: number): string => `${timeFormat.format(at)} UTC`;

/** As a member sees it who has bought nothing of it. */
async function previewOf(
  { assets, prices }: CatalogueDeps,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
  reader: Reader,
) {
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
    { now: at, current: currentPrice(prices, terms), lang: 'en' },
  );
  const inCoin = (decimal: string) => `${decimalIn('en', decimal)} ${terms.asset}`;
  return {
    row,
    title: row.name,
    figure: {
      value: `${decimalIn('en', row.price)} ${row.payCoin}`,
      caption: `per ${row.coinname}`,
    },
    facts: [
      { label: 'Opens', value: time(terms.opensAt) },
      { label: 'Closes', value: time(terms.closesAt) },
      { label: 'Cap', value: inCoin(row.cap) },
      { label: 'Sold', value: inCoin(row.sold) },
      { label: 'Minimum', value: inCoin(row.min) },
      { label: 'Maximum', value: inCoin(row.max) },
      { label: 'Your limit', value: inCoin(row.userMax) },
      { label: 'Lock-up', value: `${terms.lockDays} days` },
    ],
    worst: `Coins stay frozen for ${terms.lockDays} days. If the coin is worth nothing then, all that was paid for it is lost.`,
  };
}
