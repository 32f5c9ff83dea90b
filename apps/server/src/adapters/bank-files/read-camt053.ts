/** Reads statements in ISO 20022 camt.053.001.02 and .08. */
import { type Amount, negate, parseDecimal, sum, ZERO } from '@tern/money';
import {
  accountKey,
  type BankStatement,
  ENTRIES_MAX,
  fault,
  type StatementEntry,
  StatementFault,
} from '../../kernel/banks/bank-statement.ts';
import { allAt, at, type Element, needed, readXml, textAt } from './read-xml.ts';

const VERSIONS = new Set(['camt.053.001.02', 'camt.053.001.08']);
const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';

/** @throws StatementFault */
export function readCamt053(text: string): BankStatement[] {
  const { root, namespace } = readXml(text);
  if (root.name !== 'Document' || !VERSIONS.has(namespace.slice(NAMESPACE.length))) {
    throw new StatementFault(`line 1: ${namespace || root.name} is not camt.053.001.02 or .08`);
  }
  const statements = allAt(root, 'BkToCstmrStmt/Stmt');
  if (statements.length === 0) fault(root.line, 'it has no Stmt');
  const budget = { entries: ENTRIES_MAX };
  return statements.map((statement) => statementOf(statement, budget));
}

function statementOf(statement: Element, budget: { entries: number }): BankStatement {
  const account = needed(statement, 'Acct/Id');
  const number = accountKey(textAt(account, 'IBAN') || textAt(account, 'Othr/Id'));
  if (number === '') fault(account.line, 'Acct/Id has neither IBAN nor Othr/Id');
  const opening = balanceOf(statement, ['OPBD', 'PRCD', 'ITBD']);
  const closing = balanceOf(reversed(statement), ['CLBD', 'ITBD']);
  const currency = textAt(statement, 'Acct/Ccy') || opening.currency;
  if (opening.currency !== currency || closing.currency !== currency) {
    fault(statement.line, `its balances are not in ${currency}`);
  }
  const booked = allAt(statement, 'Ntry').filter(isBooked);
  const entries = booked.flatMap((entry) => {
    const lines = linesOf(entry, currency);
    budget.entries -= lines.length;
    if (budget.entries < 0) fault(entry.line, `more than ${ENTRIES_MAX} entries`);
    return lines;
  });
  return {
    format: 'camt.053',
    account: number,
    currency,
    number: numberOf(statement),
    opening: opening.amount,
    closing: closing.amount,
    openedOn: opening.day,
    closedOn: closing.day,
    entries,
  };
}

/** Of a statement in pages, each page is one: its intermediate balances chain. */
function numberOf(statement: Element): string {
  const id = needed(statement, 'Id').text.trim();
  if (id === '') fault(statement.line, 'Stmt/Id is empty');
  const page = textAt(statement, 'StmtPgntn/PgNb');
  const isOnly =
    page === '' || (page === '1' && textAt(statement, 'StmtPgntn/LastPgInd') === 'true');
  return isOnly ? id : `${id}/${page}`;
}

/** A closing balance is the last of its kind. */
const reversed = (element: Element): Element => ({
  ...element,
  children: element.children.toReversed(),
});

