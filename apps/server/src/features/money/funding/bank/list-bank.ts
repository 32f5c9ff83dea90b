/** Bank statements and open entries, as the console shows them. */
import { formatDecimal } from '@tern/money';
import type { BankEntry, BankStatementRow } from '@tern/protocol/operator';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { type FoundEntry, openEntryPages, type ShownStatement, statementPages } from './store.ts';

/** Newest first. */
export const listStatements = (reader: Reader, page: Page) =>
  readPage(reader, statementPages, {
    filter: [],
    page,
    row: (statement) => statementRow(reader, statement),
  });

async function statementRow(reader: Reader, statement: ShownStatement): Promise<BankStatementRow> {
  const { importedBy } = statement;
  const logins = await operatorLogins(reader, importedBy === null ? [] : [importedBy]);
  return {
    ID: statement.id,
    coinname: statement.asset,
    account: statement.account,
    number: statement.number,
    format: statement.format === 'MT940' ? 'MT940' : 'camt.053',
    begins: formatDecimal(statement.opening),
    ends: formatDecimal(statement.closing),
    from: statement.openedOn,
    until: statement.closedOn,
    entries: statement.entries,
    unmatched: statement.open,
    by: importedBy === null ? null : (logins.get(importedBy) ?? ''),
    CreatedAt: isoTime(statement.importedAt),
  };
}

/** Oldest booking first: entries that belong to no record yet. */
export const listOpenEntries = (reader: Reader, { page, search }: { page: Page; search: string }) =>
  readPage(reader, openEntryPages, { filter: [search.trim()], page, row: entryRow });

const entryRow = (entry: FoundEntry): BankEntry => ({
  ID: entry.id,
  coinname: entry.asset,
  isCredit: entry.isCredit,
  num: formatDecimal(entry.amount),
  bookedOn: entry.bookedOn,
  valueDate: entry.valueDate,
  bankReference: entry.bankReference,
  endToEndId: entry.endToEndId,
  party: entry.party,
  text: entry.details,
  returnCode: entry.returnCode,
  statement: entry.number,
  CreatedAt: isoTime(entry.importedAt),
});
