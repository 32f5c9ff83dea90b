/** Bank statements on PostgreSQL: imported once, joined without a gap, and each entry matched to one record. */
import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PaymentFileRow } from '@tern/protocol/operator';
import { exchangeAccounts } from '@tern/ledger';
import { type Amount, decimal, formatDecimal, subtract } from '@tern/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatements } from '../src/adapters/bank-files/read-statements.ts';
import { writePain001 } from '../src/adapters/bank-files/write-pain001.ts';
import { createWatchedFolder } from '../src/adapters/watched-folder.ts';
import { auditBooks } from '../src/audit/books.ts';
import {
  type BankStatement,
  paperAccount,
  type StatementEntry,
  totalOf,
} from '../src/kernel/banks/bank-statement.ts';
import {
  decideFile,
  downloadFile,
  listFiles,
  makeFile,
} from '../src/features/money/funding/bank/payment-files.ts';
import { decideEntry } from '../src/features/money/funding/bank/decide-entry.ts';
import { candidatesOf } from '../src/features/money/funding/bank/find-candidates.ts';
import { importStatements } from '../src/features/money/funding/bank/import-statements.ts';
import { listOpenEntries, listStatements } from '../src/features/money/funding/bank/list-bank.ts';
import { readFolder } from '../src/features/money/funding/bank/read-folder.ts';
import { sampleStatement } from '../src/features/money/funding/bank/sample-statement.ts';
import { unmatchedDeposits } from '../src/features/money/funding/figures/store-open-work.ts';
import { pageOf } from '../src/kernel/requests/page.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { type FiatWorld, fiatWorld } from './support/fiat.ts';
import { balanceOf } from './support/journal.ts';

const matchesOf = defineQuery({
  name: 'test.bankMatches',
  text: 'select kind, subject_id from bank_matches where entry_id = $1 order by id',
  params: [int8],
  row: { kind: text, subjectId: int8 },
});

let world: FiatWorld;
let deps: Parameters<typeof importStatements>[0];
/** What the next statement begins with, by currency. */
const balances = new Map<string, Amount>();
let count = 0;
/** What the next import reads: files themselves are tested with their formats. */
let next: BankStatement[] = [];

beforeAll(async () => {
  world = await fiatWorld();
  deps = { ...world.deps, ownAccountOf: paperAccount, readStatements: () => next };
});
afterAll(async () => {
  const findings = await auditBooks(world.database);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await world.fresh.drop();
});

type Given = Partial<Omit<StatementEntry, 'amount'>> & { amount: string };

const entry = ({ amount, ...given }: Given): StatementEntry => {
  count += 1;
  return {
    isCredit: true,
    amount: decimal<Amount>(amount),
    bookedOn: '2026-11-20',
    valueDate: '2026-11-20',
    bankReference: `Z-${count}`,
    endToEndId: '',
    party: 'Kim Tester',
    text: '',
    returnCode: '',
    ...given,
  };
};

/** The next one of the account, in the order of its days. */
function statement(entries: StatementEntry[], over: Partial<BankStatement> = {}): BankStatement {
  count += 1;
  const opening = balances.get('USD') ?? decimal<Amount>('0');
  const closing = (opening + totalOf(entries)) as Amount;
  return {
    format: 'MT940',
    account: 'TERNPAPERUSD',
    currency: 'USD',
    number: `2026-${count}`,
    opening,
    closing,
    openedOn: '2026-11-20',
    closedOn: '2026-11-20',
    entries,
    ...over,
  };
}

async function send(...statements: BankStatement[]) {
  next = statements;
  const imported = await importStatements(deps, world.operators.first, new Uint8Array());
  if (imported.fault === null) balances.set('USD', statements.at(-1)!.closing);
  return imported;
}

const open = async (search = '') =>
  (await listOpenEntries(world.database, { page: pageOf({ pageSize: 100 }), search })).list;
const openOne = async (search: string) => (await open(search))[0]!;
const candidates = async (entryId: number) =>
  (await candidatesOf(deps, world.operators.first, entryId)).list;
