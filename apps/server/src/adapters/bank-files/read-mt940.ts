/** Reads statements in SWIFT MT940, as banks send them: with or without blocks, and with details in three usual forms. */
import { type Amount, negate, parseDecimal, ZERO } from '@tern/money';
import {
  accountKey,
  type BankStatement,
  ENTRIES_MAX,
  fault,
  type StatementEntry,
  StatementFault,
} from '../../kernel/banks/bank-statement.ts';

/** `:61:` with the lines that belong to it. */
interface Field {
  readonly tag: string;
  readonly line: number;
  readonly value: string;
}

/** @throws StatementFault */
export function readMt940(text: string): BankStatement[] {
  const statements: Field[][] = [];
  let entries = 0;
  for (const field of fieldsOf(text)) {
    if (field.tag === '20') statements.push([]);
    if (field.tag === '61') entries += 1;
    if (entries > ENTRIES_MAX) fault(field.line, `more than ${ENTRIES_MAX} entries`);
    (statements.at(-1) ?? fault(field.line, `:${field.tag}: stands before :20:`)).push(field);
  }
  if (statements.length === 0) throw new StatementFault('line 1: it has no statement');
  return statements.map(statementOf);
}

function fieldsOf(text: string): Field[] {
  const fields: { tag: string; line: number; value: string }[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    if (raw.length > LINE_MAX) fault(index + 1, 'it is too long');
    const content = contentOf(raw).trimEnd();
    if (content === '') continue;
    const start = /^:(\d\d[A-Z]?):(.*)$/.exec(content);
    if (start !== null) fields.push({ tag: start[1]!, line: index + 1, value: start[2]! });
    else if (fields.length === 0) fault(index + 1, 'it is not MT940');
    else if (fields.at(-1)!.value.length > FIELD_MAX) fault(index + 1, 'the field is too long');
    else fields.at(-1)!.value += `\n${content}`;
  }
  return fields;
}

/** Banks need not keep to the 65 characters of SWIFT. */
const LINE_MAX = 2_000;
const FIELD_MAX = 8_000;

/** Without the blocks of the message: `{4:` begins its text, `-}` or `-` ends it. */
function contentOf(raw: string): string {
  if (raw.startsWith('-') && /^-\}?(?:\{5:|$)/.test(raw.trimEnd())) return '';
  if (!raw.startsWith('{')) return raw.replaceAll(/\p{Cc}/gu, '');
  const start = raw.indexOf('{4:');
  return start < 0 ? '' : raw.slice(start + '{4:'.length);
}

function statementOf(fields: readonly Field[]): BankStatement {
  const first = fields[0]!.line;
  const one = (...tags: string[]): Field => {
    const found = fields.filter(({ tag }) => tags.includes(tag));
    if (found.length > 1) fault(found[1]!.line, `:${found[1]!.tag}: stands twice`);
    return found[0] ?? fault(first, `:${tags[0]}: is missing`);
  };
  const opening = balanceOf(one('60F', '60M'));
  const closing = balanceOf(one('62F', '62M'));
  const { currency } = opening;
  if (closing.currency !== currency) fault(one('62F', '62M').line, `it is not in ${currency}`);
  const sequence = one('28C', '28').value.trim();
  if (!/^\d{1,5}(?:\/\d{1,5})?$/.test(sequence)) fault(one('28C', '28').line, 'it is no number');
  const account = accountKey(one('25').value);
  if (account === '') fault(one('25').line, 'it is no account');
  return {
    format: 'MT940',
    // Some banks write the currency behind the number.
    account: account.endsWith(currency) ? account.slice(0, -currency.length) : account,
    currency,
    // Banks count from 1 in each year.
    number: `${closing.day.slice(0, 4)}-${sequence}`,
    opening: opening.amount,
    closing: closing.amount,
    openedOn: opening.day,
    closedOn: closing.day,
    entries: entriesOf(fields),
  };
}

function balanceOf({ value, line }: Field) {
  const match = /^([CD])(\d{6})([A-Z]{3})([\d,]+)$/.exec(value.trim());
  if (match === null) fault(line, 'it is no balance');
  const [, side, day, currency, digits] = match;
  const amount = amountOf(digits!, line);
  return {
    amount: side === 'C' ? amount : negate(amount),
    currency: currency!,
    day: dayOf(day!, line),
  };
}

function amountOf(digits: string, line: number): Amount {
  const match = /^(\d+),(\d*)$/.exec(digits);
  const amount =
    match === null
      ? undefined
      : parseDecimal<Amount>(match[2] === '' ? match[1]! : `${match[1]}.${match[2]}`);
  return amount ?? fault(line, 'it is no amount');
}

