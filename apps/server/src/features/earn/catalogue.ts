/** Fixed terms in the product catalogue: the terms, and how a version of them takes effect. */
import { add, fitsScale, ONE, type Rate, SCALE, ZERO } from '@tern/money';
import { endOfTerm, promisedYield, redemptionCost } from '@tern/settlement';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { ProductKind, ProductVersion } from '../../kernel/products/product-kind.ts';
import {
  amountTerm,
  assetTerm,
  clockTerm,
  countTerm,
  rateTerm,
  type TermProblem,
  type TermsOf,
  textsTerm,
  textTerm,
} from '../../kernel/products/term-fields.ts';
import { collectProblems, moneyText, percentText } from '../../kernel/products/term-texts.ts';
import { readPage } from '../../kernel/requests/page.ts';
import { fixedTermRow } from './describe-order.ts';
import { LETTER } from './entries.ts';
import { orderBoughtAt, redemptionTerms } from './rules.ts';
import {
  countOrdersTo,
  fixedTermHolders,
  obligationsDue,
  ordersTo,
  putFixedTerm,
} from './store-catalogue.ts';

const NAME_MAX = 40;
const CONTENT_MAX = 4_000;
const TERM_DAYS_MAX = 3_650;

const fields = {
  name: textTerm('Name', { max: NAME_MAX }),
  asset: assetTerm('Asset', { note: 'Of principal and yield.' }),
  content: textsTerm('About the product', {
    max: CONTENT_MAX,
    note: 'Members see their language, or English.',
  }),
  termDays: countTerm('Term', { unit: 'days', min: 1, max: TERM_DAYS_MAX }),
  dailyRate: rateTerm('Daily rate', { note: 'Simple, paid by the house.' }),
  payoutMinute: clockTerm('Payout time'),
  penaltyRatio: rateTerm('Penalty of early redemption', { note: 'Of the principal.' }),
  feeRatio: rateTerm('Fee of early redemption', { note: 'Of the principal.' }),
  orderMin: amountTerm('Minimum order', { unit: '@asset' }),
  orderMax: amountTerm('Maximum order', { unit: '@asset' }),
};

type Terms = TermsOf<typeof fields>;

const STATUS: Readonly<Record<string, string>> = {
  inTerm: 'in term',
  redeemed: 'redeemed',
  ended: 'ended',
};

export function fixedTermKind({ assets }: { assets: AssetBook }): ProductKind<typeof fields> {
  return {
    kind: 'earn',
    label: 'Fixed term',
    letter: LETTER,
    fields,
    describe: ({ name, asset }) => ({ name, asset }),
    check: ({ terms }) => problemsOf(assets, terms),
    put: (tx, product) => tx.run(putFixedTerm, rowOf(product)),
    preview: (product) => previewOf(assets, product),
    holders: (reader) => reader.many(fixedTermHolders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: ordersTo, count: countOrdersTo },
        {
          filter: [productId],
          page,
          row: ({ principal, state, endedAt, startsAt, termDays, ...order }) => ({
            ...order,
            amount: principal,
            status: STATUS[state] ?? state,
            endsAt: endedAt ?? endOfTerm({ startsAt, termDays }),
          }),
        },
      ),
    obligations: (reader) => reader.many(obligationsDue, []),
  };
}

/** What is wrong with the terms: the checks of the table, and amounts that the asset cannot have. */
function problemsOf(assets: AssetBook, terms: Terms): TermProblem[] {
  const asset = assets.find(terms.asset);
  const { problems, refuse } = collectProblems<Terms>();
  refuse(asset === undefined, 'asset', 'Not listed.');
  const scale = asset?.scale ?? SCALE;
  for (const field of ['orderMin', 'orderMax'] as const) {
    refuse(terms[field] <= ZERO, field, 'More than 0.');
    refuse(!fitsScale(terms[field], scale), field, `At most ${scale} decimal places.`);
  }
  refuse(terms.orderMax < terms.orderMin, 'orderMax', 'At least the minimum order.');
  refuse(terms.dailyRate <= 0n || terms.dailyRate >= ONE, 'dailyRate', 'Between 0 and 100 %.');
  const cost = add(terms.penaltyRatio, terms.feeRatio);
  refuse(cost > (ONE as Rate), 'penaltyRatio', 'Together with the fee at most 100 %.');
  return problems;
}

const rowOf = ({ id, version, isOpen, terms, at }: ProductVersion<Terms>) =>
  [
    id,
    version,
    isOpen ? 'open' : 'closed',
    terms.name,
    terms.asset,
    terms.content,
    terms.termDays,
    terms.dailyRate,
    terms.payoutMinute,
    terms.penaltyRatio,
    terms.feeRatio,
    terms.orderMin,
    terms.orderMax,
    at,
  ] as const;

/** As a member sees it, with the figures of the smallest order. */
function previewOf(assets: AssetBook, { id, version, terms, isOpen, at }: ProductVersion<Terms>) {
  const scale = assets.find(terms.asset)?.scale ?? SCALE;
  const product = {
    ...terms,
    id,
    version,
    scale,
    state: isOpen ? 'open' : 'closed',
    createdAt: at,
    updatedAt: at,
  };
  const row = fixedTermRow(product, 'en');
  const order = orderBoughtAt(product, terms.orderMin, at);
  const { cost } = redemptionCost(redemptionTerms(product), terms.orderMin);
  const money = (amount: bigint) => moneyText(amount, terms.asset);
  return {
    row,
    title: row.name,
    figure: { value: percentText(terms.dailyRate), caption: 'a day' },
    facts: [
      { label: 'Term', value: `${terms.termDays} days` },
      { label: 'Paid daily at', value: `${row.payoutTime} UTC` },
      { label: 'Minimum', value: money(terms.orderMin) },
      { label: 'Maximum', value: money(terms.orderMax) },
      { label: 'Yield of the minimum', value: money(promisedYield(order)) },
      { label: 'Penalty', value: percentText(terms.penaltyRatio) },
      { label: 'Fee', value: percentText(terms.feeRatio) },
    ],
    worst: `Leaving early costs ${money(cost)} of ${money(terms.orderMin)}.`,
  };
}