const decide = (entryId: number, kind: 'wire' | 'payout' | 'payback' | 'other', more = {}) =>
  decideEntry(deps, world.operators.first, {
    entryId,
    kind,
    recordId: undefined,
    reason: undefined,
    ...more,
  });

/** A member of this name with a waiting wire. */
async function waiting(name = 'Kim Tester', num = '5000') {
  const memberId = await world.member({});
  world.names.set(memberId, name);
  return { memberId, ...(await world.announce(memberId, { num })) };
}

/** Approved by two, from 1,000 USD. */
async function approved(memberName = 'Kim Tester') {
  const memberId = await world.member({ USD: '1000' });
  world.names.set(memberId, memberName);
  const { ID } = await world.payOut(memberId, await world.card(memberId), {
    coin: 'USD',
    num: '500',
  });
  await world.approve('payout', ID);
  return { ID, memberId, received: formatDecimal((await world.payout(ID)).received) };
}

/** A statement that the server's role may try. */
const run = (sql: string) =>
  world.fresh.database.transaction((tx) =>
    tx.run(
      defineQuery({ name: `test.raw-${count++}`, text: sql, params: [], row: {} }) as never,
      [] as never,
    ),
  );

/** As payers type a reference. */
const typed = (reference: string) => `for ${reference.toLowerCase().replaceAll('-', ' ')}, thanks`;

describe('a receipt', () => {
  it('is recorded when reference, amount and name agree, and waits for two people', async () => {
    const { ID, memberId, reference } = await waiting();
    const sent = statement([
      entry({ amount: '5000', party: 'TESTER KIM', text: typed(reference) }),
    ]);
    expect(await send(sent)).toMatchObject({
      fault: null,
      matched: 1,
      list: [{ isRepeat: false }],
    });
    expect(await world.wire(ID)).toMatchObject({ payer: 'TESTER KIM', state: 'reviewed' });
    expect(await balanceOf(world.database, memberId, 'USD')).toEqual({});
    await world.approve('wire', ID);
    expect(await balanceOf(world.database, memberId, 'USD')).toEqual({ available: '5000' });
    expect(await open()).toEqual([]);
    expect(await send(sent)).toMatchObject({ matched: 0, list: [{ isRepeat: true }] });
    await expect(world.arrive(ID)).rejects.toMatchObject({ code: 5034 });
  });

  it.each([
    ['amount', { amount: '4980.50' }, { amount: false, reference: true, likeness: 100 }],
    ['name', { amount: '5000', party: 'Eve Stranger' }, { amount: true, reference: true }],
    ['reference', { amount: '5000', text: 'for my account' }, { amount: true, reference: false }],
  ])(
    'with another %s is left to operators, with its wire beside it',
    async (_what, given, signs) => {
      const { ID, reference } = await waiting();
      await send(statement([entry({ text: typed(reference), ...given })]));
      expect((await world.wire(ID)).received).toBeNull();
      const { ID: entryId } = (await open()).at(-1)!;
      expect((await candidates(entryId))[0]).toMatchObject({ kind: 'wire', recordId: ID, signs });
      expect((await world.database.one(unmatchedDeposits, [])).count).toBe(1);
      await decide(entryId, 'wire', { recordId: ID });
      expect(formatDecimal((await world.wire(ID)).received!)).toBe(
        formatDecimal(decimal(given.amount)),
      );
      await expect(world.arrive(ID, { num: '1' })).rejects.toMatchObject({ code: 5016 });
      await expect(decide(entryId, 'other', { reason: 'Interest.' })).rejects.toMatchObject({
        code: 5016,
      });
      expect((await world.database.one(unmatchedDeposits, [])).count).toBe(0);
    },
  );

  it('of a rejected wire is free for another one; a record has one entry', async () => {
    const [wrong, right] = [await waiting(), await waiting()];
    await send(statement([entry({ amount: '5000', text: wrong.reference })]));
    await world.reject('wire', wrong.ID, 'Paid for by another person.');
    const { ID: entryId } = (await open()).at(-1)!;
    await decide(entryId, 'wire', { recordId: right.ID });
    expect(await world.database.many(matchesOf, [entryId])).toEqual([
      { kind: 'wire', subjectId: wrong.ID },
      { kind: 'wire', subjectId: right.ID },
    ]);
    await send(statement([entry({ amount: '5000', text: right.reference })]));
    const second = (await open()).at(-1)!;
    await expect(decide(second.ID, 'wire', { recordId: right.ID })).rejects.toMatchObject({
      code: 5016,
    });
    await decide(second.ID, 'other', { reason: 'Sent twice; goes back.' });
  });

  it('that an operator recorded by hand before gets its entry', async () => {
    const { ID } = await waiting();
    await world.arrive(ID, { bankReference: 'mt103 9001' });
    const sent = await send(statement([entry({ amount: '5000', bankReference: 'MT103-9001' })]));
    expect(sent.matched).toBe(1);
  });
});

