/** A closed month over HTTP: its figures, its files, the seal in the public log, and who gets them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { recordTypes } from '@tern/ledger';
import { type Amount, decimal, negate } from '@tern/money';
import { checkStatement, parseVerifierKey, verifyReceipt } from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { auditStatements } from '../src/audit/statements.ts';
import { drawPdf } from '../src/features/money/statement/draw-pdf.ts';
import { countAllRecords } from './support/counted-records.ts';
import { ownerOf } from './support/database.ts';
import { entryOf, postUnfounded } from './support/journal.ts';
import { manualClock } from './support/market.ts';
import type { Person } from './support/people.ts';
import { verifyCommand } from './support/run-tool.ts';
import { withChangedDigit } from './support/change-pdf.ts';
import { startServer, type TestServer } from './support/server.ts';
import { failedRulesAfter, failedRulesOf } from './support/tampering.ts';

const clock = manualClock();
let server: TestServer;
let member: Person;
/** Bought coins, while there was a price. */
let trader: Person;
let folder: string;
let logKey: string;

/** Posts an entry of one member by hand. */
async function post(
  memberId: number,
  kind: (typeof recordTypes)[keyof typeof recordTypes],
  at: string,
  legs: Record<string, string>,
) {
  const postings = Object.entries(legs).flatMap(([asset, text]) => {
    const amount = decimal<Amount>(text);
    const purpose = 'available' as const;
    return [
      { owner: memberId, asset, purpose, amount },
      { owner: -7, asset, purpose, amount: negate(amount) },
    ];
  });
  const owner = ownerOf(server.fresh.database);
  await owner.transaction((tx) => postUnfounded(tx, [entryOf(postings, { kind })], Date.parse(at)));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tern-statement-'));
  server = await startServer({ clock, prices: 'still', historyDays: 60 });
  member = await memberOfOctober();
  const { list } = await server.api.data('GET /public-log/keys', {});
  logKey = list[0]!.key;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

/** Registered today, with records by hand from October. */
async function memberOfOctober(): Promise<Person> {
  const person = await server.register();
  const { memberId } = person;
  const money = { USDT: '5000' };
  await post(memberId, recordTypes.depositSuccess, '2026-10-02T10:00:00Z', money);
  await post(memberId, recordTypes.depositSuccess, '2026-10-03T10:00:00Z', { BTC: '0.05' });
  const swap = recordTypes.spotExchange;
  await post(memberId, swap, '2026-10-05T10:00:00Z', { USDT: '-3000', ETH: '1' });
  await post(memberId, swap, '2026-10-21T10:00:00Z', { USDT: '1700', ETH: '-0.5' });
  await post(memberId, recordTypes.exchangeFee, '2026-10-21T10:00:00Z', { USDT: '-1.7' });
  await post(memberId, recordTypes.financeYield, '2026-10-30T00:00:00Z', { ETH: '0.001' });
  // Open transactions of the server's jobs delay the count of records.
  await vi.waitFor(
    async () => {
      const { list } = await server.api.data('GET /user/statement/list', {}, person);
      expect(list.some(({ isFinal }) => isFinal)).toBe(true);
    },
    { timeout: 60_000, interval: 100 },
  );
  return person;
}

type Format = 'pdf' | 'csv' | 'proof';
const pathOf = async (format: Format, person = member) => {
  const { path } = await server.api.data(
    'POST /user/statement/file',
    { month: '2026-10', format },
    { token: person.token },
  );
  return path;
};
async function fileOf(format: Format, person = member): Promise<Buffer> {
  const answer = await fetch(server.url() + (await pathOf(format, person)));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Drawing one is a process of its own: the tests share them. */
let printed: Buffer | undefined;
let forged: Buffer | undefined;
const printedPdf = async () => (printed ??= await fileOf('pdf'));
const withAnotherSale = (csv: Buffer) => Buffer.from(csv.toString().replaceAll(',1700,', ',1701,'));
const forgedPdf = async () =>
  (forged ??= Buffer.from(
    await drawPdf(
      withAnotherSale(await fileOf('csv')),
      (await fileOf('proof')).toString(),
      'paper',
    ),
  ));

describe('a statement', () => {
  it('counts the fee of a spot trade apart from what was bought', async () => {
    trader = await server.register();
    await server.api.data(
      'POST /bborder/upbbbuy',
      { symbol: 'btcusdt', musdt: '500', buytype: 2 } as never,
      trader,
    );
    const { list } = await server.api.data('GET /user/statement/list', {}, trader);
    expect(list).toHaveLength(1);
    expect(decimal(list[0]!.fees)).toBeLessThan(0n);
    expect(list[0]).toMatchObject({ addsUp: true, realised: '0', isFinal: false });
  });

  it('says what a coin of now was bought for: the oldest lots are the ones that were sold', async () => {
    const buyer = await server.register();
    const { memberId } = buyer;
    const swap = recordTypes.spotExchange;
    await post(memberId, recordTypes.depositSuccess, '2026-10-02T10:00:00Z', { USDT: '9000' });
    await post(memberId, swap, '2026-10-05T10:00:00Z', { USDT: '-3000', ETH: '1' });
    await post(memberId, swap, '2026-11-05T10:00:00Z', { USDT: '-4000', ETH: '1' });
    await post(memberId, swap, '2026-11-06T10:00:00Z', { USDT: '3800', ETH: '-1.5' });
    const costOf = (coin: string) => server.api.data('GET /user/statement/cost', { coin }, buyer);
    expect(await costOf('eth')).toEqual({ quantity: '0.5', cost: '2000', averagePrice: '4000' });
    const nothing = { quantity: '0', cost: '0', averagePrice: '0' };
    expect(await costOf('USDT')).toEqual(nothing);
    expect(await costOf('none')).toEqual(nothing);
  });

  it('lists the months, and shows one as a sum from opening to closing', async () => {
    const { list } = await server.api.data('GET /user/statement/list', {}, member);
    expect(list.map(({ month, isFinal, records }) => [month, isFinal, records])).toEqual([
      ['2026-11', false, 3],
      ['2026-10', true, 8],
    ]);
    const month = await server.api.data('GET /user/statement/month', { month: '2026-10' }, member);
    expect(month).toMatchObject({ addsUp: true, opening: '0', late: 0, sealedAt: null });
    expect(month.coins).toEqual([
      { coinname: 'ETH', sales: 1, sold: '1700', paid: '1500', profit: '200' },
    ]);
    expect(month.flows).toMatchObject({ fees: '-1.7', takenOut: '0' });
    expect(month.realised).toBe('200');
  });

  it('is sealed when its file is first asked for, and is the same bytes ever after', async () => {
    const [csv, proof, pdf] = [await fileOf('csv'), await fileOf('proof'), await fileOf('pdf')];
    clock.advance(5 * 60_000);
    expect((await fileOf('csv')).equals(csv)).toBe(true);
    expect((await fileOf('proof')).equals(proof)).toBe(true);
    const again = await fileOf('pdf');
    expect(again.equals(pdf)).toBe(true);
    printed = again;
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const month = await server.api.data('GET /user/statement/month', { month: '2026-10' }, member);
    expect(month.sealedAt).not.toBeNull();
    expect(csv.toString().match(/^entry,/gm)).toHaveLength(8);
    expect(csv.toString().split('\n')[1]).toBe('format,2,,paper,,,,,,');
  });

  it('verifies offline by the command; a changed figure, or another receipt, does not', async () => {
    const [document, receipt] = [join(folder, 'october.csv'), join(folder, 'october.tlog-proof')];
    const csv = await fileOf('csv');
    writeFileSync(document, csv);
    writeFileSync(receipt, await fileOf('proof'));
    const args = [receipt, '--log-key', logKey, '--document', document];
    const good = await verifyCommand(...args);
    expect(good.output).toContain('PASS: everything holds.');
    expect(good.output).toContain('8 records lead from opening to closing');
    expect(good.code).toBe(0);
    writeFileSync(document, csv.toString().replace(',1700,', ',1701,'));
    const changed = await verifyCommand(...args);
    expect(changed.code).toBe(1);
    expect(changed.output).toContain('FAIL  content');
    expect(changed.output).toContain('FAIL  records');
    const other = await memberOfOctober();
    writeFileSync(document, csv);
    writeFileSync(receipt, await fileOf('proof', other));
    expect((await verifyCommand(...args)).code).toBe(1);
  });

  it('prints a page that shows another figure when the document does', async () => {
    const [csv, proof] = [await fileOf('csv'), (await fileOf('proof')).toString()];
    const drawn = await drawPdf(csv, proof, 'paper');
    expect(Buffer.from(drawn).equals(await printedPdf())).toBe(true);
    forged = Buffer.from(await drawPdf(withAnotherSale(csv), proof, 'paper'));
    expect(forged.equals(Buffer.from(drawn))).toBe(false);
  });

  it('is a PDF that the command checks alone: a digit changed on a page is named', async () => {
    const file = join(folder, 'october.pdf');
    const pdf = await printedPdf();
    const verified = async (bytes: Buffer) => {
      writeFileSync(file, bytes);
      return verifyCommand(file, '--log-key', logKey);
    };
    const good = await verified(pdf);
    expect(good.output).toContain('PASS  drawing     every page is what the sealed document gives');
    expect(good.code).toBe(0);
    const { file: other, was, is } = withChangedDigit(pdf);
    expect(was).toMatch(/^[1-9],\d{3}\.\d{2} USDT$/);
    const changed = await verified(other);
    expect(changed.output).toContain(`FAIL  drawing     page 1 says "${is}" in place of "${was}"`);
    expect(changed.output).toContain('PASS  content');
    expect(changed.code).toBe(1);
    // The document says that its money is paper: a drawing as of real money is not one of it.
    expect(good.output).toContain('PASS  mode        the statement is of paper money');
    const real = await drawPdf(await fileOf('csv'), (await fileOf('proof')).toString(), 'live');
    const pretended = await verified(Buffer.from(real));
    expect(pretended.output).toContain('FAIL  drawing     page 1 ');
    expect(pretended.code).toBe(1);
    // The document in the file is sealed too.
    const replaced = await verified(await forgedPdf());
    expect(replaced.output).toContain('FAIL  content     the statement is not the one in the log');
    expect(replaced.code).toBe(1);
    const bare = await verified(Buffer.from('%PDF-1.3\n'));
    expect(bare.output).toContain('FAIL  drawing  the file has no sealed document in it');
    expect(bare.code).toBe(1);
  });

  it('says only a salted hash of itself in the log', async () => {
    const trust = { origin: logKey.split('+')[0]!, keys: [parseVerifierKey(logKey)!] };
    const { items, receipt } = verifyReceipt(
      (await fileOf('proof')).toString(),
      trust,
      await fileOf('csv'),
    );
    expect(items.every(({ pass }) => pass)).toBe(true);
    const entry = Buffer.from(receipt!.entry).toString();
    expect(entry).toMatch(/^tern document 1\nstatement\n\d+\n[A-Za-z0-9+/=]{44}\n$/);
  });

  it('is refused to all others, before it is over, and for months that are none of the member', async () => {
    const stranger = await server.register();
    const of = (person: Person, month: string, format: Format = 'csv') =>
      server.api.call('POST /user/statement/file', { month, format }, person);
    expect((await of(stranger, '2026-10')).code).toBe(5007);
    expect((await of(member, '2026-11', 'pdf')).code).toBe(5011);
    expect((await of(member, '2026-11', 'proof')).code).toBe(5011);
    expect((await of(member, '2026-09')).code).toBe(5007);
    expect((await of(member, '2026-12')).code).toBe(5007);
    expect((await of({ ...member, token: 'A'.repeat(43) }, '2026-10')).code).not.toBe(0);
  });

  it('of a month that is not over is a CSV to date, which adds up and is not sealed', async () => {
    const input = { month: '2026-11', format: 'csv' } as const;
    const { path } = await server.api.data('POST /user/statement/file', input, member);
    const answer = await fetch(server.url() + path);
    expect(answer.headers.get('content-disposition')).toContain('2026-11-to-date.csv');
    const document = Buffer.from(await answer.arrayBuffer());
    const items = checkStatement(document);
    expect(items.map(({ name, pass }) => [name, pass])).toEqual([
      ['mode', true],
      ['records', true],
      ['sum', true],
    ]);
    // It says up to when.
    expect(document.toString()).toContain(`end,,${new Date(clock.now()).toISOString()},`);
    expect(document.toString()).toMatch(/^sum,,,penalties,,,,,0,$/m);
    const month = await server.api.data('GET /user/statement/month', { month: '2026-11' }, member);
    expect(month).toMatchObject({ isFinal: false, sealedAt: null });
  });

  it('is downloaded by an address that nobody can make up, for a few minutes', async () => {
    const path = await pathOf('csv');
    const status = async (at: string) => (await fetch(server.url() + at)).status;
    expect(await status(path)).toBe(200);
    const last = path.at(-5) === 'A' ? 'B' : 'A';
    expect(await status(`${path.slice(0, -5)}${last}${path.slice(-4)}`)).toBe(410);
    expect(await status('/statement-file/anything')).toBe(410);
    clock.advance(10 * 60_000);
    expect(await status(path)).toBe(410);
  });
});

describe('a file of a tax year', () => {
  const taxFile = async (format: 'koinly' | 'lots', person = member) => {
    const input = { year: '2026', format } as const;
    const { path } = await server.api.data('POST /user/statement/taxFile', input, person);
    const answer = await fetch(server.url() + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain(`tern-${format}-2026.csv`);
    return (await answer.text()).trimEnd().split('\r\n');
  };

  it('has a row for each lot that was sold; their gains are what the statements say was realised', async () => {
    const [head, ...rows] = await taxFile('lots');
    expect(head).toBe(
      'Description of property,Date acquired (UTC),Date sold (UTC),Proceeds (USDT),Cost basis (USDT),Gain or loss (USDT)',
    );
    expect(rows).toEqual(['0.5 ETH,2026-10-05,2026-10-21,1700,1500,200']);
    const { list } = await server.api.data('GET /user/statement/list', {}, member);
    const realised = list.reduce((sum, month) => sum + decimal(month.realised), 0n);
    expect(realised).toBe(decimal('200'));
  });

  it('has every movement of the year in the universal template of Koinly, in UTC', async () => {
    const [head, ...rows] = await taxFile('koinly');
    expect(head).toMatch(/^Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee/);
    const of = (day: string) =>
      rows.filter((row) => row.startsWith(day)).map((row) => row.split(',').slice(0, 10).join(','));
    expect(of('2026-10-02')).toEqual(['2026-10-02 10:00:00 UTC,,,5000,USDT,,,,,']);
    expect(of('2026-10-05')).toEqual(['2026-10-05 10:00:00 UTC,3000,USDT,1,ETH,,,,,']);
    expect(of('2026-10-21')).toEqual([
      '2026-10-21 10:00:00 UTC,0.5,ETH,1700,USDT,,,,,',
      '2026-10-21 10:00:00 UTC,1.7,USDT,,,,,,,cost',
    ]);
    expect(of('2026-10-30')).toEqual(['2026-10-30 00:00:00 UTC,,,0.001,ETH,,,,,reward']);
    // No cell can be run as a formula.
    expect(rows.flatMap((row) => row.split(',')).filter((cell) => /^[=+@]/.test(cell))).toEqual([]);
  });

  it('shows the fee of a trade beside what was received, which is with it', async () => {
    await countAllRecords(server.fresh.database);
    const trade = (await taxFile('koinly', trader)).find((row) => row.includes('spotBuy'))!;
    const [, , sent, received, coin, fee, feeCoin] = trade.split(',');
    expect([sent, coin, feeCoin]).toEqual(['USDT', 'BTC', 'BTC']);
    expect(decimal(fee!)).toBeGreaterThan(0n);
    expect(decimal(received!)).toBeGreaterThan(decimal(fee!));
  });

  it('is of the member alone, and of years that they were here', async () => {
    const ask = (person: Person, year: string) =>
      server.api.call('POST /user/statement/taxFile', { year, format: 'lots' }, person);
    expect((await ask(member, '2025')).code).toBe(5007);
    const { path } = (await ask(member, '2026')).data as { path: string };
    clock.advance(10 * 60_000);
    expect((await fetch(server.url() + path)).status).toBe(410);
  });
});

describe('a document that was changed', () => {
  it('does not add up, whichever figure it is', async () => {
    const text = (await fileOf('csv')).toString();
    expect(checkStatement(Buffer.from(text)).every(({ pass }) => pass)).toBe(true);
    const faults = (from: RegExp, to: string) =>
      checkStatement(Buffer.from(text.replace(from, to)))
        .filter(({ pass }) => !pass)
        .map(({ name }) => name);
    expect(faults(/^entry.*\n/m, '')).toEqual(['records']);
    expect(faults(/^(closing,.*,USDT,)[^,]*/m, '$11')).toEqual(['records']);
    expect(faults(/^(sum,,,fees,.*,)-1.7,/m, '$1-1.6,')).toEqual(['sum']);
    expect(faults(/^(sum,,,average profit,.*,)200,/m, '$1201,')).toEqual(['sum']);
    expect(faults(/^entry,/m, 'entry,,')).toEqual(['records', 'sum']);
    for (const row of ['format,3,,paper,,,,,,', 'format,2,,gold,,,,,,', 'format,2,,paper,1,,,,,']) {
      expect(faults(/^format.*/m, row), row).toEqual(['mode']);
    }
    expect(faults(/^statement/m, 'format,2,,paper,,,,,,\nstatement')).toEqual(['mode']);
  });
});

describe('the audit', () => {
  const MONTHS = 'a closed month of a statement is what the journal says, and adds up';
  const DOCUMENTS = 'a sealed statement is what the public log has, and what its month says';
  const failed = (statement: string) => failedRulesOf(auditStatements, server.fresh, [statement]);
  const october = `member_id = (select min(member_id) from statement_documents) and month = '2026-10-01'`;
  const figure = (path: string, value: string) =>
    `update statement_months set figures = jsonb_set(figures::jsonb, '{${path}}', '${value}')::json where ${october}`;

  it('passes on months and documents as they are', async () => {
    await fileOf('csv');
    expect(await failed('update statement_documents set sealed_at = sealed_at')).toEqual([]);
  });

  it.each([
    ['a fee is lower', figure('flows,fees', '"-1"')],
    ['a profit is higher', figure('methods,fifo,profit', '"1000"')],
    ['a balance is higher', figure('closing,0,amount', '"0.06"')],
    ['a month has fewer records', figure('records', '7')],
    ['a month opens with money', figure('openingWorth', '"5"')],
    [
      'a record was removed',
      `delete from ledger_postings where effective_at = '2026-10-30T00:00:00Z'`,
    ],
  ])('finds that %s', async (_what, statement) => {
    await fileOf('csv');
    expect(await failed(statement)).toContain(MONTHS);
  });

  it('finds a document that says that its money is that of another mode', async () => {
    await fileOf('csv');
    // By the whole audit: this part is in it.
    const statement = `update deployment_mode set mode = 'live'`;
    expect(await failedRulesAfter(server.fresh, statement)).toContain(DOCUMENTS);
  });

  it('finds a document that is not what was sealed, or whose entry of the log is another', async () => {
    const csv = (await fileOf('csv')).toString();
    const other = gzipSync(csv.replace('1700', '1800')).toString('hex');
    for (const statement of [
      `update statement_documents set content = decode('${other}', 'hex') where ${october}`,
      `update statement_documents set content = '\\x00' where ${october}`,
      `update public_log_entries set entry = '\\x00' where convert_from(entry, 'utf8') like '%statement%'`,
      figure('flows,fees', '"-1"'),
    ]) {
      expect(await failed(statement), statement).toContain(DOCUMENTS);
    }
  });
});
