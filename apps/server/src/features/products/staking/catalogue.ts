/** Mining machines and staking in the product catalogue: the terms, and how a version of them takes effect. */
import { type Amount, fitsScale, formatDecimal, ONE, SCALE, ZERO } from '@tern/money';
import { stakingCalls } from '@tern/protocol';
import {
  endOfTerm,
  type Obligation,
  obligationsByDay,
  parseShares,
  promisedYield,
  startOfTerm,
} from '@tern/settlement';
import { type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import type { InstrumentRegistry } from '../../../kernel/catalog/instruments.ts';
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
  choiceTerm,
  clockTerm,
  countTerm,
  flagTerm,
  optional,
  rateTerm,
  type TermProblem,
  type TermsOf,
  textTerm,
  textsTerm,
  timeTerm,
} from '../../../kernel/products/term-fields.ts';
import { collectProblems } from '../../../kernel/products/term-problems.ts';
import { readPage } from '../../../kernel/requests/page.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { machineRow, type Product, withScales } from './describe-staking.ts';
import { yieldAssetOf } from './entries.ts';
import { LETTER } from './order-no.ts';
import { currentPrice, symbolOf } from './payout-prices.ts';
import { quoteOf } from './quote-machine.ts';
import { dailyOf, incomeOf, type Lot, priceOf } from './rules.ts';
import { count, holders, ordersOfProduct, runningOrders } from './store-orders.ts';
import { heldShares, productById, stakingProducts } from './store-products.ts';

const fields = {
  kind: choiceTerm('Ownership', {
    sole: 'Sole machine',
    shared: 'Shared machine',
    staking: 'Staking',
  }),
  name: textTerm('Name', { max: 60 }),
  content: textsTerm('About the product', {
    max: 4_000,
    note: 'Members see their language, or English.',
  }),
  asset: assetTerm('Pays out in'),
  payAsset: assetTerm('Paid in', { note: 'USDT, for all products.' }),
  unitPrice: amountTerm('Unit price', {
    unit: '@payAsset',
    note: 'Of a shared machine: the whole machine.',
  }),
  dailyRate: optional(
    rateTerm('Daily rate', {
      note: 'Constant value: of the price paid. Empty for constant coins.',
    }),
  ),
  dailyOutput: optional(
    amountTerm('Daily output', {
      unit: '@asset',
      note: 'Constant coins, per unit. Empty for a constant value.',
    }),
  ),
  freezesOutput: flagTerm('Frozen output', { note: 'Released at the end of the term.' }),
  termDays: countTerm('Term', { unit: 'days', min: 1, max: 3_650 }),
  payoutMinute: clockTerm('Payout time'),
  penaltyRatio: rateTerm('Penalty of early redemption', { note: '0 for machines.' }),
  orderMax: countTerm('Maximum order', { unit: 'units', min: 1, max: 999_999 }),
  tokenAsset: optional(assetTerm('Platform token', { note: 'Empty: anyone can buy.' })),
  tokenMin: amountTerm('Least holding of it', { unit: '@tokenAsset' }),
  shares: optional(
    textTerm('Shares', { max: 40, note: 'In percent: 40|60. Shared machines only.' }),
  ),
  listedAt: timeTerm('Listing time'),
};

type Terms = TermsOf<typeof fields>;

interface CatalogueDeps {
  assets: AssetRegistry;
  instruments: InstrumentRegistry;
  prices: ReferencePrices;
}

export function stakingKind(deps: CatalogueDeps): ProductKind<typeof fields> {
  return {
    kind: 'staking',
    label: 'Mining machine or staking',
    letter: LETTER,
    fields,
    describe: ({ name, asset }) => ({ name, asset }),
    check: async ({ id, terms }, reader) => [
      ...problemsOf(deps, terms),
      ...(await heldProblems(reader, id, terms)),
    ],
    put: versionWriter('staking', stakingProducts, fields),
    preview: (product, to) =>
      previewOf(deps, productOf(deps.assets, product), { ...to, at: product.at }),
    need: (product) => needOf(productOf(deps.assets, product), product.at),
    unsold: () => Promise.resolve([]),
    holders: (reader) => reader.many(holders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: ordersOfProduct, count },
        {
          filter: [productId],
          page,
          row: ({ payAsset: asset, paid: amount, state, ...order }) => ({
            ...order,
            asset,
            amount,
            status: STATUS[state] ?? state,
          }),
        },
      ),
    obligations: obligationsOf,
  };
}

/** For operators. */
const STATUS: Readonly<Record<string, string>> = {
  pending: 'waiting for other shares',
  running: 'in term',
  redeemed: 'redeemed early or given up',
  refunded: 'refunded',
  ended: 'ended',
};

