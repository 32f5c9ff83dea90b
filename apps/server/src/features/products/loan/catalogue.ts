/** Loans in the product catalogue: the terms, and how a version of them takes effect. */
import { fitsScale, ONE, SCALE, ZERO } from '@tern/money';
import { loanCalls } from '@tern/protocol';
import { type AssetRegistry, mayUse } from '../../../kernel/catalog/assets.ts';
import type {
  MemberView,
  ProductKind,
  ProductVersion,
} from '../../../kernel/products/product-kind.ts';
import { versionWriter } from '../../../kernel/products/product-table.ts';
import {
  amountTerm,
  assetTerm,
  countTerm,
  rateTerm,
  type TermProblem,
  type TermsOf,
  textTerm,
} from '../../../kernel/products/term-fields.ts';
import { collectProblems } from '../../../kernel/products/term-problems.ts';
import { readPage } from '../../../kernel/requests/page.ts';
import { productRow } from './describe-loan.ts';
import { LETTER } from './entries.ts';
import { count, holders, loanProducts, loansTo } from './store.ts';

const NAME_MAX = 40;
const DAYS_MAX = 3_650;

const fields = {
  name: textTerm('Name', { max: NAME_MAX }),
  asset: assetTerm('Asset'),
  amountMin: amountTerm('Minimum amount', { unit: '@asset' }),
  amountMax: amountTerm('Maximum amount', { unit: '@asset' }),
  dailyRate: rateTerm('Daily rate', { note: 'Simple interest, also when the loan is overdue.' }),
  freeDays: countTerm('Interest-free days', { unit: 'days', max: DAYS_MAX }),
  termDays: countTerm('Term', { unit: 'days', min: 1, max: DAYS_MAX }),
};

type Terms = TermsOf<typeof fields>;

const STATUS: Readonly<Record<string, string>> = { reviewed: 'under review' };

export function loanKind({ assets }: { assets: AssetRegistry }): ProductKind<typeof fields> {
  return {
    kind: 'loan',
    label: 'Loan',
    letter: LETTER,
    fields,
    describe: ({ name, asset }) => ({ name, asset }),
    check: ({ terms }) => problemsOf(assets, terms),
    put: versionWriter('loan', loanProducts, fields),
    preview: (product) => previewOf(assets, product),
    need: ({ terms: { asset, amountMax: amount }, at }) => ({
      account: 'loans',
      asset,
      amount,
      dueAt: at,
    }),
    unsold: () => Promise.resolve([]),
    holders: (reader) => reader.many(holders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: loansTo, count },
        {
          filter: [productId],
          page,
          row: ({ offered, state, dueAt, ...loan }) => ({
            ...loan,
            amount: offered,
            status: STATUS[state] ?? state,
            endsAt: dueAt,
          }),
        },
      ),
    // Borrowers owe the exchange, not the exchange them.
    obligations: () => Promise.resolve([]),
  };
}

/** What is wrong with the terms: the checks of the table, and amounts that the asset cannot have. */
function problemsOf(assets: AssetRegistry, terms: Terms): TermProblem[] {
  const asset = assets.find(terms.asset);
  const { problems, refuse } = collectProblems<Terms>();
  refuse(asset === undefined, 'asset', 'Not listed.');
  refuse(asset !== undefined && !mayUse(asset, 'loan'), 'asset', 'Listed without this product.');
  const scale = asset?.scale ?? SCALE;
  for (const field of ['amountMin', 'amountMax'] as const) {
    refuse(terms[field] <= ZERO, field, 'More than 0.');
    refuse(!fitsScale(terms[field], scale), field, `At most ${scale} decimal places.`);
  }
  refuse(terms.amountMax < terms.amountMin, 'amountMax', 'At least the minimum amount.');
  refuse(terms.dailyRate <= 0n || terms.dailyRate >= ONE, 'dailyRate', 'Between 0 and 100 %.');
  // Interest is exact to the last digit of the ledger.
  const places = asset === undefined ? SCALE : SCALE - scale;
  refuse(!fitsScale(terms.dailyRate, places), 'dailyRate', `At most ${places} decimal places.`);
  return problems;
}

/** Among the products of the page of loans. */
function previewOf(
  assets: AssetRegistry,
  { id, version, terms, isOpen, at }: ProductVersion<Terms>,
): MemberView {
  const scale = assets.find(terms.asset)?.scale ?? SCALE;
  const state = isOpen ? 'open' : 'closed';
  const row = productRow({ ...terms, id, version, scale, state, createdAt: at, updatedAt: at });
  const list = isOpen ? [row] : [];
  return {
    page: '/pages/bitcoin/loan',
    answers: { [loanCalls.loans.path]: { list, total: list.length, page: 1, pageSize: 1 } },
  };
}
