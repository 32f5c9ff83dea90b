/** The public figures: computed in the background, equal to a recomputation, and of no small group (ADR 51). */
import { type Amount, formatDecimal } from '@tern/money';
import { figureFiles, type PublicFigures } from '@tern/protocol';
import { Client, type ClientConfig } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measureContracts } from '../src/features/trading/futures/index.ts';
import { type Actor, logAct } from '../src/kernel/operators/audit-log.ts';
import { amount, int8, text, timestamptz } from '../src/platform/database/columns.ts';
import { allQueries, defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { type FreshDatabase, freshDatabase, ownerOf } from './support/database.ts';
import { type FuturesWorld, futuresWorld } from './support/futures-world.ts';
import { fundedMember, manualClock, WEDNESDAY_NOON } from './support/market.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { insertPastContracts, outcomesOf } from './support/past-contracts.ts';
import { startServer, type TestServer } from './support/server.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What all postings of members add up to, without the debts of loans. */
const ownedByPostings = defineQuery({
  name: 'test.ownedByPostings',
  text: `select asset, sum(available + held + locked + staked + financed) as owed from ledger_postings
    where owner_id > 0 group by asset having sum(available + held + locked + staked + financed) <> 0 order by asset`,
  params: [],
  row: { asset: text, owed: amount },
});

const resultsOfContracts = defineQuery({
  name: 'test.resultsOfContracts',
  text: `select count(*) as total, count(*) filter (where net < 0) as lost, sum(settled)::bigint as settled, sum(wins)::bigint as wins
    from (
      select member_id, sum(profit) as net, count(*) as settled, count(*) filter (where outcome = 1) as wins
      from futures_contracts where status = 2 group by member_id
    ) a`,
  params: [],
  row: { total: int8, lost: int8, settled: int8, wins: int8 },
});

const netOfPostings = defineQuery({
  name: 'test.netOfContractPostings',
  text: `select coalesce(sum(available), 0) as net from ledger_postings where owner_id > 0 and kind in (3, 4, 19)`,
  params: [],
  row: { net: amount },
});

const netOfMonths = defineQuery({
  name: 'test.netOfMonths',
  text: 'select coalesce(sum(net), 0) as net from futures_month_accounts',
  params: [],
  row: { net: amount },
});

const extendRun = defineStatement({
  name: 'test.extendRun',
  text: `update transparency_runs set seen_at = seen_at + interval '3 minutes'`,
  params: [],
});

const inventRun = defineStatement({
  name: 'test.inventRun',
  text: 'insert into transparency_runs (began_at, seen_at) values ($1, $2)',
  params: [timestamptz, timestamptz],
});

const forgetLog = defineStatement({
  name: 'test.forgetLog',
  text: `update transparency_figures set figures = figures - 'log'`,
  params: [],
});

const actor: Actor = { operatorId: 1, login: 'operator-1', address: '' };

describe('a server', () => {
  const clock = manualClock();
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ clock, prices: 'still', ownJobs: ['transparency.figures'] });
  });
  afterAll(() => server?.stop());

  const figures = async (): Promise<PublicFigures | null> =>
    (await server.api.data('GET /transparency/figures', {})).figures;
  /** Five minutes later, in steps in which the server notes that it runs. */
  const refreshed = async (): Promise<PublicFigures> => {
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(MINUTE_MS);
      await server.runJob('transparency.runs');
    }
    await server.runJob('transparency.figures');
    return (await figures())!;
  };

  it('shows a visitor no figures before they were computed, and then zeros, not inventions', async () => {
    expect(await figures()).toBeNull();
    const first = await refreshed();
    expect(first).toMatchObject({
      withdrawals: { sent: 0, cancelled: 0, rails: [], refused: [] },
      contracts: { accounts: null, months: [], stakes: [], ages: [] },
      staked: '0',
      operators: { frozenNow: 0 },
      uptime: { running: 5 * MINUTE_MS, total: 5 * MINUTE_MS, outages: [] },
    });
    expect(first.operators.acts.every(({ count }) => count === 0)).toBe(true);
  });

  it('shows what is owed as the sum of all postings of members, and what is held as all that came in', async () => {
    const { memberId } = await server.register();
    const other = await server.register();
    await server.fund(memberId, { USDT: '1250.5', BTC: '0.3' });
    await server.fund(other.memberId, { USDT: '99.25' });
    const { assets, entry } = await refreshed();
    const owed = await server.fresh.database.many(ownedByPostings, []);
    const shown = assets
      .map(({ coinname, owed: sum }) => ({ asset: coinname, owed: sum }))
      .filter(({ owed: sum }) => sum !== '0')
      .sort((one, two) => (one.asset < two.asset ? -1 : 1));
    expect(shown).toEqual(
      owed.map(({ asset, owed: sum }) => ({ asset, owed: formatDecimal(sum) })),
    );
    expect(entry).toBe(await server.journalHead());
    for (const { owed: sum, held, house } of assets) {
      expect(Number(held) - Number(sum)).toBeCloseTo(Number(house), 8);
    }
  });

  it('shows new coins that members bought as covered: none is sold that the exchange does not have', async () => {
    const person = await server.register();
    await server.fund(person.memberId, { USDT: '5000' });
    await ownerOf(server.fresh.database).transaction((tx) => verifyMember(tx, person.memberId));
    const { list } = await server.api.data('GET /issue/list', { pageSize: 100 }, person);
    const { ID: pid, coinname, maxNow } = list.find(({ phase }) => phase === 2)!;
    await server.api.data('POST /issue/buySubmit', { pid, num: maxNow }, person);
    const { assets } = await refreshed();
    expect(assets.find((asset) => asset.coinname === coinname)?.owed).toBe(maxNow);
    expect(assets.filter(({ cover }) => Number(cover) < 100)).toEqual([]);
  });

  it('would not equal the postings if a published sum were changed', async () => {
    const { assets } = await refreshed();
    const { owed } = assets.find(({ coinname }) => coinname === 'USDT')!;
    const rows = await server.fresh.database.many(ownedByPostings, []);
    expect(owed).toBe(formatDecimal(rows.find(({ asset }) => asset === 'USDT')!.owed));
    const client = new Client({ ...server.fresh.appTarget } as ClientConfig);
    await client.connect();
    await client.query(
      'update transparency_figures set figures = replace(figures::text, $1, $2)::jsonb',
      [`"${owed}"`, '"1"'],
    );
    await client.end();
    expect((await figures())!.assets.find(({ coinname }) => coinname === 'USDT')!.owed).toBe('1');
    expect(await refreshed()).toMatchObject({
      assets: expect.arrayContaining([expect.objectContaining({ owed })]),
    });
  });

  it('does not compute anew for a request, nor within five minutes', async () => {
    const before = await refreshed();
    const { memberId } = await server.register();
    await server.fund(memberId, { USDT: '77' });
    clock.advance(4 * MINUTE_MS);
    await server.runJob('transparency.figures');
    expect(await figures()).toEqual(before);
  });

  it('shows an outage, and the database refuses to cover it', async () => {
    await server.runJob('transparency.runs');
    clock.advance(30 * MINUTE_MS);
    await server.runJob('transparency.runs');
    const { uptime } = await refreshed();
    expect(uptime.outages).toHaveLength(2);
    expect(uptime.total - uptime.running).toBeGreaterThanOrEqual(30 * MINUTE_MS);
    const { database } = server.fresh;
    const extended = database.transaction((tx) => tx.run(extendRun, []));
    await expect(extended).rejects.toMatchObject({ constraint: 'transparency_runs_honest' });
    const past = clock.now() - DAY_MS;
    const invent = database.transaction((tx) => tx.run(inventRun, [past, clock.now()]));
    await expect(invent).rejects.toMatchObject({ constraint: 'transparency_runs_honest' });
  });

  it('shows results of contracts as a recomputation from all of them, from ten accounts on', async () => {
    const from = WEDNESDAY_NOON - 12 * DAY_MS;
    const place = async (seed: number) => {
      const { memberId } = await server.register();
      const outcomes = outcomesOf(40, 0.5, seed);
      await insertPastContracts(server.fresh.owner, [{ memberId, outcomes, from }]);
    };
    for (let seed = 1; seed <= 9; seed += 1) await place(seed);
    await server.runJob('futures.count-results');
    const { contracts: nine } = await refreshed();
    expect(nine).toMatchObject({ accounts: null, months: [], stakes: [], ages: [] });

    await place(10);
    await server.runJob('futures.count-results');
    const { contracts } = await refreshed();
    const all = await server.fresh.database.one(resultsOfContracts, []);
    expect(contracts.accounts).toMatchObject({ total: all.total, lost: all.lost });
    expect(contracts.months).toEqual([{ month: '2026-11', total: all.total, lost: all.lost }]);
    for (const groups of [contracts.stakes, contracts.ages]) {
      expect(groups.reduce((sum, { settled }) => sum + settled, 0)).toBe(all.settled);
      expect(groups.reduce((sum, { wins }) => sum + wins, 0)).toBe(all.wins);
    }
  });

  it('counts freezes that ended automatically, and the longest that a request was on hold', async () => {
    const at = clock.now();
    const hour = 60 * MINUTE_MS;
    const hold = (subject: string, from: number, until: number) =>
      ({ action: 'review.hold', subject, detail: { until }, from, actor }) as const;
    const end = (from: number, by?: Actor) =>
      ({ action: 'member.unfreeze', subject: 'member:1', from, actor: by }) as const;
    await server.fresh.database.transaction(async (tx) => {
      for (const { from, ...entry } of [
        hold('review:1', at - 50 * hour, at - 26 * hour),
        // Another operator prolongs it: one hold of 70 hours.
        hold('review:1', at - 28 * hour, at + 20 * hour),
        hold('review:2', at - 30 * hour, at + 18 * hour),
        hold('review:3', at - 31 * DAY_MS, at - 20 * DAY_MS),
        end(at - hour),
        end(at - 2 * hour),
        end(at - 3 * hour, actor),
        end(at - 31 * DAY_MS),
      ]) {
        await logAct(tx, entry, from);
      }
    });
    const { operators } = await refreshed();
    expect(operators).toMatchObject({ freezesEnded: 2, longestHold: 70 * hour });
    expect(operators.acts.find(({ act }) => act === 'held')).toMatchObject({ count: 3 });
  });

  it('shows the published checkpoint, and who cosigned it', async () => {
    // The server seals each second.
    await expect
      .poll(async () => {
        const { log } = await refreshed();
        expect(log.witnesses).toEqual([]);
        const note = await (await fetch(`${server.url()}/log/checkpoint`)).text();
        return note.split('\n').slice(1, 3).join() === `${log.size},${log.root}`;
      })
      .toBe(true);
  });

  it('are files too, the same as the page shows', async () => {
    const shown = await refreshed();
    const { assets, operators, log } = shown;
    const { coinname, owed, held, house, lent, cover } = assets[0]!;
    const file = async (name: string) => {
      const answer = await fetch(`${server.url()}/transparency/${name}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=60',
      ]);
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="tern-${name}"`);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      return answer.text();
    };
    expect(JSON.parse(await file('figures.json'))).toEqual(shown);
    expect((await file('assets.csv')).split('\r\n').slice(0, 2)).toEqual([
      'asset,owed,held,house,lent,cover_percent',
      `${coinname},${owed},${held},${house},${lent},${cover}`,
    ]);
    expect(await file('operators.csv')).toContain(`\r\nact,held,3,${operators.longestHold}\r\n`);
    expect(await file('log.csv')).toContain(
      `\r\ncheckpoint,,${log.at},${log.size},${log.root},\r\n`,
    );
    for (const figure of figureFiles) {
      const lines = (await file(`${figure}.csv`)).trimEnd().split('\r\n');
      expect(new Set(lines.map((line) => line.split(',').length)).size, figure).toBe(1);
    }
    expect(
      (await fetch(`${server.url()}/transparency/members.csv`)).headers.get('content-type'),
    ).not.toMatch(/csv/);
  });

  it('computes again what an earlier version stored, instead of showing half of it', async () => {
    await server.fresh.owner.transaction((tx) => tx.run(forgetLog, []));
    expect(await figures()).toBeNull();
    expect((await fetch(`${server.url()}/transparency/log.csv`)).status).toBe(404);
    await server.runJob('public-log.seal');
    clock.advance(10_000);
    await server.runJob('transparency.figures');
    expect((await figures())?.log.size).toBeGreaterThan(0);
  });

  it('names no member, and no operator', async () => {
    const text = JSON.stringify(await figures());
    expect(text).not.toMatch(/82\d{5}|@|operator-/);
  });

  it('reads no table of contracts, orders, prices or postings: the cost does not grow with history', () => {
    const read = new Set<string>();
    const queries = allQueries().filter(({ name }) =>
      /[.](figuresOf|runningStakes|exchangePosition|newestEntry|auditActionsBetween|auditHoldsBetween|runningFreezes)/.test(
        name,
      ),
    );
    expect(queries.length).toBeGreaterThanOrEqual(10);
    for (const { text: sql } of queries) {
      for (const [, table] of sql
        .replaceAll('extract(epoch from', '')
        .matchAll(/\b(?:from|join) ([a-z]+_[a-z_]+)/g))
        read.add(table!);
    }
    expect([...read].sort()).toEqual([
      'audit_log',
      'feed_gaps',
      'futures_exposure',
      'futures_month_accounts',
      'futures_month_stakes',
      'ledger_balances',
      'ledger_entries',
      'member_blocks',
    ]);
  });
});

