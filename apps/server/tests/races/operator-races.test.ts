import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountKind } from '../../src/features/backoffice/operators/accounts/account-kind.ts';
import { insertChange } from '../../src/features/backoffice/operators/store-accounts.ts';
import { arrayOf, int8, text } from '../../src/platform/database/columns.ts';
import { createLocalBus } from '../../src/platform/bus.ts';
import type { Tx } from '../../src/platform/database/database.ts';
import { defineQuery } from '../../src/platform/database/query.ts';
import { agreeAccountChange } from '../support/agreed-operator.ts';
import { type FreshDatabase, freshDatabase } from '../support/database.ts';

const insertOperator = defineQuery({
  name: 'test.insertApprover',
  text: `insert into operators (login, password_hash, roles, created_at) values ($1, 'x', $2, now()) returning id`,
  params: [text, arrayOf(text)],
  row: { id: int8 },
});
const kind = accountKind({
  reviews: { cancel: () => Promise.resolve() },
  bus: createLocalBus(() => undefined),
});
let fresh: FreshDatabase;

beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh?.drop());

const approver = async (login: string) =>
  (await fresh.owner.transaction((tx) => tx.one(insertOperator, [login, ['approver']]))).id;

const closing = async (login: string, proposedBy: number) => {
  const { id } = await fresh.database.transaction((tx) =>
    tx.one(insertChange, ['roles', login, [], 'They left.', proposedBy, null, Date.now()]),
  );
  const owner = new Client(fresh.ownerTarget);
  await owner.connect();
  try {
    await agreeAccountChange(owner, id);
  } finally {
    await owner.end();
  }
  return id;
};

it('leaves two approvers when two are closed concurrently', async () => {
  const [ada, bo, cy] = [await approver('ada'), await approver('bo'), await approver('cy')];
  const changes = [await closing('ada', bo), await closing('bo', cy)] as const;
  const decision = (subjectId: number, firstOperatorId: number, operatorId: number) => ({
    reviewId: 0,
    subjectId,
    memberId: null,
    operatorId,
    firstOperatorId,
    reason: '',
    message: '',
    at: Date.now(),
  });
  const both = [decision(changes[0], bo, cy), decision(changes[1], cy, ada)] as const;
  let looked = 0;
  let go = () => {};
  const haveLooked = new Promise<void>((resolve) => (go = resolve));
  const close = async (tx: Tx, each: (typeof both)[number]) => {
    const checks = await kind.checks(tx, each.subjectId, each.at);
    expect(checks.every(({ isPassed }) => isPassed)).toBe(true);
    looked += 1;
    if (looked === both.length) go();
    await haveLooked;
    await kind.approve(tx, each);
  };
  const results = await Promise.allSettled(
    both.map((each) => fresh.database.transaction((tx) => close(tx, each))),
  );
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toMatchObject([{ code: 5036, detail: { data: { checks: ['approvers-left'] } } }]);
});
