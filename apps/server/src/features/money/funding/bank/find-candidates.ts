/** Records that an open entry may belong to, with the reasons for each; an operator decides. */
import { formatDecimal } from '@tern/money';
import type { BankCandidate } from '@tern/protocol/operator';
import { nameLikeness, ALIKE_MIN } from '../../../../kernel/names/name-likeness.ts';
import { logLook } from '../../../../kernel/operators/audit-log.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Reviewer } from '../../../../kernel/review/review-rules.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { payouts } from '../payout/payouts.ts';
import { recordNoOf } from '../request/request-kind.ts';
import { wires } from '../wire/wires.ts';
import { payoutIdIn, wireReferencesIn } from './references.ts';
import {
  entryById,
  type FoundEntry,
  isReceiptRecorded,
  payoutsLikeEntry,
  waitingWires,
} from './store.ts';

const SHOWN_MAX = 5;

/** The best first; none is selected. The access is logged, because it shows members. @throws not-found */
export function candidatesOf(
  { database, clock, verifiedName }: Deps<'database' | 'clock' | 'verifiedName'>,
  actor: Reviewer,
  entryId: number,
): Promise<{ list: BankCandidate[]; isRecorded: boolean }> {
  return database.transaction(async (tx) => {
    const entry = await tx.maybe(entryById, [entryId]);
    if (entry === undefined) throw new Refusal('not-found');
    const subject = `bankEntry:${entryId}`;
    await logLook(tx, { actor, action: 'bank.candidates', subject }, clock.now());
    const nameOf = async (memberId: number) => (await verifiedName(tx, memberId)) ?? '';
    const { isRecorded } = await tx.one(isReceiptRecorded, [entry.asset, entry.bankReference]);
    const found = [
      ...(entry.isCredit ? await wiresFor(tx, entry, nameOf) : []),
      ...(await payoutsFor(tx, entry)),
    ];
    const signs = ({ signs: { reference, amount, likeness } }: BankCandidate) =>
      Number(reference) * 3 + Number(amount) + Number(likeness >= ALIKE_MIN);
    const list = found
      .filter((each) => signs(each) > 0)
      .sort((one, two) => signs(two) - signs(one));
    return {
      list: list.slice(0, SHOWN_MAX),
      isRecorded: entry.isCredit && entry.bankReference !== '' && isRecorded,
    };
  });
}

async function wiresFor(
  reader: Reader,
  entry: FoundEntry,
  nameOf: (memberId: number) => Promise<string>,
): Promise<BankCandidate[]> {
  const references = wireReferencesIn(entry);
  const waiting = await reader.many(waitingWires, [entry.asset, references, entry.amount]);
  const list: BankCandidate[] = [];
  for (const { id, memberId, amount, reference, createdAt } of waiting) {
    const name = await nameOf(memberId);
    list.push({
      kind: 'wire',
      recordId: id,
      recordNo: recordNoOf(wires, id),
      memberId,
      name,
      num: formatDecimal(amount),
      CreatedAt: isoTime(createdAt),
      signs: {
        reference: references.includes(reference),
        amount: amount === entry.amount,
        likeness: nameLikeness(name, entry.party).likeness,
      },
    });
  }
  return list;
}

/** A debit sent an approved one; a credit may be what came back of a sent one. */
async function payoutsFor(reader: Reader, entry: FoundEntry): Promise<BankCandidate[]> {
  const { asset, isCredit, party } = entry;
  const numbered = payoutIdIn(entry);
  const state = isCredit ? 'completed' : 'approved';
  const found = await reader.many(payoutsLikeEntry, [asset, numbered, entry.amount, state]);
  return found.map(({ id, memberId, amount, accountName, createdAt }) => ({
    kind: isCredit ? ('payback' as const) : ('payout' as const),
    recordId: id,
    recordNo: recordNoOf(payouts, id),
    memberId,
    name: accountName,
    num: formatDecimal(amount),
    CreatedAt: isoTime(createdAt),
    signs: {
      reference: id === numbered,
      amount: amount === entry.amount,
      likeness: nameLikeness(accountName, party).likeness,
    },
  }));
}
