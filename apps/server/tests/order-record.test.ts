/** The record of a market: each command has a number, and orders, trades and the public log follow from it (ADR 98). */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  formatEntryBundle,
  type OrderReceipt,
  readLine,
  readSignedOrder,
  verifyOrderReceipt,
} from '@tern/proofs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOrderRecord } from '../src/audit/order-record.ts';
import { verifyOrders } from '../src/commands/verify/orders.ts';
import { createEngines, type Engines } from '../src/features/trading/spot/engines.ts';
import { placeOrder } from '../src/features/trading/spot/place-order.ts';
import { publishDays } from '../src/features/trading/spot/record/publish-days.ts';
import { describeOrderReceipt } from '../src/features/trading/spot/record/describe-receipt.ts';
import { sealCommands } from '../src/features/trading/spot/record/seal-commands.ts';
import {
  createPublicLog,
  listKeys,
  type PublicLog,
} from '../src/features/proof/public-log/index.ts';
import { publicKeyOf } from '../src/features/proof/public-log/log-keys.ts';
import type { Database } from '../src/platform/database/database.ts';
import { defineStatement } from '../src/platform/database/query.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import { type FreshDatabase, freshDatabase } from './support/database.ts';
import { fundedMember, manualClock, spotDependencies, WEDNESDAY_NOON } from './support/market.ts';
import { logEntries, recorded, recordedMarket, recordFiles } from './support/recorded-market.ts';
import { pythonMissing } from './support/run-python.ts';
import { failedRulesOf, withoutGuards } from './support/tampering.ts';

const REPLAYED = 'the numbered commands of each market replay to its orders and trades';
const SEALED = 'every number of a market is in the public log as it was';

const clock = manualClock(WEDNESDAY_NOON);
let fresh: FreshDatabase;
let engines: Engines;
let publicLog: PublicLog;
let deps: Awaited<ReturnType<typeof spotDependencies>>;
let members: number[];
let firstOrder = 0;
const { place, day, said, signing, publicKey } = recordedMarket({
  engines: () => engines,
  deps: () => deps,
  members: () => members,
  clock,
});

beforeAll(async () => {
  fresh = await freshDatabase();
  deps = await spotDependencies(fresh.database, clock);
  const funded = () => fundedMember(fresh.database, { USDT: '100000', BNB: '10' });
  members = [await funded(), await funded(), await funded()];
  const secretBox = createSecretBox(Buffer.alloc(32, 1));
  publicLog = createPublicLog({ ...deps, secretBox, publicUrl: 'http://tern.test' });
  await publicLog.start?.();
  engines = createEngines({ ...deps, ...signing });
  await engines.open();
  firstOrder = await day();
  await sealCommands({ ...deps, publicLog });
  await engines.close();
  deps = await spotDependencies(fresh.database, clock);
  engines = createEngines({ ...deps, ...signing });
  await engines.open();
  await day();
  await sealCommands({ ...deps, publicLog });
});
afterAll(async () => {
  await engines.close();
  await fresh.drop();
});

const failedAfter = (...statements: string[]) =>
  failedRulesOf((database: Database) => database.snapshot(auditOrderRecord), fresh, statements);

