/** Reviews on a fresh database: operators, a member, and a kind of review that pays after two approvals. */
import { defineNotices, registerNotices } from '../../src/kernel/messaging/notice-kinds.ts';
import type { OperatorRole } from '@tern/protocol';
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal, formatDecimal } from '@tern/money';
import { balancesOf } from '../../src/kernel/ledger/balances.ts';
import { insertMember } from '../../src/kernel/members/change-members.ts';
import { postEntries } from '../../src/kernel/ledger/post-entries.ts';
import { createReviewQueue, type ReviewQueue } from '../../src/kernel/review/review-queue.ts';
import type { ReviewCheck, ReviewKind } from '../../src/kernel/review/review-kind.ts';
import type { Reviewer } from '../../src/kernel/review/review-rules.ts';
import { reviewOf } from '../../src/kernel/review/list-reviews.ts';
import { createReviews, type Reviews } from '../../src/kernel/review/reviews.ts';
import {
  createSettings,
  type Document,
  putSetting,
  type Settings,
} from '../../src/kernel/settings/settings.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { amount, int8, timestamptz } from '../../src/platform/database/columns.ts';
import { defineStatement } from '../../src/platform/database/query.ts';
import { createLog } from '../../src/platform/log.ts';
import { type FreshDatabase, freshDatabase } from './database.ts';
import { manualClock } from './market.ts';
import { addReviewer } from './reviewers.ts';

registerNotices(defineNotices({}, { manual: { category: 'money', page: '/pages/of/tests' } }));

/** The approved facts, which the journal requires. */
const putFact = defineStatement({
  name: 'test.putManualEntry',
  text: `insert into manual_entries (id, member_id, side, asset, amount, reason, proposed_by, created_at)
    overriding system value select $1, $2, 'credit', 'USDT', $3, 'paid', min(id), $4 from operators`,
  params: [int8, int8, amount, timestamptz],
});

export const PAYOUT = '25';

export interface ReviewWorld {
  fresh: FreshDatabase;
  clock: ReturnType<typeof manualClock>;
  settings: Settings;
  reviews: Reviews;
  reviewQueue: ReviewQueue;
  memberId: number;
  /** The facts by subject; tests change them after they were shown. */
  notes: Map<number, string>;
  checks: ReviewCheck[];
  /** Subjects whose decision was reported to the kind, in order. */
  decided: number[];
  /** Submits a payout for review. Returns the id of the review. */
  open(subjectId: number): Promise<number>;
  cancel(subjectId: number): Promise<void>;
  /** Of a setting; in force afterwards. */
  change(key: string, value: Document): Promise<void>;
  operator(login: string, roles?: OperatorRole[]): Promise<Reviewer>;
  /** USDT of the member. */
  paid(): Promise<string>;
  review(subjectId: number): ReturnType<typeof reviewOf>;
}

const ALL_ROLES: OperatorRole[] = [
  'reviewer',
  'approver',
  'support',
  'content',
  'auditor',
  'compliance',
];

export async function reviewWorld(poolSize = 8): Promise<ReviewWorld> {
  const fresh = await freshDatabase({ poolSize });
  const { database } = fresh;
  const clock = manualClock();
  const bus = createLocalBus((error) => {
    throw error;
  });
  const settings = createSettings(database, createLog('silent'));
  const reviews = createReviews({ clock, bus, settings });
  const reviewQueue = createReviewQueue({ database, clock, bus, settings }, reviews);
  const notes = new Map<number, string>();
  const checks: ReviewCheck[] = [];
  const decided: number[] = [];
  const memberId = await database.transaction((tx) => newMember(tx, clock.now()));
  reviews.register(payouts({ notes, checks, decided }));
  return {
    fresh,
    clock,
    reviews,
    reviewQueue,
    memberId,
    notes,
    checks,
    decided,
    settings,
    open: (subjectId) =>
      database.transaction((tx) => reviews.open(tx, { kind: 'manual', subjectId, memberId })),
    cancel: (subjectId) =>
      database.transaction((tx) => reviews.cancel(tx, { kind: 'manual', subjectId })),
    async change(key, value) {
      await database.transaction((tx) => putSetting(tx, { key, value }, clock.now()));
      await settings.refresh();
    },
    operator: (login, roles = ALL_ROLES) => addReviewer(fresh, login, roles),
    async paid() {
      const rows = await balancesOf(database, memberId);
      const row = rows.find(({ asset }) => asset === 'USDT');
      return row === undefined ? '0' : formatDecimal(row.available);
    },
    review: (subjectId) => reviewOf(database, 'manual', subjectId),
  };
}

async function newMember(tx: Tx, at: number): Promise<number> {
  const id = await insertMember(
    tx,
    {
      email: 'member@tern.test',
      countryCode: '86',
      phone: '13900000002',
      passwordHash: '',
      inviteCode: 'REVIEWED',
      invitedBy: null,
      lang: 'en',
    },
    at,
  );
  return id!;
}

function payouts(world: Pick<ReviewWorld, 'notes' | 'checks' | 'decided'>): ReviewKind {
  return {
    kind: 'manual',
    letter: 'J',
    movesMoney: true,
    approvals: 2,
    facts: async (_reader, subjectId) => ({
      amount: PAYOUT,
      note: world.notes.get(subjectId) ?? '',
    }),
    checks: async () => world.checks,
    evidence: async () => ({
      summary: '',
      columns: [],
      rows: [],
      images: [{ id: 'receipt', label: 'Receipt', bytes: 3, sha256: '' }],
    }),
    image: async () => ({ contentType: 'image/png', bytes: Buffer.from('abc') }),
    decided: (subjectId) => world.decided.push(subjectId),
    async approve(tx, { subjectId, memberId, at }) {
      const postings = transfer({
        from: { owner: exchangeAccounts.paperIssuance, purpose: 'available' },
        to: { owner: memberId!, purpose: 'available' },
        asset: 'USDT',
        amount: decimal<Amount>(PAYOUT),
      });
      const entry = { kind: recordTypes.agentDeposit, reference: `manual:${subjectId}`, postings };
      await tx.run(putFact, [subjectId, memberId!, decimal<Amount>(PAYOUT), at]);
      await postEntries(tx, [entry], at);
    },
    reject: async () => {},
  };
}
