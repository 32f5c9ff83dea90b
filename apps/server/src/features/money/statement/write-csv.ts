/**
 * The canonical document of a month, which is sealed: one table that a spreadsheet reads, byte for byte the same whenever it is written.
 * docs/public-log.md describes it.
 */
import type { StatementMode } from '@tern/proofs';
import { formatDecimal } from '@tern/money';
import { costMethods, statementFlows } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';
import type { AssetLine, Figures } from './compute-month.ts';
import { nameOfKind } from '../../../kernel/ledger/money-flows.ts';
import { endOf, startOf } from './months.ts';
import type { RecordGroup } from './read-movements.ts';

const COLUMNS = [
  'row',
  'id',
  'time',
  'kind',
  'asset',
  'amount',
  'fee',
  'price',
  'usdt',
  'reference',
] as const;
type Cells = Partial<Record<(typeof COLUMNS)[number], string>>;

/** No cell has a comma, quote or line break: ids, times, words of ours, decimals, references. */
function lineOf(cells: Cells): string {
  const texts = COLUMNS.map((column) => cells[column] ?? '');
  if (texts.some((text) => /[",\r\n]/.test(text))) throw new Error('a cell needs quotes');
  return `${texts.join(',')}\n`;
}

/** The member's name for the document. */
const numberOf = (memberId: number, month: string) => `${memberId}-${month}`;

/** Of new documents. Those of format 1 have no row of their format, and do not say whether their money is real. */
const FORMAT = '2';

/**
 * Header, format, number and span, opening balances. `mode` is undefined for what a document of format 1 says; `end` (epoch ms) is that of
 * the month, or earlier for one to date.
 */
export function headLines(
  memberId: number,
  { month, opening }: Figures,
  {
    mode,
    end: endAt = endOf(month),
  }: { readonly mode: StatementMode | undefined; readonly end?: number },
): string {
  const [start, end] = [isoTime(startOf(month)), isoTime(endAt)];
  return [
    `${COLUMNS.join(',')}\n`,
    mode === undefined ? '' : lineOf({ row: 'format', id: FORMAT, kind: mode }),
    lineOf({ row: 'statement', id: numberOf(memberId, month), time: start }),
    ...opening.map((line) => balanceLine('opening', start, line)),
    lineOf({ row: 'end', time: end }),
  ].join('');
}

/** One line a record. */
export function entryLines(groups: readonly RecordGroup[]): string {
  return groups
    .flat()
    .map(({ id, effectiveAt, kind, asset, amount, fee, reference }) =>
      lineOf({
        row: 'entry',
        id: String(id),
        time: isoTime(effectiveAt),
        kind: nameOfKind(kind),
        asset,
        amount: formatDecimal(amount),
        fee: fee === 0n ? '' : formatDecimal(fee),
        reference,
      }),
    )
    .join('');
}

/** Closing balances, the sum in USDT, and profit by either method. */
export function footLines(figures: Figures, endAt = endOf(figures.month)): string {
  const { closing, openingWorth, closingWorth, flows, methods } = figures;
  const end = isoTime(endAt);
  const sumLine = (kind: string, usdt: string) => lineOf({ row: 'sum', kind, usdt });
  return [
    ...closing.map((line) => balanceLine('closing', end, line)),
    sumLine('opening', openingWorth),
    // A month that was closed before a flow existed has no line of it.
    ...statementFlows.flatMap((flow) => {
      const usdt = flows[flow];
      return usdt === undefined ? [] : [sumLine(flow, usdt)];
    }),
    sumLine('closing', closingWorth),
    ...costMethods.flatMap((method) => [
      sumLine(`${method} profit`, methods[method].profit),
      sumLine(`${method} priceChange`, methods[method].priceChange),
      ...methods[method].coins.flatMap(({ asset, sales, sold, paid, profit }) => [
        lineOf({ row: 'profit', kind: `${method} sales`, asset, amount: String(sales) }),
        lineOf({ row: 'profit', kind: `${method} sold`, asset, usdt: sold }),
        lineOf({ row: 'profit', kind: `${method} paid`, asset, usdt: paid }),
        lineOf({ row: 'profit', kind: `${method} profit`, asset, usdt: profit }),
      ]),
    ]),
  ].join('');
}

function balanceLine(row: string, time: string, { asset, amount, price, worth }: AssetLine) {
  return lineOf({ row, time, asset, amount, price: price ?? '', usdt: worth });
}