describe('the record of a market', () => {
  it('numbers every command without a gap, and what is refused too', async () => {
    const rows = await fresh.database.many(recorded, []);
    const lines = rows.flatMap((row) => row.lines.split('\n').map(readLine));
    expect(rows.at(-1)!.lastNumber).toBe(lines.length);
    const kinds = lines.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(
      new Set(['terms', 'quotes', 'place', 'amend', 'cancel', 'wait']),
    );
    expect(kinds.filter((kind) => kind === 'terms')).toHaveLength(2);
    expect(lines.filter(({ rest }) => rest.includes('!')).map(({ kind }) => kind)).toContain(
      'cancel',
    );
    expect(lines.some(({ kind, rest }) => kind === 'place' && /\|\d+\|$/.test(rest))).toBe(true);
  });

  it('replays to its orders and trades, and the public log has every number', async () => {
    const findings = await fresh.database.snapshot(auditOrderRecord);
    expect(findings.map(({ rule, faults }) => [rule, faults])).toEqual([
      [REPLAYED, []],
      [SEALED, []],
    ]);
    expect(findings[0]!.checked).toBeGreaterThan(20);
  });

  it.each([
    [
      'a trade of another price',
      `update spot_trades set price = price + 0.1 where id = (select max(id) from spot_trades)`,
    ],
    [
      'a trade that is gone',
      `delete from spot_trades where id = (select min(id) from spot_trades)`,
    ],
    [
      'a trade with another order',
      `update spot_trades set maker_order_id = (select max(id) from spot_orders) where id = (select min(id) from spot_trades where maker_order_id is not null)`,
    ],
    [
      'an order with another number',
      `update spot_orders set number = number + 1 where id = (select min(id) from spot_orders)`,
    ],
    [
      'an order that is open',
      `update spot_orders set status = 1 where id = (select max(id) from spot_orders where status = 3 and type = 1)`,
    ],
    [
      'an order without a number',
      `update spot_orders set number = null where id = (select max(id) from spot_orders where status = 3)`,
    ],
  ])('does not fit %s', async (_name, statement) => {
    expect(await failedAfter(statement)).toEqual([REPLAYED]);
  });

  it.each([
    [
      'a line that is gone',
      `first_number = first_number + 1, lines = substr(lines, strpos(lines, chr(10)) + 1) where lines like '%' || chr(10) || '%'`,
    ],
    ['another quantity', `lines = replace(lines, '|0.28|', '|0.27|')`],
    [
      'another owner',
      String.raw`lines = regexp_replace(lines, 'place\|(\d+)\|\d+\|', 'place|\1|1|')`,
    ],
    [
      'a batch that is gone',
      `instrument_id = 999 where last_number = (select last_number from spot_commands order by last_number desc offset 2 limit 1)`,
    ],
    ['another secret', 'secret = substring(sha256(secret) for 16)'],
  ])('is found to have %s', async (_name, change) => {
    expect(await failedAfter(`update spot_commands set ${change}`)).toContain(REPLAYED);
  });

  it('cannot be changed or skipped by the server', async () => {
    const statement = (name: string, sql: string) =>
      defineStatement({ name: `test.${name}`, text: sql, params: [] });
    const attempts = [
      statement('dropRecord', 'delete from spot_commands'),
      statement('changeRecord', `update spot_commands set lines = ''`),
      statement('skipNumbers', 'update spot_engines set last_number = last_number + 1'),
      statement(
        'forgeRecord',
        `insert into spot_commands select instrument_id, last_number + 1, last_number + 1, at, secret, root, 'wait|0|||' from spot_commands`,
      ),
    ];
    for (const each of attempts) {
      await expect(fresh.database.transaction((tx) => tx.run(each, []))).rejects.toThrow(
        'permission denied',
      );
    }
    const again = statement(
      'sealAgain',
      `insert into spot_command_seals select instrument_id, 1, last_number, 0, sealed_at from spot_command_seals`,
    );
    await expect(fresh.database.transaction((tx) => tx.run(again, []))).rejects.toMatchObject({
      constraint: 'spot_command_seals_follow',
    });
  });

  it('is sealed as it was', async () => {
    expect(
      await failedAfter(
        `update public_log_entries set entry = overlay(entry placing 'A'::bytea from 60) where entry like 'tern statements 1%'::bytea`,
      ),
    ).toEqual([SEALED]);
    expect(
      await failedAfter(
        `delete from spot_command_seals where last_number = (select max(last_number) from spot_command_seals)`,
      ),
    ).toEqual([SEALED]);
  });
});

const trustOf = async () => {
  const origin = 'tern.test/log';
  return {
    origin,
    keys: (await listKeys(fresh.database)).map((row) => publicKeyOf(row, origin)),
  };
};
const receiptOf = (memberId: number, id: number) =>
  describeOrderReceipt({ ...deps, lists: fresh.database }, { memberId, id });

