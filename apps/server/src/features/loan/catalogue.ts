/** Loans in the product catalogue: the terms, and how a version of them takes effect. */
import { fitsScale, ONE, SCALE, ZERO } from '@tern/money';
import { loanWorstCase, yearlyRate } from '@tern/settlement';
import type { AssetBook } from '../../kernel/catalog/assets.ts';
import type { ProductKind, ProductVersion } from '../../kernel/products/product-kind.ts';
import {
  amountTerm,
  assetTerm,
  countTerm,
  rateTerm,
  type TermProblem,
  type TermsOf,
  textTerm,
} from '../../kernel/products/term-fields.ts';
import { collectProblems, moneyText, percentText } from '../../kernel/products/term-texts.ts';
import { readPage } from '../../kernel/requests/page.ts';
import { productRow } from './describe-loan.ts';
import { LETTER } from './entries.ts';
import { exampleAmount } from './rules.ts';
import { countLoansTo, loansTo, productHolders, putProduct } from './store-catalogue.ts';

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

export function loanKind({ assets }: { assets: AssetBook }): ProductKind<typeof fields> {
  return {
    kind: 'loan',
    label: 'Loan',
    letter: LETTER,
    fields,
    describe: ({ name, asset }) => ({ name, asset }),
    check: ({ terms }) => problemsOf(assets, terms),
    put: (tx, product) => tx.run(putProduct, rowOf(product)),
    preview: (product) => previewOf(assets, product),
    holders: (reader) => reader.many(productHolders, []),
    orders: (reader, productId, page) =>
      readPage(
        reader,
        { list: loansTo, count: countLoansTo },
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
    // Borrowers owe the house, not the house them.
    obligations: () => Promise.resolve([]),
  };
}

/** What is wrong with the terms: the checks of the table, and amounts that the asset cannot have. */
function problemsOf(assets: AssetBook, terms: Terms): TermProblem[] {
  const asset = assets.find(terms.asset);
  const { problems, refuse } = collectProblems<Terms>();
  refuse(asset === undefined, 'asset', 'Not listed.');
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

const rowOf = ({ id, version, isOpen, terms, at }: ProductVersion<Terms>) =>
  [
    id,
    version,
    isOpen ? 'open' : 'closed',
    terms.name,
    terms.asset,
    terms.amountMin,
    terms.amountMax,
    terms.dailyRate,
    terms.freeDays,
    terms.termDays,
    at,
  ] as const;

/** As a member sees it, with the cost of the example. */
function previewOf(assets: AssetBook, { id, version, terms, isOpen, at }: ProductVersion<Terms>) {
  const scale = assets.find(terms.asset)?.scale ?? SCALE;
  const state = isOpen ? 'open' : 'closed';
  const product = { ...terms, id, version, scale, state, createdAt: at, updatedAt: at };
  const row = productRow(product);
  const example = exampleAmount({ min: terms.amountMin, max: terms.amountMax });
  const { due, perDay } = loanWorstCase(product, example);
  const money = (amount: bigint) => moneyText(amount, terms.asset);
  return {
    row,
    title: row.name,
    figure: { value: percentText(terms.dailyRate), caption: 'a day' },
    facts: [
      { label: 'A year', value: percentText(yearlyRate(terms.dailyRate)) },
      { label: 'Interest-free', value: `${terms.freeDays} days` },
      { label: 'Term', value: `${terms.termDays} days` },
      { label: 'Minimum', value: money(terms.amountMin) },
      { label: 'Maximum', value: money(terms.amountMax) },
    ],
    worst: `${money(example)} cost ${money(due.interest)} by the due date and ${money(perDay)} for each further day.`,
  };
}
