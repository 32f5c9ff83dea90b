/** The sign-off of closed days: what explains a difference, who may sign, and what no statement can change (ADR 96). */
import { createHash } from 'node:crypto';
import { exchangeAccounts } from '@tern/ledger';
import { type Amount, negate } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditDayCloses } from '../src/audit/day-closes.ts';
import { auditSignedFacts } from '../src/audit/signed-facts.ts';
import { closeDays } from '../src/features/backoffice/day-close/close-days.ts';
import {
  explainDifference,
  handOverRemainder,
  settleRemainder,
  withdrawItem,
} from '../src/features/backoffice/day-close/explain-difference.ts';
import { newestClose } from '../src/features/backoffice/day-close/newest-close.ts';
import { listDays, showDay } from '../src/features/backoffice/day-close/show-days.ts';
import { refuseDay, signDay } from '../src/features/backoffice/day-close/sign-day.ts';
import { logAct } from '../src/kernel/operators/audit-log.ts';
import { dayOf, startOfDay } from '../src/platform/clock.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS, HOUR_MS } from '../src/platform/durations.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { countAllRecords } from './support/counted-records.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { entryOf, postUnfounded } from './support/journal.ts';
import { fundedMember, manualClock } from './support/market.ts';
import { failedRulesOf, withoutGuards } from './support/tampering.ts';

const FIRST = startOfDay('2026-12-01');
const [day, next, third] = [FIRST, FIRST + DAY_MS, FIRST + 2 * DAY_MS].map(dayOf) as [
  string,
  string,
  string,
];
const clock = manualClock(FIRST);
let fresh: FreshDatabase;
let member: number;
let entry: number;

const actorNamed = (login: string) => ({ operatorId: 0, login, permissions: [], address: '' });
const [ann, ben, cem] = [actorNamed('ann'), actorNamed('ben'), actorNamed('cem')];
const [dan, eve] = [actorNamed('dan'), actorNamed('eve')];

const newOperator = defineQuery({
  name: 'test.signer',
  text: `insert into operators (login, password_hash, sealed_totp, roles, created_at) values ($1, 'x', '\\x01', '{approver}', now()) returning id`,
  params: [text],
  row: { id: int8 },
});
const newestEntry = defineQuery({
  name: 'test.newestEntry',
  text: 'select max(id) as id from ledger_entries',
  params: [],
  row: { id: int8 },
});
const statements = defineQuery({
  name: 'test.statedDays',
  text: `select statement from transparency_facts where kind = 'day' order by id`,
  params: [],
  row: { statement: text },
});

const deps = () => ({
  database: fresh.database,
  clock,
  secretBox: createSecretBox(new Uint8Array(32)),
});
const shown = async (of: string, { operatorId } = ann) =>
  (await showDay(fresh.database, of, { operatorId, at: clock.now() })).signOff;
const sign = async (of: string, actor: typeof ann, note = '') =>
  signDay(deps(), actor, { day: of, hash: (await shown(of)).hash, note });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: number }) => error.code,
  );
const explain = (given: Partial<Parameters<typeof explainDifference>[2]>, actor = ann) =>
  explainDifference(deps(), actor, {
    day,
    asset: 'USDT',
    account: 'members.available',
    against: 'books',
    amount: '2',
    record: undefined,
    dueOn: undefined,
    login: undefined,
    reason: 'A balance was changed by hand.',
    ...given,
  });

async function closeAt(at: number): Promise<void> {
  clock.set(at);
  await countAllRecords(fresh.database);
  await closeDays(deps());
}

async function receive(at: number): Promise<void> {
  const amount = 5n as Amount;
  const entries = [
    entryOf([
      {
        owner: exchangeAccounts.paperIssuance,
        asset: 'USDT',
        purpose: 'available',
        amount: negate(amount),
      },
      { owner: member, asset: 'USDT', purpose: 'available', amount },
    ]),
  ];
  await fresh.owner.transaction((tx) => postUnfounded(tx, entries, at));
}

/** A first day with a difference of +3 USDT. */
beforeAll(async () => {
  fresh = await freshDatabase();
  member = await fundedMember(fresh.database, {});
  for (const actor of [ann, ben, cem, dan, eve]) {
    const { id } = await fresh.owner.transaction((tx) => tx.one(newOperator, [actor.login]));
    actor.operatorId = id;
  }
  await receive(FIRST + HOUR_MS);
  await withoutGuards(
    fresh,
    `update ledger_balances set available = available + 3 where owner_id = ${member} and asset = 'USDT'`,
  );
  // Ben records a wire on that day.
  const act = { actor: ben, action: 'wire.recordReceipt', subject: 'review:1' } as const;
  // Dan proposes that something was moved to the venue, and Eve agrees.
  const moved = { actor: dan, action: 'hedging.proposeMove', subject: 'review:2' } as const;
  const detail = { kind: 'venuemove' };
  const agreed = { actor: eve, action: 'review.approve', subject: 'review:2', detail } as const;
  for (const each of [act, moved, agreed])
    await fresh.database.transaction((tx) => logAct(tx, each, FIRST + 2 * HOUR_MS));
  await closeAt(FIRST + DAY_MS + HOUR_MS);
  ({ id: entry } = await fresh.database.one(newestEntry, []));
});
afterAll(() => fresh?.drop());