describe('the receipt of an order', () => {
  it('opens its number, and the log has it', async () => {
    const { receipt } = await receiptOf(members[0]!, firstOrder);
    const items = verifyOrderReceipt(receipt, await trustOf());
    expect(items.map(({ pass, why }) => [pass, why])).toEqual([
      [true, 'an order receipt of version 1'],
      [true, `order ${firstOrder} of member ${members[0]}`],
      [true, expect.stringMatching(/^number \d of bnbusdt, received at \d{13}$/)],
      [true, 'the log has the statement'],
      [true, expect.stringMatching(/^numbers 1 to \d+, each once$/)],
      [true, 'nobody who came later stands before it'],
      [true, "each number is a member's or marked as the exchange's"],
      [true, '0 fills at the best prices of the book shown'],
      [true, '0 fills with what was first at each price of the book shown'],
    ]);
  });

  it('opens nothing else', async () => {
    const { receipt = {} } = await receiptOf(members[0]!, firstOrder);
    const trust = await trustOf();
    const changed: [Record<string, unknown>, string][] = [
      [{ owner: String(members[1]) }, 'owner'],
      [{ command: String(receipt['command']).replace('|0.3|', '|0.2|') }, 'place'],
      [{ batch: { ...(receipt['batch'] as object), index: 0 } }, 'place'],
      [{ log: String(receipt['log']).replace('index ', 'index 1') }, 'log'],
      [{ version: 2 }, 'shape'],
    ];
    for (const [change, name] of changed) {
      const items = verifyOrderReceipt({ ...receipt, ...change }, trust);
      expect(items.find(({ pass }) => !pass)?.name).toBe(name);
    }
    await expect(receiptOf(members[1]!, firstOrder)).rejects.toMatchObject({ code: 5007 });
  });
});

describe('what the answer to an order said', () => {
  it('is signed, and the number that the log has', async () => {
    const { receipt } = await receiptOf(members[0]!, firstOrder);
    const confirmedBy = async (confirmation: string | undefined, keys: readonly string[]) =>
      verifyOrderReceipt(
        { ...receipt, confirmation },
        { ...(await trustOf()), publicKey: keys },
      ).find(({ name }) => name === 'confirmed');
    expect(await confirmedBy(said.get(firstOrder), publicKey)).toMatchObject({ pass: true });
    expect(await confirmedBy(said.get(firstOrder), [])).toMatchObject({ pass: false });
    // The log has this order under a number that its answer did not say.
    const [other = ''] = [...said].filter(([id]) => id !== firstOrder).map(([, text]) => text);
    const moved = await confirmedBy(other, publicKey);
    const { number, at } = readSignedOrder(other, publicKey)!;
    expect(moved).toMatchObject({ pass: false, number, at });
  });

  it('has one signature for all orders of a transaction', async () => {
    const placed = await Promise.all(
      ['471', '472'].map((price) => place(0, { side: 'buy', price, quantity: '0.1' })),
    );
    const texts = placed.map(({ order }) => said.get(order.ID)!);
    expect(new Set(texts.map((text) => text.split('|').at(-1))).size).toBe(1);
    expect(texts.map((text) => readSignedOrder(text, publicKey)?.isSigned)).toEqual([true, true]);
  });

  it('is repeated while the engine knows it', async () => {
    const key = { memberId: members[0]!, key: 'once', requestHash: 'a'.repeat(64) };
    const terms = { symbol: 'bnbusdt', side: 'buy', type: 'limit', total: undefined } as const;
    const ask = () =>
      placeOrder(engines, { ...terms, memberId: members[0]!, price: '470', quantity: '0.1', key });
    const first = await ask();
    expect(first.confirmation).toMatch(/^tern order confirmed 1[|]bnbusdt[|]/);
    expect(await ask()).toEqual(first);
  });
});