/** `261121` is 2026-11-21. */
function dayOf(digits: string, line: number): string {
  const day = `20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4)}`;
  return isDay(day) ? day : fault(line, 'it is no day');
}

const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

function entriesOf(fields: readonly Field[]): StatementEntry[] {
  const entries: StatementEntry[] = [];
  for (const [place, field] of fields.entries()) {
    if (field.tag !== '61') continue;
    const next = fields[place + 1];
    const entry = entryOf(field, next?.tag === '86' ? next.value : '');
    if (entry.amount > ZERO) entries.push(entry);
  }
  return entries;
}

const ENTRY =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)([A-Z][A-Z0-9]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n[^]*)?$/;

function entryOf({ value, line }: Field, details: string): StatementEntry {
  const match = ENTRY.exec(value);
  if (match === null) fault(line, ':61: is no entry');
  const [, valued, booked, side, , digits, , ownReference = '', bankReference = ''] = match;
  const valueDate = dayOf(valued!, line);
  const read = detailsOf(details);
  const own = ownReference.trim();
  return {
    // A reversed debit is money that came in.
    isCredit: side === 'C' || side === 'RD',
    amount: amountOf(digits!, line),
    bookedOn: booked === undefined ? valueDate : bookedOn(valueDate, booked, line),
    valueDate,
    bankReference: bankReference.trim(),
    ...read,
    endToEndId: read.endToEndId || (own === 'NONREF' ? '' : own),
  };
}

/** The day of the booking has no year: it is the one nearest to the value date. */
function bookedOn(valueDate: string, digits: string, line: number): string {
  const year = Number(valueDate.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((each) => `${each}-${digits.slice(0, 2)}-${digits.slice(2)}`)
    .filter(isDay);
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDate));
  return days.sort((one, two) => distance(one) - distance(two))[0] ?? fault(line, 'it is no day');
}

type Details = Pick<StatementEntry, 'endToEndId' | 'party' | 'text' | 'returnCode'>;

function detailsOf(value: string): Details {
  const lines = value.split('\n');
  const separator = /^\d{3}([^A-Za-z0-9\s/])/.exec(value)?.[1];
  if (separator !== undefined) return detailsByNumber(lines.join(''), separator);
  if (/^\/[A-Z]{2,8}\//.test(value)) return detailsByWord(lines.join(''));
  return { endToEndId: '', party: '', text: lines.join(' ').trim(), returnCode: '' };
}

/** `166?00CREDIT?20EREF+B-40418?21SVWZ+…?32NAME`. */
function detailsByNumber(value: string, separator: string): Details {
  const parts = new Map<string, string>();
  for (const part of value.split(separator).slice(1)) parts.set(part.slice(0, 2), part.slice(2));
  const joined = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => parts.get(String(from + index)) ?? '').join(
      '',
    );
  const remittance = joined(20, 29) + joined(60, 63);
  const marked = marksOf(remittance.split(/(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|BIC|IBAN)\+/));
  return {
    endToEndId: providedId(marked.get('EREF') ?? ''),
    party: joined(32, 33).trim(),
    text: (marked.get('SVWZ') ?? remittance).trim(),
    returnCode: '',
  };
}

/** `/EREF/B-40418//NAME/Kim Tester//REMI/…/`. */
function detailsByWord(value: string): Details {
  const marked = marksOf(
    value
      .replace(/\/$/, '')
      .split(/\/{1,2}(TRTP|IBAN|BIC|NAME|REMI|EREF|ORDP|BENM|CSID|MARF|RTRN|PREF|KREF|ISDT)\//),
  );
  const textOf = (name: string) => (marked.get(name) ?? '').trim();
  return {
    endToEndId: providedId(textOf('EREF')),
    party: textOf('NAME'),
    text: textOf('REMI'),
    returnCode: /^[A-Z]{2}\d\d$/.exec(textOf('RTRN'))?.[0] ?? '',
  };
}

/** The first text behind each mark. Shape: what was before the first mark, then each mark with its text. */
function marksOf([, ...marked]: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let at = 0; at < marked.length; at += 2) {
    const mark = marked[at]!;
    if (!texts.has(mark)) texts.set(mark, marked[at + 1] ?? '');
  }
  return texts;
}

const providedId = (id: string): string => (id.trim() === 'NOTPROVIDED' ? '' : id.trim());