/** What is wrong with the terms alone: the checks of the table, and amounts that the assets cannot have. */
function problemsOf({ assets, instruments }: CatalogueDeps, terms: Terms): TermProblem[] {
  const { problems, refuse } = collectProblems<Terms>();
  const [coin, pay] = [assets.find(terms.asset), assets.find(terms.payAsset)];
  const { dailyRate, dailyOutput, tokenAsset, shares } = terms;
  const isShared = terms.kind === 'shared';
  const payScale = pay?.scale ?? SCALE;
  refuse(coin === undefined, 'asset', 'Not listed.');
  refuse(coin !== undefined && !mayUse(coin, 'staking'), 'asset', 'Listed without this product.');
  refuse(terms.payAsset !== 'USDT', 'payAsset', 'USDT.');
  refuse(terms.unitPrice <= ZERO, 'unitPrice', 'More than 0.');
  refuse(!fitsScale(terms.unitPrice, payScale), 'unitPrice', `At most ${payScale} decimal places.`);
  refuse(
    (dailyRate === null) === (dailyOutput === null),
    'dailyRate',
    'Either a daily rate or a daily output.',
  );
  refuse(
    dailyRate !== null && (dailyRate <= 0n || dailyRate >= ONE),
    'dailyRate',
    'More than 0, less than 1.',
  );
  refuse(dailyOutput !== null && dailyOutput <= ZERO, 'dailyOutput', 'More than 0.');
  const isConverted = dailyRate !== null && terms.asset !== terms.payAsset;
  refuse(
    isConverted && instruments.find(symbolOf(terms)) === undefined,
    'asset',
    `No market for ${terms.payAsset}.`,
  );
  refuse(terms.penaltyRatio < 0n || terms.penaltyRatio > ONE, 'penaltyRatio', 'From 0 to 1.');
  refuse(
    terms.kind !== 'staking' && terms.penaltyRatio !== 0n,
    'penaltyRatio',
    '0: a machine returns no principal.',
  );
  refuse(tokenAsset !== null && assets.find(tokenAsset) === undefined, 'tokenAsset', 'Not listed.');
  refuse(
    (tokenAsset === null) !== (terms.tokenMin === ZERO),
    'tokenMin',
    'More than 0 with a token, else 0.',
  );
  refuse(
    isShared && parseShares(shares ?? '') === undefined,
    'shares',
    '2 to 10 percents that add up to 100.',
  );
  refuse(!isShared && shares !== null, 'shares', 'Only of a shared machine.');
  refuse(isShared && terms.orderMax !== 1, 'orderMax', '1 for a shared machine.');
  return problems;
}

/** While a share is held, the terms of its machine stay: all shares have the same. */
async function heldProblems(reader: Reader, id: number, terms: Terms): Promise<TermProblem[]> {
  const stored = await reader.maybe(productById, [id]);
  if (stored?.kind !== 'shared') return [];
  if ((await reader.many(heldShares, [[id]])).length === 0) return [];
  const fixed = [
    'kind',
    'shares',
    'asset',
    'unitPrice',
    'dailyRate',
    'dailyOutput',
    'freezesOutput',
    'termDays',
    'payoutMinute',
  ] as const;
  return fixed
    .filter((field) => stored[field] !== terms[field])
    .map((field) => ({ field, text: 'Stays while a share of the machine is held.' }));
}

/** The product as the rules and the API have it from `at` on. */
function productOf(
  assets: AssetRegistry,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
): Product {
  const state = isOpen ? 'open' : 'closed';
  return withScales(assets, { ...terms, id, state, version, createdAt: at, updatedAt: at });
}

/** The page shows the figures of one unit, or of the first free share, before anything is typed. */
async function previewOf(
  { prices }: CatalogueDeps,
  product: Product,
  { reader, lang, at }: { reader: Reader; lang: Lang; at: number },
): Promise<MemberView> {
  const { id, kind, shares } = product;
  const held = await reader.many(heldShares, [[id]]);
  const lot = firstLot(shares, held);
  const price = currentPrice({ prices }, product);
  return {
    page: `/pages/stake/detail?kind=${kind === 'staking' ? kind : 'machines'}&id=${id || 1}`,
    answers: {
      [stakingCalls.findMachine.path]: { remining_machine: machineRow(product, { held, lang }) },
      ...(lot === undefined
        ? {}
        : {
            [stakingCalls.machineQuote.path]: {
              ...quoteOf(product, lot, { held: held.length, price, at }),
              // Of a member who can afford it.
              available: formatDecimal(priceOf(product, lot)),
            },
          }),
    },
  };
}

/** Undefined if all shares are held. */
function firstLot(
  shares: readonly number[] | null,
  held: readonly { position: number }[],
): Lot | undefined {
  if (shares === null) return { units: 1, percent: null };
  const percent = shares.find((_, index) => held.every(({ position }) => position !== index + 1));
  return percent === undefined ? undefined : { units: 1, percent };
}

/** The yield of the largest order, bought at `at`; of a shared machine, of all its shares. */
function needOf(product: Product, at: number): TreasuryNeed {
  const { termDays } = product;
  const daily = dailyOf(product, { units: product.orderMax, percent: null });
  const schedule = { startsAt: startOfTerm(at, product.payoutMinute), termDays };
  return {
    account: 'yields',
    asset: yieldAssetOf({ ...product, income: incomeOf(product) }),
    amount: promisedYield({ daily, termDays }),
    dueAt: endOfTerm(schedule),
  };
}

async function obligationsOf(reader: Reader): Promise<readonly Obligation[]> {
  const running = await reader.many(runningOrders, []);
  return obligationsByDay(
    running.map(({ orders, ...order }) => {
      const times = (amount: Amount) => (amount * BigInt(orders)) as Amount;
      const { yieldBase, yieldRate: rate, yieldScale: scale } = order;
      return {
        startsAt: order.startsAt,
        termDays: order.termDays,
        paidDays: order.paidDays,
        daily: { base: times(yieldBase), rate, scale },
        principal: order.kind === 'staking' ? times(order.paid) : ZERO,
        outputIsFrozen: order.freezesOutput,
        yieldAsset: order.yieldAsset,
        principalAsset: order.payAsset,
      };
    }),
  );
}