describe('the book around an order', () => {
  let taking = 0;
  beforeAll(async () => {
    clock.advance(60_000);
    await place(0, { side: 'buy', price: '503', quantity: '0.2' });
    await place(1, { side: 'buy', price: '503', quantity: '0.3' });
    taking = (await place(2, { side: 'sell', price: '503', quantity: '0.4' })).order.ID;
    await sealCommands({ ...deps, publicLog });
  });
  const bookOf = async () => {
    const { receipt } = await receiptOf(members[2]!, taking);
    return { receipt, book: (receipt as unknown as OrderReceipt).book! };
  };

  it('shows what it met and left, and who was in front', async () => {
    const { receipt, book } = await bookOf();
    const traded = book.levels.find(({ price }) => price === '503');
    expect(traded).toEqual({ side: 'buy', price: '503', before: '0.5', after: '0.1' });
    expect(book.queue.map(({ quantity }) => quantity)).toEqual(['0.2', '0.3']);
    expect(book.ahead).toBeUndefined();
    const items = verifyOrderReceipt(receipt, await trustOf());
    expect(items.filter(({ pass }) => !pass)).toEqual([]);
    expect(items.at(-1)!.why).toMatch(/^2 fills/);
  });

  it('shows what stood in front of an order that waits', async () => {
    const { order } = await place(2, { side: 'buy', price: '503', quantity: '0.1' });
    await sealCommands({ ...deps, publicLog });
    const { receipt } = await receiptOf(members[2]!, order.ID);
    const { book } = receipt as unknown as OrderReceipt;
    expect(book!.ahead).toEqual({ orders: 1, quantity: '0.1' });
    expect(book!.queue).toEqual([]);
  });
});