function balanceOf(statement: Element, codes: readonly string[]) {
  const balances = allAt(statement, 'Bal');
  for (const code of codes) {
    const balance = balances.find((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    if (balance === undefined) continue;
    const { amount, currency } = moneyOf(balance);
    const day = dayAt(balance, 'Dt');
    return { amount: isCreditOf(balance) ? amount : negate(amount), currency, day };
  }
  return fault(statement.line, `Stmt has no balance ${codes.join(' or ')}`);
}

/** Version 02 has the code itself, version 08 an element. What is expected or only said is no money yet. */
const isBooked = (entry: Element): boolean =>
  (textAt(entry, 'Sts/Cd') || textAt(entry, 'Sts')) === 'BOOK';

function moneyOf(element: Element): { amount: Amount; currency: string } {
  const found = needed(element, 'Amt');
  const amount = parseDecimal<Amount>(found.text.trim());
  if (amount === undefined || amount < ZERO) fault(found.line, 'Amt is no amount');
  if (!/^[A-Z]{3}$/.test(found.currency)) fault(found.line, 'Amt has no currency');
  return { amount, currency: found.currency };
}

function isCreditOf(element: Element): boolean {
  const { text, line } = needed(element, 'CdtDbtInd');
  if (text.trim() !== 'CRDT' && text.trim() !== 'DBIT')
    fault(line, 'CdtDbtInd is not CRDT or DBIT');
  return text.trim() === 'CRDT';
}

/** `2026-11-21`, of a day or a moment as the bank writes it. */
function dayAt(element: Element, path: string): string {
  const found = needed(element, path);
  const day = (textAt(found, 'Dt') || textAt(found, 'DtTm')).slice(0, '2026-11-21'.length);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    fault(found.line, `${path} is no day`);
  return day;
}

/** A batch is as many entries as it has transfers, where their amounts add up to it. */
function linesOf(entry: Element, currency: string): StatementEntry[] {
  const { amount, currency: given } = moneyOf(entry);
  if (given !== currency) fault(entry.line, `Ntry is not in ${currency}`);
  if (amount === ZERO) return [];
  const shared = {
    isCredit: isCreditOf(entry),
    bookedOn: dayAt(entry, 'BookgDt'),
    valueDate: dayAt(entry, at(entry, 'ValDt') === undefined ? 'BookgDt' : 'ValDt'),
  };
  const transfers = allAt(entry, 'NtryDtls/TxDtls');
  const reference = textAt(entry, 'AcctSvcrRef');
  if (transfers.length > 1) {
    const parts = transfers.map((transfer) => partOf(transfer, currency));
    if (
      parts.every((part) => part !== undefined && part > ZERO) &&
      sum(parts as Amount[]) === amount
    ) {
      return transfers.map((transfer, place) => ({
        ...shared,
        amount: parts[place]!,
        ...detailsOf(transfer, { isCredit: shared.isCredit, reference: '' }),
      }));
    }
    return [{ ...shared, amount, ...detailsOf(entry, { isCredit: shared.isCredit, reference }) }];
  }
  const details = detailsOf(transfers[0] ?? entry, { isCredit: shared.isCredit, reference });
  const text = details.text || textAt(entry, 'AddtlNtryInf');
  return [{ ...shared, amount, ...details, text }];
}

/** The amount of a transfer in a batch; undefined where it is not given in the currency of the account. */
function partOf(transfer: Element, currency: string): Amount | undefined {
  const found = at(transfer, 'Amt') ?? at(transfer, 'AmtDtls/TxAmt/Amt');
  if (found?.currency !== currency) return undefined;
  return parseDecimal<Amount>(found.text.trim());
}

function detailsOf(
  transfer: Element,
  { isCredit, reference }: { isCredit: boolean; reference: string },
): Pick<StatementEntry, 'bankReference' | 'endToEndId' | 'party' | 'text' | 'returnCode'> {
  const other = isCredit ? 'Dbtr' : 'Cdtr';
  const parties = ['Pty/Nm', 'Nm'].map((path) => textAt(transfer, `RltdPties/${other}/${path}`));
  const endToEndId = textAt(transfer, 'Refs/EndToEndId');
  const remittance = [
    ...allAt(transfer, 'RmtInf/Ustrd'),
    ...allAt(transfer, 'RmtInf/Strd/CdtrRefInf/Ref'),
  ];
  return {
    bankReference: reference || textAt(transfer, 'Refs/AcctSvcrRef'),
    endToEndId: endToEndId === 'NOTPROVIDED' ? '' : endToEndId,
    party: parties.find((name) => name !== '') ?? '',
    text: remittance.map(({ text }) => text.trim()).join(' '),
    returnCode: textAt(transfer, 'RtrInf/Rsn/Cd'),
  };
}
