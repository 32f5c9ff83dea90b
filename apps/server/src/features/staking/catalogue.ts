/** Mining machines and staking in the product catalogue: the terms, and how a version of them takes effect. */
import { type Amount, fitsScale, ONE, type Rate, SCALE, ZERO } from '@tern/money';
import { type Obligation, obligationsByDay, parseShares } from '@tern/settlement';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { InstrumentBook } from '../../kernel/catalog/instruments.ts';
import type { ProductKind, ProductVersion } from '../../kernel/products/product-kind.ts';
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
} from '../../kernel/products/term-fields.ts';
import { collectProblems, percentText } from '../../kernel/products/term-texts.ts';
import { readPage } from '../../kernel/requests/page.ts';
import type { Reader } from '../../platform/database/database.ts';
import { machineRow, withScales } from './describe-staking.ts';
import { LETTER } from './order-no.ts';
import { symbolOf } from './payout-prices.ts';
import {
  countOrdersOfProduct,
  ordersOfProduct,
  productHolders,
  putProduct,
  runningOrders,
} from './store-catalogue.ts';
import { heldShares, productById } from './store-products.ts';

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
  assets: AssetBook;
  instruments: InstrumentBook;
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
    put: (tx, product) => tx.run(putProduct, rowOf(product)),
    preview: (product, reader) => previewOf(deps.assets, product, reader),
    holders: (reader) => reader.many(productHolders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: ordersOfProduct, count: countOrdersOfProduct },
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
  redeemed: 'redeemed early',
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

const rowOf = ({ id, version, isOpen, terms, at }: ProductVersion<Terms>) =>
  [
    id,
    version,
    isOpen ? 'open' : 'closed',
    terms.kind,
    terms.name,
    terms.content,
    terms.asset,
    terms.payAsset,
    terms.unitPrice,
    terms.dailyRate,
    terms.dailyOutput,
    terms.freezesOutput,
    terms.termDays,
    terms.payoutMinute,
    terms.penaltyRatio,
    terms.orderMax,
    terms.tokenAsset,
    terms.tokenMin,
    terms.shares,
    terms.listedAt,
    at,
  ] as const;

async function previewOf(
  assets: AssetBook,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
  reader: Reader,
) {
  const state = isOpen ? 'open' : 'closed';
  const stored = { ...terms, id, state, version, createdAt: at, updatedAt: at };
  const held = await reader.many(heldShares, [[id]]);
  const row = machineRow(withScales(assets, stored), { held, lang: 'en' });
  const isValue = row.dailyRate !== '';
  return {
    row,
    title: row.name,
    figure: isValue
      ? {
          value: percentText(terms.dailyRate ?? (0n as Rate)),
          caption: `a day, paid in ${row.coinname}`,
        }
      : { value: `${row.dailyOutput} ${row.coinname}`, caption: 'a day and unit' },
    facts: [
      { label: 'Unit price', value: `${row.price} ${row.payCoin}` },
      { label: 'Term', value: `${row.cycle} days` },
      { label: 'Payout', value: `daily, ${row.payoutTime} UTC` },
      { label: 'Output', value: terms.freezesOutput ? 'frozen to the end' : 'not frozen' },
      { label: 'Order limit', value: `${row.max} units` },
      ...(row.sharbltxt === '' ? [] : [{ label: 'Shares', value: row.sharbltxt }]),
      ...(row.tokenCoin === ''
        ? []
        : [{ label: 'Hold at least', value: `${row.tokenMin} ${row.tokenCoin}` }]),
    ],
    worst: row.returnsPrincipal
      ? `Leaving before the end costs ${percentText(terms.penaltyRatio)} of the principal, even if less has been earned.`
      : 'The price is spent: customers get coins, not money back. If the coin is worth nothing, all of it is lost.',
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
