/** Rows of closed days: the journal, trial balances, balances, fees, and what members had. Each adds up to the trial balances. */
import { exchangeAccounts, purposes } from '@tern/ledger';
import { formatDecimal, subtract } from '@tern/money';
import { incomeAccounts } from '@tern/protocol/operator';
import type {
  FileRange,
  FileRow,
  FileSource,
} from '../../../../kernel/files-of-days/file-source.ts';
import {
  customerColumns,
  customerPage,
  customerSpan,
} from '../../../../kernel/ledger/customer-balances.ts';
import { nameOfKind } from '../../../../kernel/ledger/money-flows.ts';
import { type DayPosting, postingsOfDays } from '../../../../kernel/ledger/postings-of-days.ts';
import { dayOf, isoTime, startOfDay } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { DAY_MS } from '../../../../platform/durations.ts';
import { accountNames } from '../account-names.ts';
import { linesOfDay, spansOfDays } from '../store.ts';
import { BEANCOUNT_HEAD, balancesText, movementsText, openingText } from './beancount.ts';
import { countedDay, feesOfDay, movementsOfDay } from './store.ts';

const numberOf = (day: string): number => startOfDay(day) / DAY_MS;
const dayAt = (number: number): string => dayOf(number * DAY_MS);

type NameOf = (account: number) => string;

/** A source that reads a day at a time; its numbers are days since 1970. */
function daySource(
  columns: readonly string[],
  rowsOf: (reader: Reader, day: string, nameOf: NameOf) => Promise<(readonly string[])[]>,
): FileSource {
  return {
    columns,
    isOfMembers: false,
    hasAsset: true,
    span: (_reader, { fromDay, untilDay }) =>
      Promise.resolve({ after: numberOf(fromDay) - 1, through: numberOf(untilDay) }),
    async page(reader, { asset }, { after }) {
      const next = after + 1;
      const all = await rowsOf(reader, dayAt(next), await accountNames(reader));
      const at = columns.indexOf('asset');
      const rows = all.filter((cells) => asset === undefined || cells[at] === asset);
      return { rows: rows.map((cells) => ({ cells, memberId: null })), next };
    },
  };
}

export const trialSource = daySource(
  ['day', 'asset', 'account', 'opening', 'debits', 'credits', 'closing', 'late'],
  async (reader, day, nameOf) =>
    (await reader.many(linesOfDay, [day])).map(({ asset, account, ...line }) => [
      day,
      asset,
      nameOf(account),
      formatDecimal(line.opening),
      formatDecimal(line.debits),
      formatDecimal(line.credits),
      formatDecimal(line.closing),
      formatDecimal(line.late),
    ]),
);

/** What each account had at the end of each day. */
export const balancesSource = daySource(
  ['day', 'asset', 'account', 'balance'],
  async (reader, day, nameOf) =>
    (await reader.many(linesOfDay, [day])).map(({ asset, account, closing }) => [
      day,
      asset,
      nameOf(account),
      formatDecimal(closing),
    ]),
);

/** What the accounts of income received, by kind; what was taken out is negative. */
export const feesSource = daySource(
  ['day', 'asset', 'account', 'kind', 'amount'],
  async (reader, day, nameOf) => {
    const accounts = incomeAccounts.map((account) => exchangeAccounts[account]);
    const rows = await reader.many(feesOfDay, [day, accounts]);
    return rows.map(({ asset, account, kind, credits, debits }) => [
      day,
      asset,
      nameOf(account),
      nameOfKind(kind),
      formatDecimal(subtract(credits, debits)),
    ]);
  },
);

/** The days for Beancount: opening balances before the first, then of each day its movements and what every account has after it. */
export const beancountSource: FileSource = {
  columns: ['text'],
  isOfMembers: false,
  hasAsset: true,
  form: { head: BEANCOUNT_HEAD, extension: 'beancount', type: 'text/plain; charset=utf-8' },
  span: (_reader, { fromDay, untilDay }) =>
    Promise.resolve({ after: numberOf(fromDay) - 1, through: numberOf(untilDay) }),
  async page(reader, { fromDay, asset }, { after }) {
    const next = after + 1;
    const day = dayAt(next);
    const nameOf = await accountNames(reader);
    const isWanted = (row: { asset: string }) => asset === undefined || row.asset === asset;
    const lines = (await reader.many(linesOfDay, [day])).filter(isWanted);
    const moved = (await reader.many(movementsOfDay, [day])).filter(isWanted);
    const named = (of: 'opening' | 'closing') =>
      lines.map((line) => ({ asset: line.asset, account: nameOf(line.account), amount: line[of] }));
    const changes = moved.map(({ credits, debits, kind, ...row }) => ({
      asset: row.asset,
      account: nameOf(row.account),
      kind: nameOfKind(kind),
      amount: subtract(credits, debits),
    }));
    const texts = [
      ...(day === fromDay ? openingText(day, named('opening')) : []),
      ...movementsText(day, changes),
      ...balancesText(dayAt(next + 1), named('closing')),
    ];
    const rows = texts.flatMap((text) => text.split('\n'));
    return { rows: rows.map((line) => ({ cells: [line], memberId: null })), next };
  },
};

/** Postings that are read at a time. */
const IDS_PER_PAGE = 5_000;

/** Those that were counted on these days, in the order of the journal. */
const spansIn = (reader: Reader, { untilDay, from }: FileRange) =>
  // A day before the first: what was counted then may be dated ahead.
  reader.many(spansOfDays, [untilDay, from - DAY_MS]);

export const ledgerSource: FileSource = {
  columns: [
    'day',
    'entry',
    'kind',
    'reference',
    'effective_at',
    'posting',
    'account',
    'asset',
    ...purposes,
    'total',
  ],
  isOfMembers: true,
  hasAsset: true,
  async span(reader, range) {
    const spans = await spansIn(reader, range);
    return { after: spans[0]?.after ?? 0, through: spans.at(-1)?.through ?? 0 };
  },
  async page(reader, range, { after }) {
    const spans = await spansIn(reader, range);
    const span = spans.find(({ through }) => through > after);
    if (span === undefined) return { rows: [], next: after + IDS_PER_PAGE };
    const from = Math.max(after, span.after);
    const next = Math.min(from + IDS_PER_PAGE, span.through);
    const part = { after: from, through: next, firstOpen: span.firstOpen };
    const days = { from: range.fromDay, until: range.untilDay };
    const nameOf = await accountNames(reader);
    const all = await postingsOfDays(reader, part, days);
    const rows = all.filter(({ asset }) => range.asset === undefined || asset === range.asset);
    return { rows: rows.map((row) => postingRow(row, nameOf)), next };
  },
};

const postingRow = (row: DayPosting, nameOf: NameOf): FileRow => ({
  memberId: row.ownerId > 0 ? row.ownerId : null,
  cells: [
    row.day,
    String(row.entryId),
    nameOfKind(row.kind),
    row.reference,
    isoTime(row.effectiveAt),
    String(row.id),
    row.ownerId > 0 ? String(row.ownerId) : nameOf(row.account),
    row.asset,
    ...purposes.map((purpose) => formatDecimal(row[purpose])),
    formatDecimal(row.total),
  ],
});

/** What each member had when the last day was closed. */
export const customersSource: FileSource = {
  columns: customerColumns,
  isOfMembers: true,
  hasAsset: true,
  span: customerSpan,
  async page(reader, range, span) {
    const counted = await reader.one(countedDay, [range.untilDay, startOfDay(range.untilDay)]);
    return customerPage(reader, { range, counted }, span);
  },
};