describe('a day with a difference', () => {
  it('is not signed before all of it is explained or carried', async () => {
    expect((await newestClose(fresh.database))?.unsignedSince).toBe(FIRST + DAY_MS);
    expect((await shown(day)).obstacles).toEqual(['left']);
    expect(await refusal(sign(day, ben))).toBe(5036);
    expect(await refusal(explain({ amount: '0', dueOn: next }))).toBe(5001);
    expect(await refusal(explain({}))).toBe(5001);
    expect(await refusal(explain({ record: String(entry), dueOn: next }))).toBe(5001);
    expect(await refusal(explain({ dueOn: day }))).toBe(5001);
    expect(await refusal(explain({ record: '999999999' }))).toBe(5007);
    expect(await refusal(explain({ record: 'DR-999' }))).toBe(5033);
    expect(await refusal(explain({ account: 'fees', record: String(entry) }))).toBe(5007);
    expect(await refusal(explain({ record: String(entry), login: 'nobody' }))).toBe(5007);
    expect(await explain({ record: String(entry) })).toMatch(/^DR-\d+$/);
    expect(await refusal(sign(day, ben))).toBe(5036);
    await explain({ amount: '1', dueOn: third, login: 'cem', reason: 'The bank is asked.' });
    const { items } = await shown(day);
    expect(items.map(({ amount, owner, entry: by, dueOn }) => [amount, owner, by, dueOn])).toEqual([
      ['2', 'ann', entry, null],
      ['1', 'cem', null, third],
    ]);
  });

  it('loses the first signature when what was signed changes', async () => {
    expect(await sign(day, ben, 'The wire is late at the bank.')).toBe('first');
    expect(await refusal(sign(day, ben))).toBe(5032);
    const [, carried] = (await shown(day)).items;
    await handOverRemainder(deps(), ann, { id: carried!.ID, login: 'ann', dueOn: third });
    const after = await shown(day);
    expect(after).toMatchObject({ state: 'open', obstacles: [] });
    expect(after.signatures[0]).toMatchObject({ by: 'ben', removedBy: null, removedReason: '' });
    expect(after.signatures[0]!.removedAt).not.toBeNull();
    await sign(day, cem);
    await refuseDay(deps(), ann, { day, reason: 'The bank answered differently.' });
    expect((await shown(day)).signatures[1]).toMatchObject({ by: 'cem', removedBy: 'ann' });
    expect(await refusal(refuseDay(deps(), ann, { day, reason: 'Once more.' }))).toBe(5034);
  });

  it('is signed by two, the second of whom booked nothing by hand on it', async () => {
    const seen = '0'.repeat(64);
    expect(await refusal(signDay(deps(), ann, { day, hash: seen, note: '' }))).toBe(5033);
    await sign(day, ann);
    expect((await shown(day, ann)).obstacles).toEqual(['own']);
    for (const each of [ben, dan, eve])
      expect((await shown(day, each)).obstacles).toEqual(['byHand']);
    expect(await refusal(sign(day, ben))).toBe(5032);
    expect(await sign(day, cem)).toBe('signed');
    expect(await refusal(sign(day, ben))).toBe(5034);
    expect(await refusal(explain({ record: String(entry) }))).toBe(5034);
    const [item] = (await shown(day)).items;
    expect(await refusal(withdrawItem(deps(), ann, item!.ID))).toBe(5034);
    const { list } = await listDays(fresh.database, undefined);
    expect(list[0]).toMatchObject({ signing: 'signed', signers: ['ann', 'cem'], carried: 1 });
    expect((await newestClose(fresh.database))?.unsignedSince).toBeUndefined();
  });

  it('is stated for the public log with the hash that both signed', async () => {
    const { hash, signatures } = await shown(day);
    const [stated] = await fresh.database.many(statements, []);
    const at = Date.parse(signatures.at(-1)!.at);
    const { operatorId: first } = ann;
    expect(stated!.statement).toBe(
      `tern day close 1|${day}|${hash}|${first}|${cem.operatorId}|${at}`,
    );
  });
});

