/** The review of wires: facts, checks, evidence and the credit. */
import { formatDecimal } from '@tern/money';
import { memberById } from '../../../../kernel/members/members.ts';
import { identityVerified, notFrozen } from '../../../../kernel/review/member-checks.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { screeningCheck } from '../../../../kernel/screening/screen.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { entryOfRecord } from '../bank/store.ts';
import { nameRow, ownNameCheck } from '../bank-cards/owner-check.ts';
import type { Deps, VerifiedName } from '../deps.ts';
import { publish } from '../request/publish.ts';
import { requestReview, subjectsWith } from '../request/review.ts';
import { type Wire, wiresLike, wireStore } from './store.ts';
import { creditEntry, wires } from './wires.ts';

async function checksOf(reader: Reader, wire: Wire, verifiedName: VerifiedName) {
  const member = await memberById(reader, wire.memberId);
  const { received, payer: name, memberId } = wire;
  return [
    { name: 'receipt-recorded', isPassed: received !== null, level: 'stop' },
    identityVerified(member),
    notFrozen(member, 'warning'),
    await screeningCheck(reader, { kind: wires.kind, subjectId: wire.id, memberId }),
    await ownNameCheck(reader, verifiedName, { memberId, name }),
    {
      name: 'amount-as-announced',
      isPassed: received === null || received === wire.amount,
      level: 'warning',
    },
  ] as const;
}

async function evidenceOf(reader: Reader, wire: Wire, verifiedName: VerifiedName) {
  const { memberId, asset, amount, received } = wire;
  const member = await memberById(reader, memberId);
  const verified = await verifiedName(reader, memberId);
  const entry = await reader.maybe(entryOfRecord, [wires.kind, wire.id]);
  const source =
    entry === undefined ? 'typed by hand' : `statement ${entry.number}, entry ${entry.place}`;
  const money = (value: typeof received) =>
    value === null ? null : `${formatDecimal(value)} ${asset}`;
  return {
    summary: 'Wire transfer · credited on approval, once its receipt is recorded',
    columns: ['Announced', 'Arrived'],
    rows: [
      comparisonRow(
        'Amount',
        [money(amount), money(received)],
        received === null ? null : received === amount,
      ),
      comparisonRow('Member', [member?.email ?? '', null]),
      nameRow('Name', { verified, atBank: wire.payer }),
      comparisonRow('Reference', [wire.reference, wire.bankReference || null]),
      comparisonRow('Receipt from', [null, received === null ? null : source]),
      comparisonRow('Instructions sent to', [wire.email, null]),
      comparisonRow('Announced', [isoTime(wire.createdAt), null]),
    ],
    images: [],
  };
}

async function credit(tx: Tx, wire: Wire, { at }: Decision): Promise<void> {
  const { id, received } = wire;
  if (received === null) throw new Error(`wire ${id} is approved without a receipt`);
  const request = await tx.one(wireStore.end, [id, 'completed', '', at]);
  await publish(tx, wires, { request, entries: [creditEntry(wire, received)], at });
}

export function reviewWires({ verifiedName }: Deps<'verifiedName'>): ReviewKind {
  return requestReview(wires, {
    facts({ memberId, asset, amount: announced, reference, received, bankReference, payer }) {
      return { memberId, asset, announced, reference, received, bankReference, payer };
    },
    moved: async (reader, id) => (await reader.one(wireStore.byId, [id])).received,
    checks: (wire, reader) => checksOf(reader, wire, verifiedName),
    evidence: (wire, reader) => evidenceOf(reader, wire, verifiedName),
    change: ({ asset, amount, received }) => ({ asset, amount: received ?? amount }),
    approve: credit,
    find: subjectsWith(wiresLike),
  });
}