describe('the file of a day', () => {
  const DAY = '2026-11-18';
  let folder: string;
  let lines: string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tern-orders-'));
    clock.advance(DAY_MS);
    await publishDays(deps);
    // What comes on the next day begins with the book of this one.
    deps.tick('bnbusdt', '511');
    await place(1, { side: 'buy', price: '511.2', quantity: '0.15' });
    await sealCommands({ ...deps, publicLog });
    clock.advance(DAY_MS);
    await publishDays(deps);
    const files = await fresh.database.many(recordFiles, []);
    expect(files.map(({ day }) => day)).toEqual([DAY, '2026-11-19']);
    for (const { day, file } of files) {
      mkdirSync(join(folder, 'orders', day), { recursive: true });
      writeFileSync(join(folder, 'orders', day, 'bnbusdt.gz'), file);
    }
    writeFileSync(join(folder, 'checkpoint'), publicLog.checkpoint());
    mkdirSync(join(folder, 'tile/entries/000.p'), { recursive: true });
    const entries = (await fresh.database.many(logEntries, [])).map(({ entry }) => entry);
    writeFileSync(join(folder, `tile/entries/000.p/${entries.length}`), formatEntryBundle(entries));
    lines = gunzipSync(files[0]!.file).toString().split('\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const paths = () => [DAY, '2026-11-19'].map((day) => join(folder, 'orders', day, 'bnbusdt.gz'));
  const inPython = (files: readonly string[]) => {
    const script = new URL('long/verify_orders.py', import.meta.url).pathname;
    const { stdout, stderr } = spawnSync('python3', [script, ...files], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.trim().split('\n');
  };
  /** What both verifiers say of a day with other lines. */
  async function verdictsOn(changed: readonly string[]) {
    const [path = ''] = paths();
    const before = readFileSync(path);
    try {
      writeFileSync(path, gzipSync(changed.join('\n')));
      const [first] = await verifyOrders(folder);
      return { first, python: pythonMissing === undefined ? inPython([path])[0]! : 'FAIL' };
    } finally {
      writeFileSync(path, before);
    }
  }
  const find = (pattern: RegExp) => lines.findIndex((line) => pattern.test(line));
  const replaced = (pattern: RegExp, by: (line: string) => string) =>
    lines.with(find(pattern), by(lines[find(pattern)]!));

  it('replays with the days after it, and the log seals it', async () => {
    const items = await verifyOrders(folder);
    expect(items.map(({ pass, why }) => [pass, why])).toEqual([
      [true, expect.stringMatching(/^\d\d numbers replay to \d+ fills$/)],
      [true, expect.stringMatching(/^\d numbers replay to 2 fills$/)],
      [true, '5 entries seal these numbers'],
    ]);
    expect(lines.join('\n')).not.toContain(String(members[0]));
  });

  it.skipIf(pythonMissing !== undefined)(
    'is the same to a matcher written from the document',
    () => {
      expect(inPython(paths())).toEqual([
        expect.stringMatching(/^PASS \d\d numbers, \d+ fills$/),
        expect.stringMatching(/^PASS \d numbers, 2 fills$/),
      ]);
    },
  );

  it.each<[string, () => readonly string[]]>([
    [
      'orders of one price in another order',
      () => {
        const [first, second] = [
          find(/\|place\|buy\|limit\|499\|0.3\|/),
          find(/\|place\|buy\|limit\|499\|0.1\|/),
        ];
        const restOf = (at: number) => lines[at]!.split('|').slice(5).join('|');
        const startOf = (at: number) => lines[at]!.split('|').slice(0, 5).join('|');
        return lines
          .with(first, `${startOf(first)}|${restOf(second)}`)
          .with(second, `${startOf(second)}|${restOf(first)}`);
      },
    ],
    [
      'an order that is left out',
      () => replaced(/\|place\|buy\|limit\|499\|0.1\|/, (line) => line.replace('|||', '|||!4006')),
    ],
    [
      'a fill of another quantity',
      () =>
        replaced(/\|place\|sell\|limit\|498\|0.28\|/, (line) => line.replace(/:0\.\d+/, ':0.07')),
    ],
    [
      'a quote before its tick',
      () =>
        replaced(/\|quotes\|/, (line) =>
          line.replace(
            /\|(\d{13})\|([^|]*)\|$/,
            (_all, at, fills) => `|${Number(at) + 2_000}|${fills}|`,
          ),
        ),
    ],
    ['a gap in the numbers', () => lines.toSpliced(find(/\|cancel\|/), 1)],
    [
      'an order given to another member',
      () =>
        replaced(/\|place\|/, (line) =>
          line.replace(/[^|]{44}$/, Buffer.alloc(32).toString('base64')),
        ),
    ],
  ])('is refused by both with %s', async (_name, change) => {
    const { first, python } = await verdictsOn(change());
    expect(first).toMatchObject({ pass: false });
    expect(python).toMatch(/^FAIL/);
  });

  it('is refused where the log seals other numbers', async () => {
    const entry = join(folder, 'tile/entries/000.p');
    const [name = ''] = readdirSync(entry);
    const bytes = readFileSync(join(entry, name));
    try {
      const other = Buffer.from(bytes);
      const at = other.indexOf('tern statements 1\norders\n') + 60;
      other[at] = other[at] === 65 ? 66 : 65;
      writeFileSync(join(entry, name), other);
      expect((await verifyOrders(folder)).at(-1)).toMatchObject({
        name: 'in the log',
        pass: false,
      });
    } finally {
      writeFileSync(join(entry, name), bytes);
    }
  });
});

describe('the record of a market that was there before', () => {
  it('begins with the orders that rest', async () => {
    const sql = readFileSync(
      new URL('../migrations/2390-order-record.sql', import.meta.url),
      'utf8',
    );
    const [, begin] = /-- The record begins with(?:.*)\n([\s\S]*)\ndrop function spot_write;/.exec(
      sql,
    )!;
    await engines.close();
    await withoutGuards(
      fresh,
      `delete from spot_commands; delete from spot_command_seals; update spot_engines set last_number = 0; update spot_orders set number = null; ${begin}`,
    );
    deps = await spotDependencies(fresh.database, clock);
    engines = createEngines(deps);
    await engines.open();
    await day();
    await sealCommands({ ...deps, publicLog });
    const rows = await fresh.database.many(recorded, []);
    expect(rows[0]!.lines).toMatch(
      /^start\|0\|\|\|\d+\n(?:kept\|0\|\d+\|\d+\|\w+\|limit\|\d+\|0\.\d+\|0(?:\.\d+)?\n?)+$/,
    );
    const [replayed] = await fresh.database.snapshot(auditOrderRecord);
    expect(replayed!.faults).toEqual([]);
  });
});