describe('a statement', () => {
  const refused = async (over: Partial<BankStatement>, entries = [entry({ amount: '1' })]) =>
    (await send(statement(entries, over))).fault;

  it('is refused whole when it does not follow the newest one, or is not ours', async () => {
    const before = (await listStatements(world.database, pageOf({}))).total;
    const opening = decimal<Amount>('0.01');
    const gap = { opening, closing: decimal<Amount>('1.01') };
    expect(await refused(gap)).toContain('one between them is missing');
    expect(await refused({ closedOn: '2026-11-19' })).toContain('before statement');
    expect(await refused({ account: 'DE89' })).toContain('is not the USD account of the exchange');
    expect(await refused({ currency: 'XAU' })).toContain('XAU is not offered');
    expect(await refused({}, [entry({ amount: '0.001' })])).toContain('too many decimal places');
    const good = statement([entry({ amount: '1', bankReference: 'ONCE' })]);
    next = [good, statement([], gap)];
    expect((await importStatements(deps, undefined, new Uint8Array())).fault).toContain('missing');
    expect((await listStatements(world.database, pageOf({}))).total).toBe(before);
  });

  it('is refused with other content under its number, and with entries of another one', async () => {
    const once = [entry({ amount: '1', bankReference: 'ONCE' })];
    const first = statement(once);
    await send(first);
    const { number } = first;
    expect(await refused({ number })).toContain('was imported with other content');
    expect(await refused({}, once)).toContain(`has entry 1 of statement ${number} again`);
    const { ID } = await openOne('ONCE');
    await decide(ID, 'other', { reason: 'Interest.' });
  });

  it('counts once when two import it together', async () => {
    const { ID, reference } = await waiting();
    next = [statement([entry({ amount: '5000', text: reference })])];
    const both = await Promise.all(
      [world.operators.first, world.operators.second].map((who) =>
        importStatements(deps, who, new Uint8Array()),
      ),
    );
    balances.set('USD', next[0]!.closing);
    expect(both.map(({ fault }) => fault)).toEqual([null, null]);
    expect(both.filter(({ list }) => list[0]!.isRepeat)).toHaveLength(1);
    expect(both.reduce((sum, { matched }) => sum + matched, 0)).toBe(1);
    await world.approve('wire', ID);
  });

  it('is found in the watched folder, and a refused one does not stop the next', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tern-bank-'));
    const put = (name: string, content: string) => {
      writeFileSync(join(folder, name), content);
      const past = world.clock.now() / 1000 - 600;
      utimesSync(join(folder, name), past, past);
    };
    put('1.sta', 'Dear bank');
    put('2.xml', await sampleStatement(deps, 'EUR'));
    await readFolder(
      { ...deps, readStatements },
      createWatchedFolder(folder, { clock: world.clock, bytesMax: 4_194_304 }),
    );
    expect(readdirSync(folder).sort()).toEqual(['imported', 'refused']);
    expect(readdirSync(join(folder, 'imported'))).toEqual(['2.xml']);
    expect(readFileSync(join(folder, 'refused', '1.sta.reason.txt'), 'utf8')).toBe(
      'line 1: it is not MT940\n',
    );
  });
});

