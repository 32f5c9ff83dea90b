/** What the review queue asks about deposits: facts, checks, evidence with the proof, and what a decision does. */
import { formatDecimal, subtract } from '@tern/money';
import { type Images, imageById, wasUsedBefore } from '../../../kernel/images/images.ts';
import { isVerified, memberById } from '../../../kernel/members/members.ts';
import { findAssetNetwork } from '../../../kernel/networks/networks.ts';
import type { Rails } from '../../../kernel/rails/rail.ts';
import type { ReviewCheck, ReviewKind } from '../../../kernel/review/review-kind.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { KIND } from './create-deposit.ts';
import { LETTER } from './deposit-row.ts';
import { endDeposit } from './end-deposit.ts';
import { isUsualAmount } from './rules.ts';
import {
  addressOwner,
  type Deposit,
  depositById,
  largestCompleted,
  setHeld,
  transfersTo,
} from './store.ts';
import { postAndPublish } from './post-and-publish.ts';

const PROOF = 'proof';

const subjectOf = (reader: Reader, id: number): Promise<Deposit> => reader.one(depositById, [id]);

async function proofOf(reader: Reader, { imageId }: Deposit) {
  const image = imageId === null ? undefined : await imageById(reader, imageId);
  if (image === undefined) throw new Error(`no image ${imageId}`);
  return image;
}

/** The transfer that a rail has seen at the address, if any: the one whose amount is closest. */
const seenTransfer = (reader: Reader, { network, address, asset, amount }: Deposit) =>
  reader.maybe(transfersTo, [network, address, asset, amount]);

interface CheckDeps {
  rails: Rails;
  asksIdentity: boolean;
}

async function checksOf(
  reader: Reader,
  deposit: Deposit,
  { rails, asksIdentity }: CheckDeps,
): Promise<readonly ReviewCheck[]> {
  const { id, memberId, asset, network: code, address, amount } = deposit;
  const [member, network, owner, { largest }, seen, proof] = await Promise.all([
    memberById(reader, memberId),
    findAssetNetwork(reader, asset, code),
    reader.maybe(addressOwner, [code, address]),
    reader.one(largestCompleted, [memberId, asset, id]),
    seenTransfer(reader, deposit),
    proofOf(reader, deposit),
  ]);
  const isOwn = owner?.memberId === memberId;
  const isCreditedAlready = isOwn && seen?.amount === amount && seen.depositId !== null;
  const isKnown = member !== undefined && isVerified(member);
  return [
    { name: 'address-own', isPassed: isOwn, level: 'stop' },
    // Whatever the rail has not reported yet it will: approved as well, it would be credited twice.
    { name: 'not-credited-by-itself', isPassed: !rails.watch(asset, code), level: 'stop' },
    { name: 'not-credited-already', isPassed: !isCreditedAlready, level: 'warning' },
    {
      name: 'image-not-used-before',
      isPassed: !(await wasUsedBefore(reader, proof)),
      level: 'warning',
    },
    { name: 'amount-usual', isPassed: isUsualAmount(amount, largest), level: 'warning' },
    { name: 'account-not-frozen', isPassed: member?.isFrozen === false, level: 'warning' },
    ...(asksIdentity
      ? [{ name: 'identity-verified', isPassed: isKnown, level: 'stop' } as const]
      : []),
    { name: 'deposits-open', isPassed: network?.takesDeposits === true, level: 'warning' },
  ];
}

async function evidenceOf(reader: Reader, deposit: Deposit) {
  const { memberId, asset, network, address, amount, fee } = deposit;
  const [member, owner, seen, proof] = await Promise.all([
    memberById(reader, memberId),
    reader.maybe(addressOwner, [network, address]),
    seenTransfer(reader, deposit),
    proofOf(reader, deposit),
  ]);
  const money = (value: Deposit['amount']) => `${formatDecimal(value)} ${asset}`;
  /** Without what was seen there is nothing to compare. */
  const row = (label: string, told: string, known?: { said: string; isEqual?: boolean }) => ({
    label,
    values: [told, known?.said ?? null],
    isEqual: known?.isEqual ?? null,
  });
  const credited = subtract(amount, fee);
  return {
    summary: `${network} · credited on approval`,
    columns: ['Customer says', 'Seen on the network'],
    rows: [
      row('Member', member?.email ?? ''),
      row(
        'Amount',
        money(amount),
        seen && { said: money(seen.amount), isEqual: seen.amount === amount },
      ),
      row('Network', network, seen && { said: network }),
      row('To address', address, seen && { said: address, isEqual: owner?.memberId === memberId }),
      row('Transaction', '', seen && { said: seen.txid }),
      row('Reported, seen', isoTime(deposit.createdAt), seen && { said: isoTime(seen.seenAt) }),
      row('Fee', money(fee)),
      row('Credited', money(credited)),
    ],
    images: [{ id: PROOF, label: 'Proof', bytes: proof.bytes, sha256: proof.sha256 }],
    change: { asset, amount: credited },
  };
}

export function reviewDeposits(deps: CheckDeps & { images: Pick<Images, 'bytesOf'> }): ReviewKind {
  const { images } = deps;
  return {
    kind: KIND,
    letter: LETTER,
    movesMoney: true,
    approvals: 2,
    async facts(reader, id) {
      const deposit = await subjectOf(reader, id);
      const { memberId, asset, network, address, amount, fee } = deposit;
      const { sha256 } = await proofOf(reader, deposit);
      return {
        memberId,
        asset,
        network,
        address,
        amount: formatDecimal(amount),
        fee: formatDecimal(fee),
        proof: sha256,
      };
    },
    checks: async (reader, id) => checksOf(reader, await subjectOf(reader, id), deps),
    evidence: async (reader, id) => evidenceOf(reader, await subjectOf(reader, id)),
    async image(reader, id, imageId) {
      if (imageId !== PROOF) return undefined;
      return images.bytesOf(await proofOf(reader, await subjectOf(reader, id)));
    },
    async approve(tx, { subjectId, at }) {
      await endDeposit(tx, subjectId, { state: 'completed', reason: '', at });
    },
    async reject(tx, { subjectId, reason, at }) {
      await endDeposit(tx, subjectId, { state: 'rejected', reason, at });
    },
    async held(tx, { subjectId, until, reason, at }) {
      const deposit = await tx.one(setHeld, [subjectId, until, reason, at]);
      await postAndPublish(tx, { deposit, entries: [], at });
    },
  };
}
