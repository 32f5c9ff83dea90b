/** Fixed terms in the product catalogue: the terms, and how a version of them takes effect. */
import { add, fitsScale, ONE, type Rate, SCALE, ZERO } from '@tern/money';
import { earnCalls } from '@tern/protocol';
import { endOfTerm, promisedYield } from '@tern/settlement';
import { type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import type { Lang } from '../../../kernel/i18n/texts.ts';
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
  clockTerm,
  countTerm,
  rateTerm,
  type TermProblem,
  type TermsOf,
  textsTerm,
  textTerm,
} from '../../../kernel/products/term-fields.ts';
import { collectProblems } from '../../../kernel/products/term-problems.ts';
import { readPage } from '../../../kernel/requests/page.ts';
import { fixedTermRow } from './describe-order.ts';
import { LETTER } from './entries.ts';
import { orderBoughtAt } from './rules.ts';
import {
  count,
  fixedTerms,
  holders,
  obligationsDue,
  ordersTo,
  type StoredFixedTerm,
} from './store.ts';

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
  dailyRate: rateTerm('Daily rate', { note: 'Simple, paid by the exchange.' }),
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

export function fixedTermKind({ assets }: { assets: AssetRegistry }): ProductKind<typeof fields> {
  return {
    kind: 'earn',
    label: 'Fixed term',
    letter: LETTER,
    fields,
    describe: ({ name, asset }) => ({ name, asset }),
    check: ({ terms }) => problemsOf(assets, terms),
    put: versionWriter('earn', fixedTerms, fields),
    preview: (product, { lang }) => previewOf(productOf(assets, product), lang),
    need: (product) => needOf(productOf(assets, product), product.at),
    unsold: () => Promise.resolve([]),
    holders: (reader) => reader.many(holders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: ordersTo, count },
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
function problemsOf(assets: AssetRegistry, terms: Terms): TermProblem[] {
  const asset = assets.find(terms.asset);
  const { problems, refuse } = collectProblems<Terms>();
  refuse(asset === undefined, 'asset', 'Not listed.');
  refuse(asset !== undefined && !mayUse(asset, 'earn'), 'asset', 'Listed without this product.');
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

/** The product as the rules and the API have it from `at` on. */
function productOf(
  assets: AssetRegistry,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
): StoredFixedTerm {
  const scale = assets.find(terms.asset)?.scale ?? SCALE;
  const state = isOpen ? 'open' : 'closed';
  return { ...terms, id, version, scale, state, createdAt: at, updatedAt: at };
}

function previewOf(product: StoredFixedTerm, lang: Lang): MemberView {
  return {
    page: `/pages/stake/detail?kind=fixed&id=${product.id || 1}`,
    answers: { [earnCalls.findFixedTerm.path]: { refinancing: fixedTermRow(product, lang) } },
  };
}

/** The yield of the largest order, bought at `at`. */
function needOf(product: StoredFixedTerm, at: number): TreasuryNeed {
  const order = orderBoughtAt(product, product.orderMax, at);
  return {
    account: 'yields',
    asset: product.asset,
    amount: promisedYield(order),
    dueAt: endOfTerm(order),
  };
}