describe('the next day', () => {
  it('begins with what is carried, which explains what still differs', async () => {
    await receive(FIRST + DAY_MS + 2 * HOUR_MS);
    await closeAt(FIRST + 2 * DAY_MS + HOUR_MS);
    const { carried, obstacles } = await shown(next);
    expect(carried.map(({ day: from, amount }) => [from, amount])).toEqual([[day, '1']]);
    expect(obstacles).toEqual(['left']);
    await explain({ day: next, amount: '1', record: carried[0]!.recordNo });
    const wrong = await explain({ day: next, amount: '7', record: String(entry) });
    await withdrawItem(deps(), ann, Number(wrong.slice('DR-'.length)));
    expect((await shown(next)).obstacles).toEqual(['left']);
    await explain({ day: next, record: String(entry) });
    expect((await shown(next)).obstacles).toEqual([]);
  });

  it('is signed after the day before, while no remainder is overdue', async () => {
    await receive(FIRST + 2 * DAY_MS + 2 * HOUR_MS);
    await closeAt(FIRST + 3 * DAY_MS + HOUR_MS);
    expect((await shown(third)).obstacles).toContain('dayBefore');
    expect((await shown(next)).obstacles).toEqual(['overdue']);
    expect(await refusal(sign(next, ann))).toBe(5036);
    const [carried] = (await shown(next)).carried;
    const dueOn = dayOf(clock.now());
    await handOverRemainder(deps(), ann, { id: carried!.ID, login: 'ben', dueOn });
    await sign(next, ann);
    const given = { id: carried!.ID, record: String(entry), reason: 'Put right.' };
    expect(await refusal(settleRemainder(deps(), ann, { ...given, record: 'DR-1' }))).toBe(5001);
    await settleRemainder(deps(), ann, given);
    // What was carried into it is a part of what was signed.
    expect(await shown(next)).toMatchObject({ state: 'open', carried: [] });
    expect(await refusal(settleRemainder(deps(), ann, given))).toBe(5034);
    await sign(next, ben);
    expect(await sign(next, ann)).toBe('signed');
  });
});

describe('what is signed', () => {
  const audits = async () => [
    ...(await fresh.database.snapshot(auditDayCloses)),
    ...(await fresh.database.snapshot(auditSignedFacts)),
  ];

  it('is refused by the database without its proof', async () => {
    const hash = createHash('sha256').update('other').digest('hex');
    const content = `sha256(convert_to(day_close_content('${third}'), 'UTF8'))`;
    const signature = (place: number, by: string, of = content) =>
      `insert into day_close_signatures (day, place, operator_id, note, content_hash, signed_at) values ('${third}', ${place}, ${by}, '', ${of}, now())`;
    const tries = [
      [signature(1, '1', `'\\x${hash}'`), /the sums changed|neither explained/],
      [signature(2, '1'), /neither explained|two operators sign/],
      ['update day_close_signatures set removed_at = now()', /a signed day does not change/],
      [
        'update day_close_items set removed_by = 1 where removed_by is null and settled_by is null',
        /signed day|does not change/,
      ],
      [
        `insert into day_close_items (day, asset, account, amount, owner_id, reason, due_on, opened_by, opened_at, changed_at) values ('${day}', 'USDT', 1, 1, 1, 'x', '2027-01-01', 1, now(), now())`,
        /a signed day does not change/,
      ],
      ['delete from day_close_items', /permission denied/],
      ['delete from day_close_signatures', /permission denied/],
    ] as const;
    for (const [at, [sql, why]] of tries.entries()) {
      const change = defineStatement({ name: `test.untrue${at}`, text: sql, params: [] });
      await expect(
        fresh.database.transaction((tx) => tx.run(change, [])),
        sql,
      ).rejects.toThrow(why);
    }
  });

  it('needs its line in the audit log', async () => {
    await explain({ day: third, amount: '3', record: String(entry) });
    const sql = `insert into day_close_signatures (day, place, operator_id, note, content_hash, signed_at)
      values ('${third}', 1, ${ann.operatorId}, '', sha256(convert_to(day_close_content('${third}'), 'UTF8')), now())`;
    const unlogged = defineStatement({ name: 'test.unlogged', text: sql, params: [] });
    await expect(fresh.database.transaction((tx) => tx.run(unlogged, []))).rejects.toThrow(
      /is not in the audit log/,
    );
  });

  const SIGNED = 'a signed day was signed by two operators who saw its sums';
  const STATED = 'every published fact is stated as it is, for the public log';
  it('is found by the audit when it is changed', async () => {
    const faults = (await audits()).flatMap((finding) => finding.faults);
    expect(faults).toEqual([]);
    const found = (sql: string, audit: typeof auditDayCloses) =>
      failedRulesOf((database) => database.snapshot(audit), fresh, [sql]);
    const second = `where day = '${day}' and place = 2`;
    const one = `update day_close_signatures set operator_id = ${ann.operatorId} ${second}`;
    expect(await found(one, auditDayCloses)).toEqual([SIGNED]);
    expect(await found(one, auditSignedFacts)).toEqual([STATED]);
    const gone = `delete from day_close_signatures ${second}`;
    expect(await found(gone, auditSignedFacts)).toEqual([STATED]);
    const content = `replace(content, '"amount":"2"', '"amount":"3"')`;
    const other = `update day_close_signatures set content = ${content}, content_hash = sha256(convert_to(${content}, 'UTF8')) where day = '${day}'`;
    expect(await found(other, auditDayCloses)).toEqual([SIGNED]);
  });
});
