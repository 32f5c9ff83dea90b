/** What explains the differences of a day: records, and remainders that are carried to the next day (ADR 96). */
import { type Amount, formatDecimal, parseDecimal, ZERO } from '@tern/money';
import { newestEntryOf } from '../../../kernel/ledger/find-entries.ts';
import { logAct } from '../../../kernel/operators/audit-log.ts';
import { operatorByLogin } from '../../../kernel/operators/operators.ts';
import { recordNo, referenceOfRecord } from '../../../kernel/requests/record-letters.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { readReason, type Reviewer } from '../../../kernel/review/review-rules.ts';
import { dayOf } from '../../../platform/clock.ts';
import { isCheckViolation } from '../../../platform/database/database-errors.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { accountNames } from './account-names.ts';
import { type DayCloseDeps, daySubject } from './deps.ts';
import {
  type DayItem,
  handOverItem,
  insertItem,
  itemById,
  removeItem,
  settleItem,
  toExplain,
} from './store-sign-off.ts';

/** Two letters: none of the kinds of records that have one. */
const LETTERS = 'DR';
export const itemNo = (id: number): string => recordNo(LETTERS, id);

export interface Explanation {
  readonly day: string;
  readonly asset: string;
  /** By its name; undefined: the coin. */
  readonly account: string | undefined;
  /** Which difference: within the books, or with a statement of a chain or bank. */
  readonly against: 'books' | 'statement';
  /** As sent: exact decimal with its sign. */
  readonly amount: string;
  /** What explains it; without one it is a remainder. */
  readonly record: string | undefined;
  /** Of a remainder. */
  readonly dueOn: string | undefined;
  /** The owner; undefined: the actor. */
  readonly login: string | undefined;
  readonly reason: string;
}

/**
 * Stores a part of a difference, and returns its number. A first signature of other sums is removed.
 * @throws invalid-request naming the field, not-found naming the day, record or login, facts-changed for a remainder that is no longer
 *   open, already-decided for a signed day
 */
export async function explainDifference(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  given: Explanation,
): Promise<string> {
  const { day, asset, record, dueOn = null } = given;
  const reason = readReason(given.reason);
  const amount = parseDecimal<Amount>(given.amount);
  if (amount === undefined) throw new Refusal('invalid-request', { fields: ['amount'] });
  if ((record === undefined) === (dueOn === null))
    throw new Refusal('invalid-request', { fields: [record === undefined ? 'dueOn' : 'record'] });
  return database.transaction(async (tx) => {
    const at = clock.now();
    if (dueOn !== null && dueOn < dayOf(at))
      throw new Refusal('invalid-request', { fields: ['dueOn'] });
    const { account, isMissing } = await differingAccount(tx, given);
    // Nothing is known to differ while there is no statement: it is waited for.
    if (isMissing ? amount !== ZERO || dueOn === null : amount === ZERO)
      throw new Refusal('invalid-request', { fields: ['amount'] });
    const ownerId = await ownerNamed(tx, actor, given.login);
    const explainedBy = record === undefined ? NOTHING : await recordNamed(tx, record);
    const { against } = given;
    const about = { day, asset, account, against, amount, reason, dueOn, ownerId, ...explainedBy };
    const made = { openedBy: actor.operatorId, openedAt: at, changedAt: at };
    const item = await refusing(() => insertItem(tx, { ...about, ...made }));
    const no = itemNo(item.id);
    const detail = { item: no, asset, amount: formatDecimal(amount), record, dueOn };
    await logAct(
      tx,
      { actor, action: 'dayClose.explain', subject: daySubject(day), reason, detail },
      at,
    );
    return no;
  });
}

/** Before the day is signed. @throws not-found, already-decided */
export async function withdrawItem(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  id: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    const { day } = await openItem(tx, id);
    const at = clock.now();
    await refusing(() => tx.run(removeItem, [id, actor.operatorId, at]));
    const detail = { item: itemNo(id) };
    await logAct(
      tx,
      { actor, action: 'dayClose.removeItem', subject: daySubject(day), detail },
      at,
    );
  });
}

/**
 * Ends a remainder of a signed day.
 * @throws invalid-request naming the field, not-found naming the record, facts-changed before the day is signed, already-decided
 */
