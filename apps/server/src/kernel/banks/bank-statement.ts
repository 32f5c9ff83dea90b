/** The port to bank statements: what a file says, as one form for all formats, and the faults for which a file is refused. Pure. */
import { add, type Amount, formatDecimal, subtract, ZERO } from '@tern/money';

export interface StatementEntry {
  /** Money came in. */
  readonly isCredit: boolean;
  /** In the currency of the statement; above zero. */
  readonly amount: Amount;
  /** `2026-11-21`. */
  readonly bookedOn: string;
  readonly valueDate: string;
  /** The bank's own for this transfer; empty where it gives none. */
  readonly bankReference: string;
  /** What the payer gave the payment as its identity; empty without. */
  readonly endToEndId: string;
  /** Who paid a credit, who was paid by a debit. */
  readonly party: string;
  /** What the payer wrote. */
  readonly text: string;
  /** ISO 20022 code of the reason for which a payment came back, such as AC04; empty for others. */
  readonly returnCode: string;
}

export interface BankStatement {
  readonly format: 'camt.053' | 'MT940';
  /** Letters and digits. */
  readonly account: string;
  readonly currency: string;
  /** The bank's own identity of this statement, unique in its account. */
  readonly number: string;
  /** Negative for an overdraft. */
  readonly opening: Amount;
  readonly closing: Amount;
  readonly openedOn: string;
  readonly closedOn: string;
  readonly entries: readonly StatementEntry[];
}

/** Reads all statements of a file. @throws StatementFault */
export type ReadStatements = (file: Uint8Array) => BankStatement[];

/** Why a file is refused, in English, for operators. */
export class StatementFault extends Error {
  override readonly name = 'StatementFault';
}

/** @throws StatementFault with the line in the file, and what is wrong there */
export function fault(line: number, what: string): never {
  throw new StatementFault(`line ${line}: ${what}`);
}

/** A larger file is no statement of a day. */
export const STATEMENT_BYTES_MAX = 4 * 1024 * 1024;
/** Of one file. */
export const ENTRIES_MAX = 20_000;

/** An account of the exchange at a bank. */
export interface OwnAccount {
  /** IBAN or account number, letters and digits. */
  readonly account: string;
  /** Empty where it is not known. */
  readonly bic: string;
}

/** In paper mode no bank is involved: sample statements are of this account. */
export const paperAccount = (currency: string): OwnAccount => ({
  account: `TERNPAPER${currency}`,
  bic: '',
});

/** As banks write account numbers: with spaces, points and hyphens. */
export const accountKey = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

export function totalOf(entries: readonly Pick<StatementEntry, 'isCredit' | 'amount'>[]): Amount {
  return entries.reduce(
    (sum, { isCredit, amount }) => (isCredit ? add(sum, amount) : subtract(sum, amount)),
    ZERO,
  );
}

/** @throws StatementFault where the entries are not what lies between the two balances, to the digit */
export function assertTied({ number, opening, closing, entries }: BankStatement): void {
  const total = totalOf(entries);
  const change = subtract(closing, opening);
  if (total === change) return;
  const [has, needs] = [formatDecimal(total), formatDecimal(change)];
  throw new StatementFault(
    `statement ${number}: its entries add up to ${has}, its balances differ by ${needs}`,
  );
}
