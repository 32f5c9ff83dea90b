/** Imports a file of bank statements: what they say is stored as it is; entries that agree with a record in all respects are matched. */
import { createHash } from 'node:crypto';
import { formatDecimal, fitsScale } from '@tern/money';
import {
  type BankStatement,
  type StatementEntry,
  StatementFault,
} from '../../../../kernel/banks/bank-statement.ts';
import { logAct } from '../../../../kernel/operators/audit-log.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import type { Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { matchOpenEntries } from './match-entries.ts';
import {
  entriesKnown,
  insertEntries,
  insertStatement,
  lockCurrency,
  newestStatement,
  statementNumbered,
} from './store.ts';

export type ImportDeps = Deps<
  | 'database'
  | 'clock'
  | 'assets'
  | 'reviews'
  | 'verifiedName'
  | 'ownAccountOf'
  | 'readStatements'
  | 'log'
>;

export interface Imported {
  /** Why nothing of the file was taken over, in English; null if it was. */
  readonly fault: string | null;
  readonly list: readonly {
    readonly number: string;
    readonly account: string;
    readonly asset: string;
    /** It was imported before. */
    readonly isRepeat: boolean;
    readonly entries: number;
  }[];
  /** How many open entries, also of earlier statements, found their record. */
  readonly matched: number;
}

/** A file is taken over as a whole, or not. `actor`: undefined for one of the watched folder. */
export async function importStatements(
  deps: ImportDeps,
  actor: Reviewer | undefined,
  file: Uint8Array,
): Promise<Imported> {
  try {
    const list = await storeAll(deps, actor, deps.readStatements(file));
    return { fault: null, list, matched: await matchOpenEntries(deps) };
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error;
    return { fault: error.message, list: [], matched: 0 };
  }
}

/** One import of a currency after the other: of two that bring the same statement, the second one finds it. */
function storeAll(
  deps: ImportDeps,
  actor: Reviewer | undefined,
  read: readonly BankStatement[],
): Promise<Imported['list']> {
  const currencies = [...new Set(read.map(({ currency }) => currency))].sort();
  return deps.database.transaction(async (tx) => {
    for (const currency of currencies) await tx.maybe(lockCurrency, [currency]);
    const list = [];
    for (const statement of read) list.push(await storeStatement(tx, deps, { actor, statement }));
    return list;
  });
}

/** @throws StatementFault */
async function storeStatement(
  tx: Tx,
  deps: ImportDeps,
  { actor, statement }: { actor: Reviewer | undefined; statement: BankStatement },
): Promise<Imported['list'][number]> {
  const { number, account, currency: asset, format, opening, closing } = statement;
  assertOurs(deps, statement);
  const contentHash = hashOf(statement);
  const one = { number, account, asset, entries: statement.entries.length };
  const earlier = await tx.maybe(statementNumbered, [account, asset, number]);
  if (earlier !== undefined) {
    if (earlier.contentHash.equals(contentHash)) return { ...one, isRepeat: true };
    throw new StatementFault(`statement ${number} was imported with other content`);
  }
  const entries = rowsOf(statement);
  const keys = entries.map(({ entryKey }) => entryKey);
  const known = await tx.maybe(entriesKnown, [account, asset, keys]);
  if (known !== undefined) {
    throw new StatementFault(
      `statement ${number} has entry ${known.place} of statement ${known.number} again`,
    );
  }
  const previous = await tx.maybe(newestStatement, [account, asset]);
  if (previous !== undefined) assertFollows(statement, previous);
  const at = deps.clock.now();
  const { openedOn, closedOn } = statement;
  const { id } = await insertStatement(tx, {
    asset,
    account,
    number,
    format,
    opening,
    closing,
    openedOn,
    closedOn,
    contentHash,
    entries: entries.length,
    previousId: previous?.id ?? null,
    importedBy: actor?.operatorId ?? null,
    importedAt: at,
  });
  if (entries.length > 0) {
    await insertEntries(
      tx,
      entries.map((entry) => ({ ...entry, statementId: id })),
    );
  }
  const detail = { asset, account, number, entries: entries.length };
  const more = { opening: formatDecimal(opening), closing: formatDecimal(closing) };
  const subject = `bankStatement:${id}`;
  await logAct(tx, { actor, action: 'bank.import', subject, detail: { ...detail, ...more } }, at);
  return { ...one, isRepeat: false };
}

/** @throws StatementFault for an account that is not the exchange's, and for amounts that the currency does not have */
function assertOurs({ assets, ownAccountOf }: ImportDeps, statement: BankStatement): void {
  const { number, account, currency, opening, closing, entries } = statement;
  const asset = assets.find(currency);
  if (asset?.kind !== 'fiat')
    throw new StatementFault(`statement ${number}: ${currency} is not offered`);
  if (ownAccountOf(currency)?.account !== account) {
    throw new StatementFault(
      `statement ${number}: ${account} is not the ${currency} account of the exchange`,
    );
  }
  const odd = [opening, closing, ...entries.map((entry) => entry.amount)].find(
    (value) => !fitsScale(value, asset.scale),
  );
  if (odd === undefined) return;
  throw new StatementFault(
    `statement ${number}: ${formatDecimal(odd)} has too many decimal places`,
  );
}

/** @throws StatementFault */
function assertFollows(
  { number, opening, closedOn }: BankStatement,
  previous: { number: string; closing: bigint; closedOn: string },
): void {
  if (closedOn < previous.closedOn) {
    throw new StatementFault(
      `statement ${number} ends on ${closedOn}, before statement ${previous.number} of ${previous.closedOn}`,
    );
  }
  if (opening === previous.closing) return;
  const [begins, ended] = [formatDecimal(opening), formatDecimal(previous.closing)];
  throw new StatementFault(
    `statement ${number} begins with ${begins}, statement ${previous.number} ended with ${ended}: one between them is missing`,
  );
}

/** More is not stored: banks allow less. */
const TEXT_MAX = 1_000;
const SHORT_MAX = 140;

function rowsOf(statement: BankStatement) {
  const { account, currency: asset, number } = statement;
  const repeats = new Map<string, number>();
  return statement.entries.map((entry, index) => {
    const place = index + 1;
    return {
      account,
      asset,
      place,
      isCredit: entry.isCredit,
      amount: entry.amount,
      bookedOn: entry.bookedOn,
      valueDate: entry.valueDate,
      entryKey: keyOf(entry, { number, place, repeats }),
      bankReference: entry.bankReference.slice(0, SHORT_MAX),
      endToEndId: entry.endToEndId.slice(0, SHORT_MAX),
      party: entry.party.slice(0, SHORT_MAX),
      details: entry.text.slice(0, TEXT_MAX),
      returnCode: entry.returnCode.slice(0, 4),
    };
  });
}

/** The bank's reference with the amount and day, since charges may have the reference of their transfer; else the place in the statement. */
function keyOf(
  { bankReference, isCredit, amount, bookedOn }: StatementEntry,
  { number, place, repeats }: { number: string; place: number; repeats: Map<string, number> },
): string {
  if (bankReference === '') return `${number}#${place}`;
  const side = isCredit ? 'in' : 'out';
  const key = `${bankReference}|${side}|${formatDecimal(amount)}|${bookedOn}`;
  const earlier = repeats.get(key) ?? 0;
  repeats.set(key, earlier + 1);
  return earlier === 0 ? key : `${key}|${earlier}`;
}

/** The same content in another format is other content: banks shorten texts. */
function hashOf(statement: BankStatement): Buffer {
  const plain = JSON.stringify(statement, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  return createHash('sha256').update(plain).digest();
}
