/** The sign-off of a closed day as operators see it. */
import { formatDecimal } from '@tern/money';
import type { SignOff } from '@tern/protocol/operator';
import { entryReferences } from '../../../kernel/ledger/find-entries.ts';
import { operatorLogins } from '../../../kernel/operators/operators.ts';
import { shownReference } from '../../../kernel/requests/record-letters.ts';
import { dayOf, isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { itemNo } from './explain-difference.ts';
import {
  carriedInto,
  type DayItem,
  itemsOfDay,
  signable,
  type Signature,
  signaturesOfDay,
} from './store-sign-off.ts';

interface Viewer {
  readonly operatorId: number;
  /** Epoch milliseconds. */
  readonly at: number;
  nameOf(account: number): string;
}

/** The day is closed. */
export async function showSignOff(reader: Reader, day: string, viewer: Viewer): Promise<SignOff> {
  const { operatorId, at, nameOf } = viewer;
  const found = await reader.one(signable, [day, at, operatorId]);
  const signatures = await reader.many(signaturesOfDay, [day]);
  const items = await reader.many(itemsOfDay, [day]);
  const carried = await reader.many(carriedInto, [day]);
  const all = [...items, ...carried];
  const entries = all.flatMap(({ entryId }) => entryId ?? []);
  const references = await entryReferences(reader, entries);
  const people = [
    ...all.map(({ ownerId }) => ownerId),
    ...signatures.flatMap((each) => [each.operatorId, each.removedBy ?? each.operatorId]),
  ];
  const logins = await operatorLogins(reader, people);
  const itemOut = (item: DayItem) => ({
    ID: item.id,
    recordNo: itemNo(item.id),
    day: item.day,
    coinname: item.asset,
    account: item.account === 0 ? null : nameOf(item.account),
    against: item.against as 'books' | 'statement',
    amount: formatDecimal(item.amount),
    owner: logins.get(item.ownerId) ?? '',
    reason: item.reason,
    entry: item.entryId,
    reference: item.entryId === null ? null : shownReference(references.get(item.entryId) ?? ''),
    carriedFrom: item.carriedId === null ? null : itemNo(item.carriedId),
    dueOn: item.dueOn,
    isOverdue: item.dueOn !== null && item.settledBy === null && item.dueOn < dayOf(at),
    isSettled: item.settledBy !== null,
  });
  const valid = signatures.filter(({ removedAt }) => removedAt === null);
  const signed = valid.length === 2 ? valid[1] : undefined;
  return {
    state: stateOf(valid.length, found.isDue),
    // Remainders may be settled after the day was signed: the hash stays that of what was signed.
    hash: signed?.contentHash.toString('hex') ?? found.hash,
    signatures: signatures.map((signature) => signatureOut(signature, logins)),
    items: items.map(itemOut),
    carried: signed === undefined ? carried.map(itemOut) : [],
    obstacles: signed === undefined ? obstaclesOf(found, valid[0]?.operatorId, operatorId) : [],
  };
}

/** `isDue` null: no day has to be signed yet. */
export function stateOf(signatures: number, isDue: boolean | null): SignOff['state'] {
  if (isDue !== true) return 'none';
  return signatures === 0 ? 'open' : signatures === 1 ? 'first' : 'signed';
}

function obstaclesOf(
  found: { hasDayBefore: boolean; isLeft: boolean; isOverdue: boolean; isByHand: boolean },
  first: number | undefined,
  caller: number,
): SignOff['obstacles'] {
  const all = [
    ['dayBefore', found.hasDayBefore],
    ['left', found.isLeft],
    ['overdue', found.isOverdue],
    ['own', first === caller],
    ['byHand', first !== undefined && first !== caller && found.isByHand],
  ] as const;
  return all.filter(([, isSo]) => isSo).map(([name]) => name);
}

const signatureOut = (signature: Signature, logins: ReadonlyMap<number, string>) => ({
  place: signature.place,
  by: logins.get(signature.operatorId) ?? '',
  note: signature.note,
  at: isoTime(signature.signedAt),
  removedAt: signature.removedAt === null ? null : isoTime(signature.removedAt),
  removedBy: signature.removedBy === null ? null : (logins.get(signature.removedBy) ?? ''),
  removedReason: signature.removedReason,
});