describe('a payout', () => {
  it('is completed by the debit that has its number and amount', async () => {
    const { ID, received } = await approved();
    const bank = { isCredit: false, endToEndId: `TERN-B-${ID}`, bankReference: 'OUT-A' };
    const other = subtract(decimal<Amount>(received), decimal<Amount>('0.01'));
    await send(statement([entry({ ...bank, amount: formatDecimal(other) })]));
    expect((await world.payout(ID)).state).toBe('approved');
    const { ID: charged } = await openOne('OUT-A');
    expect((await candidates(charged))[0]).toMatchObject({ kind: 'payout', recordId: ID });
    await expect(decide(charged, 'payout', { recordId: ID })).rejects.toMatchObject({ code: 5007 });
    await decide(charged, 'other', { reason: 'Charges.' });

    await send(statement([entry({ ...bank, amount: received, bankReference: 'OUT-B' })]));
    expect(await world.payout(ID)).toMatchObject({
      state: 'completed',
      bankReference: 'OUT-B',
      valueDate: '2026-11-20',
    });
    const [noticed] = await world.database.many(
      defineQuery({
        name: 'test.bankAct',
        text: `select operator_login as login, action from audit_log where subject = $1 and action = 'payout.recordSent'`,
        params: [text],
        row: { login: text, action: text },
      }),
      [`payout:${ID}`],
    );
    expect(noticed).toEqual({ login: '', action: 'payout.recordSent' });
  });

  it('that came back is proposed to a second operator, and its money is credited once', async () => {
    const { ID, memberId, received } = await approved();
    const bank = { endToEndId: `TERN-B-${ID}` };
    await send(statement([entry({ ...bank, isCredit: false, amount: received })]));
    await send(statement([entry({ ...bank, amount: '490', returnCode: 'AC04' })]));
    expect((await world.payout(ID)).state).toBe('completed');
    const back = await openOne(`TERN-B-${ID}`);
    expect((await candidates(back.ID))[0]).toMatchObject({ kind: 'payback', recordId: ID });
    const reason = 'AC04: the account is closed.';
    expect(await decide(back.ID, 'payback', { recordId: ID, reason })).not.toBeNull();
    const [match] = await world.database.many(matchesOf, [back.ID]);
    const before = await balanceOf(world.database, memberId, 'USD');
    await world.agree('payback', world.operators.second, match!.subjectId, 'second');
    expect(await world.payout(ID)).toMatchObject({
      state: 'returned',
      reason: 'reason.payoutClosedAccount',
    });
    const gained =
      Number((await balanceOf(world.database, memberId, 'USD'))['available']) -
      Number(before['available']);
    expect(gained).toBe(490);
    expect(
      (await balanceOf(world.database, exchangeAccounts.custody, 'USD'))['available'],
    ).toBeDefined();
  });
});

