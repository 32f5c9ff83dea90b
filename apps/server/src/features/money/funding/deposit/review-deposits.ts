/** The review of deposits: facts, checks, evidence with the proof, and the credit. */
import { formatDecimal, subtract } from '@tern/money';
import { type Images, imageById, wasUsedBefore } from '../../../../kernel/images/images.ts';
import { memberById } from '../../../../kernel/members/members.ts';
import { findAssetNetwork } from '../../../../kernel/networks/networks.ts';
import { identityVerified, notFrozen } from '../../../../kernel/review/member-checks.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewCheck,
  type ReviewKind,
} from '../../../../kernel/review/review-kind.ts';
import { screeningCheck } from '../../../../kernel/screening/screen.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import type { Deps } from '../deps.ts';
import { publish } from '../request/publish.ts';
import { requestReview, subjectsWith } from '../request/review.ts';
import { deposits } from './deposits.ts';
import { creditEntry, isUsualAmount } from './rules.ts';
import {
  addressOwner,
  type Deposit,
  depositsLike,
  depositStore,
  largestCompleted,
  transfersTo,
} from './store.ts';

const PROOF = 'proof';

async function proofOf(reader: Reader, { imageId }: Deposit) {
  const image = imageId === null ? undefined : await imageById(reader, imageId);
  if (image === undefined) throw new Error(`no image ${imageId}`);
  return image;
}

/** The transfer to the address whose amount is closest, if a rail has seen any. */
const seenTransfer = (reader: Reader, { network, address, asset, amount }: Deposit) =>
  reader.maybe(transfersTo, [network, address, asset, amount]);

type CheckDeps = Deps<'rails' | 'asksIdentity'>;

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
  return [
    { name: 'address-own', isPassed: isOwn, level: 'stop' },
    // The rail reports every transfer: one that is also approved would be credited twice.
    { name: 'not-credited-by-itself', isPassed: !rails.watch(asset, code), level: 'stop' },
    { name: 'not-credited-already', isPassed: !isCreditedAlready, level: 'warning' },
    {
      name: 'image-not-used-before',
      isPassed: !(await wasUsedBefore(reader, proof)),
      level: 'warning',
    },
    { name: 'amount-usual', isPassed: isUsualAmount(amount, largest), level: 'warning' },
    notFrozen(member, 'warning'),
    await screeningCheck(reader, { kind: deposits.kind, subjectId: id, memberId }),
    ...(asksIdentity ? [identityVerified(member)] : []),
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
  const row = (label: string, reported: string, known?: { seen: string; isEqual?: boolean }) =>
    comparisonRow(label, [reported, known?.seen ?? null], known?.isEqual ?? null);
  return {
    summary: `${network} · credited on approval`,
    columns: ['Customer says', 'Seen on the network'],
    rows: [
      row('Member', member?.email ?? ''),
      row(
        'Amount',
        money(amount),
        seen && { seen: money(seen.amount), isEqual: seen.amount === amount },
      ),
      row('Network', network, seen && { seen: network }),
      row('To address', address, seen && { seen: address, isEqual: owner?.memberId === memberId }),
      row('Transaction', '', seen && { seen: seen.txid }),
      row('Reported, seen', isoTime(deposit.createdAt), seen && { seen: isoTime(seen.seenAt) }),
      row('Fee', money(fee)),
      row('Credited', money(subtract(amount, fee))),
    ],
    images: [{ id: PROOF, label: 'Proof', bytes: proof.bytes, sha256: proof.sha256 }],
  };
}

async function credit(tx: Tx, deposit: Deposit, { at }: Decision): Promise<void> {
  const { id, asset, network: code } = deposit;
  const network = await findAssetNetwork(tx, asset, code);
  if (network === undefined) throw new Error(`no network ${code} of ${asset}`);
  const request = await tx.one(depositStore.end, [id, 'completed', '', at]);
  const entries = [creditEntry({ ...request, networkId: network.networkId })];
  await publish(tx, deposits, { request, entries, at });
}

export function reviewDeposits(deps: CheckDeps & { images: Pick<Images, 'bytesOf'> }): ReviewKind {
  return requestReview(deposits, {
    async facts(deposit, reader) {
      const { memberId, asset, network, address, amount, fee } = deposit;
      const { sha256: proof } = await proofOf(reader, deposit);
      return { memberId, asset, network, address, amount, fee, proof };
    },
    checks: (deposit, reader) => checksOf(reader, deposit, deps),
    evidence: (deposit, reader) => evidenceOf(reader, deposit),
    change: ({ asset, amount, fee }) => ({ asset, amount: subtract(amount, fee) }),
    approve: credit,
    find: subjectsWith(depositsLike),
    async image(reader, id, view) {
      if (view.id !== PROOF) return undefined;
      return deps.images.bytesOf(await proofOf(reader, await reader.one(depositStore.byId, [id])));
    },
  });
}