export async function settleRemainder(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  given: { readonly id: number; readonly record: string; readonly reason: string },
): Promise<void> {
  const reason = readReason(given.reason);
  const { id, record } = given;
  await database.transaction(async (tx) => {
    const { day, dueOn, amount } = await openItem(tx, id);
    // Of a missing statement: its number, which is no entry.
    const { entryId } = amount === ZERO ? NOTHING : await recordNamed(tx, record);
    if (dueOn === null) throw new Refusal('already-decided');
    if (entryId === null && amount !== ZERO)
      throw new Refusal('invalid-request', { fields: ['record'] });
    const at = clock.now();
    await refusing(() => tx.run(settleItem, [id, actor.operatorId, entryId, reason, at]));
    const detail = { item: itemNo(id), record };
    await logAct(
      tx,
      { actor, action: 'dayClose.settle', subject: daySubject(day), reason, detail },
      at,
    );
  });
}

/** @throws invalid-request for a due date in the past, not-found naming the login, already-decided */
export async function handOverRemainder(
  { database, clock }: DayCloseDeps,
  actor: Reviewer,
  { id, login, dueOn }: { readonly id: number; readonly login: string; readonly dueOn: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const at = clock.now();
    if (dueOn < dayOf(at)) throw new Refusal('invalid-request', { fields: ['dueOn'] });
    const item = await openItem(tx, id);
    if (item.dueOn === null) throw new Refusal('already-decided');
    const ownerId = await ownerNamed(tx, actor, login);
    await refusing(() => tx.run(handOverItem, [id, ownerId, dueOn, at]));
    const detail = { item: itemNo(id), login, dueOn };
    const act = {
      actor,
      action: 'dayClose.handOver',
      subject: daySubject(item.day),
      detail,
    } as const;
    await logAct(tx, act, at);
  });
}

const NOTHING = { entryId: null, carriedId: null };

/** @throws not-found naming the day or the account that does not differ */
async function differingAccount(
  reader: Reader,
  { day, asset, account, against }: Pick<Explanation, 'day' | 'asset' | 'account' | 'against'>,
): Promise<{ account: number; isMissing: boolean }> {
  const nameOf = await accountNames(reader);
  const all = await reader.many(toExplain, [day]);
  const found = all.find(
    (each) =>
      each.asset === asset &&
      each.against === against &&
      (account === undefined ? each.account === 0 : nameOf(each.account) === account),
  );
  if (found === undefined) throw new Refusal('not-found', { fields: ['day'] });
  return found;
}

/** @throws not-found naming the login */
async function ownerNamed(
  reader: Reader,
  actor: Reviewer,
  login: string | undefined,
): Promise<number> {
  if (login === undefined) return actor.operatorId;
  const owner = await operatorByLogin(reader, login);
  if (owner?.isActive !== true) throw new Refusal('not-found', { fields: ['login'] });
  return owner.id;
}

/** With the letters above. */
const ITEM = /^DR-?0*(\d{1,15})$/i;
const ENTRY = /^\d{1,15}$/;

/** An entry by its number or its record, or a remainder. @throws not-found naming the record */
async function recordNamed(
  reader: Reader,
  given: string,
): Promise<Pick<DayItem, 'entryId' | 'carriedId'>> {
  const record = given.trim();
  const [, item] = ITEM.exec(record) ?? [];
  if (item !== undefined) return { entryId: null, carriedId: Number(item) };
  if (ENTRY.test(record)) return { entryId: Number(record), carriedId: null };
  const reference = referenceOfRecord(record) ?? record;
  const entryId = await newestEntryOf(reader, reference);
  if (entryId === undefined) throw new Refusal('not-found', { fields: ['record'] });
  return { entryId, carriedId: null };
}

/** @throws not-found, already-decided for one that was withdrawn or settled */
async function openItem(tx: Tx, id: number): Promise<DayItem> {
  const item = await tx.maybe(itemById, [id]);
  if (item === undefined) throw new Refusal('not-found', { fields: ['ID'] });
  if (item.removedBy !== null || item.settledBy !== null) throw new Refusal('already-decided');
  return item;
}

/** What the database refuses, as answers. @throws already-decided, not-found naming the record, facts-changed */
async function refusing<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isCheckViolation(error, 'day_close_items_unsigned')) throw new Refusal('already-decided');
    if (isCheckViolation(error, 'day_close_items_difference')) throw new Refusal('facts-changed');
    if (isCheckViolation(error, 'day_close_items_carried')) throw new Refusal('facts-changed');
    if (isCheckViolation(error, 'day_close_items_entry'))
      throw new Refusal('not-found', { fields: ['record'] });
    throw error;
  }
}