describe('a payment file', () => {
  const { first, second } = {
    first: () => world.operators.first,
    second: () => world.operators.second,
  };
  const files = () => ({
    ...deps,
    ...world.deps,
    writePayments: writePain001,
    operatorName: 'Harbour Exchange Ltd',
    secretBox: world.deps.secretBox,
  });
  const make = () => makeFile(files(), first(), 'USD');

  it('has each approved payout once, and the statement completes it', async () => {
    const [one, two] = [await approved(), await approved()];
    const made = await Promise.allSettled([make(), make()]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [{ ID, payments, state }] = (await listFiles(files())).list as [PaymentFileRow];
    expect({ payments, state }).toEqual({ payments: 2, state: 'made' });
    const { name, text: xml } = await downloadFile(files(), second(), ID);
    expect(name).toBe(`PF-${ID}.xml`);
    expect(xml).toContain('<IBAN>DE89370400440532013000</IBAN>');
    expect(xml.match(/TERN-B-\d+<\/EndToEndId>/g)).toEqual(
      [one, two].map((payout) => `TERN-B-${payout.ID}</EndToEndId>`),
    );
    await expect(world.bankSends(one.ID)).rejects.toMatchObject({ code: 5034 });
    await expect(world.proposeReturn(one.ID)).rejects.toMatchObject({ code: 5034 });
    const bank = { isCredit: false, endToEndId: `TERN-B-${one.ID}`, amount: one.received };
    expect((await send(statement([entry(bank)]))).matched).toBe(1);
    expect((await listFiles(files())).list[0]).toMatchObject({
      state: 'sent',
      endedBy: null,
      booked: 1,
    });
    // The bank refuses the other one: two people return it.
    expect(await world.proposeReturn(two.ID)).toBeGreaterThan(0);
  });

  it('that is withdrawn leaves its payouts for another one; one that was sent is not withdrawn', async () => {
    const { ID: payoutId } = await approved();
    const withdrawn = await make();
    await decideFile(files(), first(), { id: withdrawn, state: 'withdrawn' });
    await expect(downloadFile(files(), first(), withdrawn)).rejects.toMatchObject({ code: 5034 });
    const id = await make();
    await decideFile(files(), first(), { id, state: 'sent' });
    const late = decideFile(files(), first(), { id, state: 'withdrawn' });
    await expect(late).rejects.toMatchObject({ code: 5034 });
    await world.bankSends(payoutId);
    await expect(make()).rejects.toMatchObject({ code: 5007 });
  });

  it('is refused by the database with a payout that is not approved, or with another sum', async () => {
    const { ID, received } = await approved();
    await world.bankSends(ID);
    const insert = (total: string, more = '') =>
      run(`with made as (insert into payment_files (asset, account, payments, total, made_by, made_at)
        values ('USD', 'TERNPAPERUSD', 1, ${total}, 1, now()) returning id) ${more || 'select from made'}`);
    await expect(insert('1')).rejects.toMatchObject({ constraint: 'payment_files_tied' });
    const id = await make().catch(() => undefined);
    expect(id).toBeUndefined();
    const { ID: open } = await approved();
    const file = await make();
    const add = run(
      `insert into payment_file_payouts (file_id, payout_id, amount) values (${file}, ${ID}, ${received})`,
    );
    await expect(add).rejects.toMatchObject({ constraint: 'payment_file_payouts_ready' });
    const complete = `update payouts set state = 'completed', bank_reference = 'X-1', value_date = '2026-11-20' where id = ${open}`;
    await expect(run(complete)).rejects.toMatchObject({ constraint: 'payouts_in_file' });
  });
});

describe('the database', () => {
  it('refuses a match of other money, entries that are not all, and any change', async () => {
    const { ID } = await waiting();
    await send(statement([entry({ amount: '7', bankReference: 'SEVEN' })]));
    const { ID: entryId } = await openOne('SEVEN');
    const match = (kind: string) =>
      run(
        `insert into bank_matches (entry_id, kind, subject_id, matched_by, created_at) values (${entryId}, '${kind}', ${ID}, 1, now())`,
      );
    await expect(match('wire')).rejects.toMatchObject({ constraint: 'bank_matches_same_money' });
    await expect(match('payout')).rejects.toMatchObject({ constraint: 'bank_matches_same_money' });
    const more = `insert into bank_entries (statement_id, account, asset, place, is_credit, amount, booked_on, value_date, entry_key,
      bank_reference, end_to_end_id, party, details, return_code)
      select statement_id, account, asset, 2, true, 1, booked_on, value_date, 'x', '', '', '', '', '' from bank_entries where id = ${entryId}`;
    await expect(run(more)).rejects.toMatchObject({ constraint: 'bank_entries_tied' });
    const bare = `insert into bank_statements (asset, account, number, format, opening, closing, opened_on, closed_on, entries, content_hash,
      previous_id, imported_at) select asset, account, 'bare', format, closing, closing + 1, closed_on, closed_on, 0, content_hash, id, now()
      from bank_statements where account = 'TERNPAPERUSD' order by id desc limit 1`;
    await expect(run(bare)).rejects.toMatchObject({ constraint: 'bank_statements_whole' });
    await decide(entryId, 'other', { reason: 'Interest.' });
  });
});

it('a sample of paper mode has what waits, and its import records it', async () => {
  const memberId = await world.member({});
  world.names.set(memberId, 'J\u00fcrg <Weber> & Son');
  const { ID } = await world.announce(memberId, { num: '7000' });
  const file = Buffer.from(await sampleStatement(deps, 'USD'));
  const imported = await importStatements({ ...deps, readStatements }, undefined, file);
  expect(imported.fault).toBeNull();
  expect(await world.wire(ID)).toMatchObject({ payer: 'J\u00fcrg <Weber> & Son' });
});