describe('counted results', () => {
  let fresh: FreshDatabase;
  let world: FuturesWorld;

  beforeAll(async () => {
    fresh = await freshDatabase();
    world = await futuresWorld(fresh.database);
  });
  afterAll(async () => {
    await world?.stop();
    await fresh.drop();
  });

  it('add up to what the journal took from members and gave back, each contract once', async () => {
    const memberId = await fundedMember(fresh.database, { USDT: '1000' });
    const other = await fundedMember(fresh.database, { USDT: '1000' });
    await world.tick('btcusdt', '64000');
    world.clock.advance(500);
    await world.place({ memberId, stake: '100' });
    await world.place({ memberId, stake: '50', direction: 'down' });
    await world.place({ memberId: other, stake: '10' });
    for (const price of ['64000', '64000', '64001']) {
      world.clock.advance(500);
      await world.tick('btcusdt', price);
    }
    for (let second = 0; second < 32; second += 1) {
      world.clock.advance(1_000);
      await world.tick('btcusdt', '64001');
    }
    world.clock.advance(61_000);
    await Promise.all([world.futures.countResults(), world.futures.countResults()]);
    await world.futures.countResults();
    const { net } = await fresh.database.one(netOfPostings, []);
    expect(net).not.toBe(0n);
    expect((await fresh.database.one(netOfMonths, [])).net).toBe(net);
    const query = { from: '2025-12-01', membersMin: 1 };
    const measured = await measureContracts(fresh.database, query);
    expect(measured).toMatchObject({
      accounts: { total: 2 },
      months: [{ month: '2026-11', total: 2 }],
      staked: 0n as Amount,
    });
    expect(measured.stakes.map(({ from, settled }) => [formatDecimal(from), settled])).toEqual([
      ['10', 1],
      ['50', 1],
      ['100', 1],
    ]);
  });
});
