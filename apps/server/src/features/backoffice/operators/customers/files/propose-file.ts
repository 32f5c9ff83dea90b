/** Proposes files of a customer's timeline, and lists those there are. A second person agrees before one is made (ADR 24). */
import type { CustomerFile as ListedFile, TimelineGroup } from '@tern/protocol/operator';
import { lockMember, memberById } from '../../../../../kernel/members/members.ts';
import { logAct, logLook } from '../../../../../kernel/operators/audit-log.ts';
import { operatorLogins } from '../../../../../kernel/operators/operators.ts';
import { Refusal } from '../../../../../kernel/requests/refusal.ts';
import { reviewOf } from '../../../../../kernel/review/list-reviews.ts';
import { readReason, type Reviewer } from '../../../../../kernel/review/review-rules.ts';
import type { Reviews } from '../../../../../kernel/review/reviews.ts';
import { type Clock, isoTime } from '../../../../../platform/clock.ts';
import type { Database, Reader, Tx } from '../../../../../platform/database/database.ts';
import { GROUPS, seesAllActs } from '../timeline.ts';
import { hasPdf } from './draw-file.ts';
import { CUSTOMER_FILE } from './file-kind.ts';
import { type CustomerFile, insertFile, newestFiles, waitingFile } from './store.ts';

export interface FileProposalDeps {
  database: Database;
  clock: Clock;
  reviews: Reviews;
}

export interface AskedFile {
  memberId: number;
  groups: readonly TimelineGroup[];
  /** UTC days, both included. */
  fromDay: string;
  untilDay: string;
  reason: string;
}

const LISTED = 50;

/**
 * Returns the id of the review that awaits a second operator; who repeats a proposal gets the same id. The file will hold what the
 * proposer reads in the timeline.
 * @throws invalid-request, not-found, already-decided while a different one waits for this customer
 */
export async function proposeFile(
  deps: FileProposalDeps,
  actor: Reviewer,
  asked: AskedFile,
): Promise<number> {
  const { memberId, fromDay, untilDay } = asked;
  const reason = readReason(asked.reason);
  if (fromDay > untilDay) throw new Refusal('invalid-request', { fields: ['until'] });
  const groups = GROUPS.filter((group) => asked.groups.includes(group));
  const { operatorId } = actor;
  const content = { memberId, groups, fromDay, untilDay, hasAllActs: seesAllActs(actor), reason };
  const reviewId = await deps.database.transaction(async (tx) => {
    if ((await lockMember(tx, memberId)) === undefined) throw new Refusal('not-found');
    const earlier = await tx.maybe(waitingFile, [memberId]);
    if (earlier !== undefined)
      return reviewOfSame(tx, earlier, { ...content, proposedBy: operatorId });
    const at = deps.clock.now();
    const { id } = await insertFile(tx, { ...content, proposedBy: operatorId, createdAt: at });
    const act = {
      actor,
      action: 'customerFile.propose',
      subject: `${CUSTOMER_FILE}:${id}`,
    } as const;
    const detail = { groups, fromDay, untilDay };
    await logAct(tx, { ...act, memberId, reason, detail }, at);
    // Not of the member: a member reads the decisions on the own reviews, and an authority may forbid to reveal that it asked.
    return deps.reviews.open(tx, {
      kind: CUSTOMER_FILE,
      subjectId: id,
      memberId: null,
      proposal: { operatorId, note: reason },
    });
  });
  deps.reviews.announce();
  return reviewId;
}

/** @throws already-decided */
async function reviewOfSame(
  tx: Tx,
  earlier: CustomerFile,
  repeated: Omit<Parameters<typeof insertFile>[1], 'createdAt'>,
): Promise<number> {
  const isSame =
    earlier.groups.join() === repeated.groups.join() &&
    (['fromDay', 'untilDay', 'hasAllActs', 'reason', 'proposedBy'] as const).every(
      (key) => earlier[key] === repeated[key],
    );
  const review = isSame ? await reviewOf(tx, CUSTOMER_FILE, earlier.id) : undefined;
  if (review === undefined) throw new Refusal('already-decided');
  return review.id;
}

/** Whether the operator may have it: nobody gets acts in a file that they do not see in the timeline. */
export const mayRead = ({ hasAllActs }: CustomerFile, actor: Reviewer): boolean =>
  !hasAllActs || seesAllActs(actor);

/** The newest of a customer. The look is logged. @throws not-found */
export async function listFiles(
  { database, clock }: FileProposalDeps,
  actor: Reviewer,
  memberId: number,
): Promise<ListedFile[]> {
  if ((await memberById(database, memberId)) === undefined) throw new Refusal('not-found');
  const look = {
    actor,
    action: 'customer.files',
    subject: `member:${memberId}`,
    memberId,
  } as const;
  await database.transaction((tx) => logLook(tx, look, clock.now()));
  const files = await database.many(newestFiles, [memberId, LISTED]);
  const logins = await operatorLogins(
    database,
    files.map(({ proposedBy }) => proposedBy),
  );
  return Promise.all(
    files.map(async (file) => ({
      ...fileOut(file),
      by: logins.get(file.proposedBy) ?? '',
      reviewId: await reviewIdOf(database, file),
      isReadable: file.state === 'ready' && mayRead(file, actor),
    })),
  );
}

async function reviewIdOf(reader: Reader, { id }: CustomerFile): Promise<number> {
  const review = await reviewOf(reader, CUSTOMER_FILE, id);
  if (review === undefined) throw new Error(`no review of the customer file ${id}`);
  return review.id;
}

function fileOut(file: CustomerFile) {
  const { id, createdAt, fromDay, untilDay, hasAllActs, reason, rows, bytes } = file;
  return {
    ID: id,
    CreatedAt: isoTime(createdAt),
    groups: GROUPS.filter((group) => file.groups.includes(group)),
    from: fromDay,
    until: untilDay,
    hasAllActs,
    reason,
    state: file.state as ListedFile['state'],
    rows,
    hasPdf: hasPdf(file),
    bytes,
    sha256: file.sha256?.toString('hex') ?? null,
    madeAt: file.madeAt === null ? null : isoTime(file.madeAt),
  };
}
