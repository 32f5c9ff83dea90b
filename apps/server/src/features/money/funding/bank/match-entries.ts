/** Finds the record of each open entry: only where reference, amount and name agree, or an operator recorded it before. */
import { isAlikeName } from '../../../../kernel/names/name-likeness.ts';
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import { isUniqueViolation } from '../../../../platform/database/database-errors.ts';
import type { Deps } from '../deps.ts';
import { payoutStore } from '../payout/store.ts';
import { belongTo, completePayout, type MatchDeps, receiveWire } from './match-record.ts';
import { payoutIdIn, wireReferencesIn } from './references.ts';
import {
  type FoundEntry,
  isReceiptRecorded,
  openEntriesAfter,
  recordedByHand,
  waitingWires,
} from './store.ts';

/** Entries read together. */
const PAGE = 200;

/** Returns how many found their record. One that cannot be taken over is left to operators, and to the next import. */
export async function matchOpenEntries(
  deps: MatchDeps & Deps<'verifiedName' | 'log'>,
): Promise<number> {
  let [matched, last] = [0, 0];
  for (;;) {
    const entries = await deps.database.many(openEntriesAfter, [last, PAGE]);
    for (const entry of entries) {
      last = entry.id;
      if (await isMatched(deps, entry)) matched += 1;
    }
    if (entries.length < PAGE) return matched;
  }
}

async function isMatched(
  deps: MatchDeps & Deps<'verifiedName' | 'log'>,
  entry: FoundEntry,
): Promise<boolean> {
  try {
    return (await findByHand(deps, entry)) || (await findAgreeing(deps, entry));
  } catch (error) {
    // Decided, recorded or matched meanwhile.
    const isTaken = error instanceof Refusal || isUniqueViolation(error);
    if (!isTaken) throw error;
    deps.log.warn({ err: error, entry: entry.id }, 'an entry of a bank statement stays open');
    return false;
  }
}

async function findByHand(deps: MatchDeps, entry: FoundEntry): Promise<boolean> {
  const { id: entryId, asset, bankReference, amount, isCredit } = entry;
  if (bankReference === '') return false;
  const recorded = await deps.database.many(recordedByHand, [
    asset,
    bankReference,
    amount,
    isCredit,
  ]);
  const [record] = recorded;
  if (record === undefined || recorded.length > 1) return false;
  const match = { entryId, kind: record.kind, subjectId: record.id };
  await deps.database.transaction((tx) => belongTo(tx, match, { at: deps.clock.now() }));
  return true;
}

async function findAgreeing(
  deps: MatchDeps & Deps<'verifiedName'>,
  entry: FoundEntry,
): Promise<boolean> {
  return entry.isCredit ? findWire(deps, entry) : findPayout(deps, entry);
}

async function findWire(
  deps: MatchDeps & Deps<'verifiedName'>,
  entry: FoundEntry,
): Promise<boolean> {
  const { database, verifiedName } = deps;
  const { asset, amount, party, bankReference } = entry;
  const references = wireReferencesIn(entry);
  if (references.length === 0) return false;
  const wires = await database.many(waitingWires, [asset, references, amount]);
  const named = wires.filter(({ reference }) => references.includes(reference));
  const [wire] = named;
  if (wire === undefined || named.length > 1 || wire.amount !== amount) return false;
  const verified = await verifiedName(database, wire.memberId);
  if (verified === undefined || !isAlikeName(verified, party)) return false;
  const { isRecorded } = await database.one(isReceiptRecorded, [asset, bankReference]);
  if (bankReference !== '' && isRecorded) return false;
  await receiveWire(deps, undefined, { entry, wireId: wire.id });
  return true;
}

async function findPayout(deps: MatchDeps, entry: FoundEntry): Promise<boolean> {
  const payoutId = payoutIdIn(entry);
  if (payoutId === null) return false;
  const payout = await deps.database.maybe(payoutStore.byId, [payoutId]);
  if (payout?.currency !== entry.asset || payout.received !== entry.amount) return false;
  await completePayout(deps, undefined, { entry, payoutId });
  return true;
}
