/** What the review queue asks about wires: facts, checks, evidence, and what a decision does. */
import { formatDecimal } from '@tern/money';
import { isVerified, memberById } from '../../../kernel/members/members.ts';
import type { Decision, ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { creditEntry } from './rules.ts';
import { endWire, setWireHeld, type Wire, wireById, wireForUpdate } from './store.ts';
import { postAndPublish } from '../request/post-and-publish.ts';
import { WIRE } from './create-wire.ts';
import { wireChanged } from './wire-row.ts';

const subjectOf = (reader: Reader, id: number): Promise<Wire> => reader.one(wireById, [id]);

async function checksOf(reader: Reader, wire: Wire) {
  const member = await memberById(reader, wire.memberId);
  const { received } = wire;
  return [
    { name: 'receipt-recorded', isPassed: received !== null, level: 'stop' },
    {
      name: 'identity-verified',
      isPassed: member !== undefined && isVerified(member),
      level: 'stop',
    },
    { name: 'account-not-frozen', isPassed: member?.isFrozen === false, level: 'warning' },
    {
      name: 'amount-as-announced',
      isPassed: received === null || received === wire.amount,
      level: 'warning',
    },
  ] as const;
}

async function evidenceOf(reader: Reader, wire: Wire) {
  const { memberId, asset, amount, received } = wire;
  const member = await memberById(reader, memberId);
  const money = (value: typeof received) =>
    value === null ? null : `${formatDecimal(value)} ${asset}`;
  const row = (label: string, values: (string | null)[]) => ({ label, values, isEqual: null });
  return {
    summary: 'Wire transfer · credited on approval, once its receipt is recorded',
    columns: ['Announced', 'Arrived'],
    rows: [
      {
        label: 'Amount',
        values: [money(amount), money(received)],
        isEqual: received === null ? null : received === amount,
      },
      row('Member', [member?.email ?? '', wire.payer || null]),
      row('Reference', [wire.reference, wire.bankReference || null]),
      row('Instructions sent to', [wire.email, null]),
      row('Announced', [isoTime(wire.createdAt), null]),
    ],
    images: [],
    change: { asset, amount: received ?? amount },
  };
}

async function credit(tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const { id, memberId, asset, received } = await tx.one(wireForUpdate, [subjectId]);
  if (received === null) throw new Error(`wire ${id} is approved without a receipt`);
  const done = await tx.one(endWire, [id, 'completed', '', at]);
  const entries = [creditEntry({ id, memberId, asset, received })];
  await postAndPublish(tx, { event: wireChanged(done), entries, at });
}

export function reviewWires(): ReviewKind {
  return {
    kind: WIRE,
    letter: 'F',
    movesMoney: true,
    approvals: 2,
    async facts(reader, id) {
      const wire = await subjectOf(reader, id);
      const { memberId, asset, amount, reference, received, bankReference, payer } = wire;
      return {
        memberId,
        asset,
        announced: formatDecimal(amount),
        reference,
        received: received === null ? null : formatDecimal(received),
        bankReference,
        payer,
      };
    },
    moved: async (reader, id) => (await subjectOf(reader, id)).received,
    checks: async (reader, id) => checksOf(reader, await subjectOf(reader, id)),
    evidence: async (reader, id) => evidenceOf(reader, await subjectOf(reader, id)),
    approve: credit,
    async reject(tx, { subjectId, reason, at }) {
      const done = await tx.one(endWire, [subjectId, 'rejected', reason, at]);
      await postAndPublish(tx, { event: wireChanged(done), at });
    },
    async held(tx, { subjectId, until, reason, at }) {
      const held = await tx.one(setWireHeld, [subjectId, until, reason, at]);
      await postAndPublish(tx, { event: wireChanged(held), at });
    },
  };
}
