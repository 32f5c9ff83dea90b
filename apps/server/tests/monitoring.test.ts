/** Monitoring on a whole server: two people agree to a rule, it looks at what is new, a hit is an alert of a case and nothing else. */
import { exchangeAccounts, recordTypes, transfer } from '@tern/ledger';
import { type Amount, decimal } from '@tern/money';
import type { MonitoringDeps } from '../src/features/backoffice/monitoring/deps.ts';
import { evaluateRules } from '../src/features/backoffice/monitoring/evaluate.ts';
import type { RuleKey } from '../src/features/backoffice/monitoring/rules/catalogue.ts';
import { RULES, usualValues } from '../src/features/backoffice/monitoring/rules/catalogue.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, isoTime } from '../src/platform/clock.ts';
import type { Reader } from '../src/platform/database/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../src/platform/durations.ts';
import { countAllRecords } from './support/counted-records.ts';
import { ownerOf } from './support/database.ts';
import { entryOf, postUnfounded } from './support/journal.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole, type EnrolledOperator } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const clock = manualClock(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
let server: TestServer;
let consoleApi: Console;
let ada: EnrolledOperator;
let ben: EnrolledOperator;

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still', ownJobs: ['monitoring.evaluate'] });
  consoleApi = createConsole(server, clock);
  ada = await consoleApi.enrolled(['compliance']);
  ben = await consoleApi.enrolled(['compliance']);
});
afterAll(() => server?.stop());

const valuesOf = (key: RuleKey, change: Record<string, number> = {}) =>
  Object.entries({ ...usualValues(RULES[key]), ...change }).map(([name, value]) => ({
    name,
    value,
  }));
const propose = (key: RuleKey, change: Record<string, number> = {}, isOn = true, who = ada) =>
  consoleApi.call(
    'POST /operator/monitoring/propose',
    { key, isOn, points: 45, parameters: valuesOf(key, change), reason: 'As discussed.' },
    who.token,
  );
const decide = (ID: number, isAgreed: boolean, who: EnrolledOperator) =>
  consoleApi.call(
    'POST /operator/monitoring/decide',
    { ID, isAgreed, reason: 'The replay shows few.' },
    who.token,
  );
const agree = async (key: RuleKey, change: Record<string, number> = {}) => {
  const { ID } = (await propose(key, change)).data as { ID: number };
  expect((await decide(ID, true, ben)).code).toBe(0);
};
const ruleOf = async (key: RuleKey, who = ada) =>
  consoleApi.data('GET /operator/monitoring/rule', { key }, who.token);
const replay = (key: RuleKey, who = ada, change: Record<string, number> = {}) =>
  consoleApi.data(
    'POST /operator/monitoring/replay',
    {
      key,
      parameters: valuesOf(key, change),
      from: dayOf(clock.now() - 3 * DAY_MS),
      until: dayOf(clock.now()),
    },
    who.token,
  );
const casesOf = async (memberId: number) => {
  const { list } = await consoleApi.data('GET /operator/case/list', {}, ada.token);
  return list.filter((one) => one.memberId === memberId);
};
const alertsOf = async (memberId: number) => {
  const [found] = await casesOf(memberId);
  if (found === undefined) return [];
  const shown = await consoleApi.data('GET /operator/case/find', { ID: found.ID }, ada.token);
  return shown.case.findings;
};
/** USDT that come now, or leave if less than 0. */
async function move(memberId: number, usdt: string, at = clock.now()): Promise<void> {
  const isOut = usdt.startsWith('-');
  const outside = { owner: exchangeAccounts.paperIssuance, purpose: 'available' } as const;
  const member = { owner: memberId, purpose: 'available' } as const;
  const postings = transfer({
    from: isOut ? member : outside,
    to: isOut ? outside : member,
    asset: 'USDT',
    amount: decimal<Amount>(usdt.replace('-', '')),
  });
  const kind = isOut ? recordTypes.withdrawal : recordTypes.depositSuccess;
  await ownerOf(server.fresh.database).transaction((tx) =>
    postUnfounded(tx, [entryOf(postings, { kind })], at),
  );
}
async function look(): Promise<void> {
  await countAllRecords(server.fresh.database);
  await server.runJob('monitoring.evaluate');
}
/** As the owner of the database, with every trigger in force. */
async function owner(text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client(server.fresh.ownerTarget);
  await client.connect();
  try {
    await client.query('begin read write');
    const { rows } = await client.query(text, values);
    await client.query('commit');
    return rows;
  } finally {
    await client.end();
  }
}

describe('a rule', () => {
  it('looks at nothing until two people of compliance agree', async () => {
    const { list } = await consoleApi.data('GET /operator/monitoring/list', {}, ada.token);
    expect(list.map(({ key, inForce, proposal }) => [key, inForce, proposal])).toEqual(
      Object.keys(RULES).map((key) => [key, null, null]),
    );
    const { code, data } = await propose('structuring');
    expect(code).toBe(0);
    const { ID } = data as { ID: number };
    expect((await propose('structuring', { count: 4 }, true, ben)).code).toBe(5033);
    expect((await decide(ID, true, ada)).code).toBe(5032);
    expect((await decide(ID, false, ben)).code).toBe(0);
    expect((await decide(ID, true, ben)).code).toBe(5034);
    expect((await ruleOf('structuring')).rule).toMatchObject({ inForce: null, proposal: null });
    await agree('structuring');
    expect((await ruleOf('structuring')).rule).toMatchObject({
      inForce: { version: 2, isOn: true, decidedBy: ben.login, parameters: expect.anything() },
    });
    expect((await propose('structuring')).code).toBe(5034);
    expect((await propose('structuring', { count: 101 })).data).toEqual({ fields: ['count'] });
  });

  it('is withdrawn by its author alone', async () => {
    const { ID } = (await propose('spoofing')).data as { ID: number };
    const withdraw = async (who: EnrolledOperator) =>
      (await consoleApi.call('POST /operator/monitoring/withdraw', { ID }, who.token)).code;
    expect(await withdraw(ben)).toBe(5030);
    expect(await withdraw(ada)).toBe(0);
    expect((await ruleOf('spoofing')).versions).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('is read by auditors, changed by compliance only, and known to nobody else', async () => {
    const auditor = await consoleApi.enrolled(['auditor']);
    const others = await consoleApi.enrolled(['support', 'reviewer', 'approver', 'content']);
    const codes = async ({ token }: EnrolledOperator) => [
      (await consoleApi.call('GET /operator/monitoring/list', {}, token)).code,
      (await consoleApi.call('GET /operator/monitoring/rule', { key: 'spoofing' }, token)).code,
      (await propose('inAndOut', {}, true, { token } as EnrolledOperator)).code,
    ];
    expect(await codes(auditor)).toEqual([0, 0, 5030]);
    expect(await codes(others)).toEqual([5030, 5030, 5030]);
  });
});

describe('what a rule in force finds', () => {
  let person: Person;
  let shop: Person;
  beforeAll(async () => {
    person = await server.register();
    shop = await server.register();
    await move(person.memberId, '9100');
    await move(shop.memberId, '25000');
    clock.advance(MINUTE_MS);
    await move(person.memberId, '9900');
    await look();
  });

  it('is an alert of a case that it opens, once, and stops nothing', async () => {
    expect(await casesOf(person.memberId)).toEqual([]);
    clock.advance(MINUTE_MS);
    await move(person.memberId, '8500');
    await look();
    await look();
    expect(await casesOf(person.memberId)).toMatchObject([
      { source: 'rule', why: 'Amounts just under a limit', points: 45, alerts: 1, owner: null },
    ]);
    expect(await casesOf(shop.memberId)).toEqual([]);
    expect(await alertsOf(person.memberId)).toMatchObject([
      { found: '3 deposits under 10000 USDT within 2 min, together 27500 USDT', hitId: null },
    ]);
    const out = { symbol: 'btcusdt', buytype: 1, mprice: '1000', mnum: '0.1' };
    const session = { token: person.token };
    expect((await server.api.call('POST /bborder/upbbbuy', out, session)).code).toBe(0);
  });

  it('joins the open case when it happens again, with facts of its own', async () => {
    for (const usdt of ['9000', '9000', '9001']) {
      clock.advance(MINUTE_MS);
      await move(person.memberId, usdt);
      await look();
    }
    expect(await casesOf(person.memberId)).toMatchObject([{ points: 90, alerts: 2 }]);
    const { hits, rule } = await ruleOf('structuring');
    expect(hits.map(({ memberId, version, found }) => [memberId, version, found])).toEqual([
      [person.memberId, 2, '3 deposits under 10000 USDT within 2 min, together 27001 USDT'],
      [person.memberId, 2, '3 deposits under 10000 USDT within 2 min, together 27500 USDT'],
    ]);
    expect(Date.parse(hits[0]!.since)).toBeGreaterThan(Date.parse(hits[1]!.until));
    expect(rule).toMatchObject({ hits: 2, lastHitAt: isoTime(clock.now()) });
  });

  it('is what a replay shows, which opens nothing', async () => {
    const before = (await consoleApi.data('GET /operator/case/list', {}, ada.token)).total;
    const shown = await replay('structuring');
    const [found] = await casesOf(person.memberId);
    expect(shown).toMatchObject({ members: 2, hits: 2, hitMembers: 1 });
    expect(shown.examples.map(({ found: text }) => text)).toEqual(
      (await ruleOf('structuring')).hits.map(({ found: text }) => text),
    );
    expect(shown.examples[0]).toMatchObject({ memberId: person.memberId, caseId: found!.ID });
    expect(shown.days.map(({ hits }) => hits).reduce((sum, hits) => sum + hits)).toBe(2);
    expect(await replay('structuring', ada, { count: 7 })).toMatchObject({ hits: 0, examples: [] });
    expect(await replay('inAndOut')).toMatchObject({ members: 2, hits: 0 });
    expect((await consoleApi.data('GET /operator/case/list', {}, ada.token)).total).toBe(before);
    expect((await ruleOf('structuring')).rule.hits).toBe(2);
  });

  it('is not replayed over days to come, or over more than 31', async () => {
    const code = async (from: number, until: number) => {
      const days = { from: dayOf(from), until: dayOf(until) };
      const given = { key: 'structuring' as const, parameters: valuesOf('structuring'), ...days };
      return (await consoleApi.call('POST /operator/monitoring/replay', given, ada.token)).data;
    };
    const now = clock.now();
    expect(await code(now, now + 2 * DAY_MS)).toEqual({ fields: ['until'] });
    expect(await code(now - 31 * DAY_MS, now)).toEqual({ fields: ['from'] });
    expect(await code(now, now - DAY_MS)).toEqual({ fields: ['from'] });
  });

  it('is hidden from the operator whose account it is about', async () => {
    const emil = await consoleApi.enrolled(['compliance', 'support']);
    const given = { memberId: person.memberId, reason: 'Mine.' };
    await consoleApi.data('POST /operator/staffAccount/declare', given, emil.token);
    expect(await ruleOf('structuring', emil)).toMatchObject({ hits: [], rule: { hits: 0 } });
    expect(await replay('structuring', emil)).toMatchObject({ members: 1, hits: 0, examples: [] });
  });

  it('is refused by the database twice, without a case, or of a version that is not in force', async () => {
    const insert = (values: string) =>
      owner(`insert into monitoring_hits (version_id, member_id, case_id, since, until, found, created_at)
        select version_id, member_id, case_id, since, until, found, created_at from (
          select h.version_id, h.member_id, h.case_id, h.since, h.until, h.found, h.created_at from monitoring_hits h order by h.id desc limit 1
        ) last cross join lateral (select ${values}) changed`);
    await expect(insert('1')).rejects.toMatchObject({ constraint: 'monitoring_hits_apart' });
    const of = (columns: string) =>
      owner(`insert into monitoring_hits (version_id, member_id, case_id, since, until, found, created_at)
        select ${columns}, 'x', now() from monitoring_hits h order by h.id desc limit 1`);
    const later = "h.until + interval '1 h', h.until + interval '2 h'";
    await expect(of(`1, h.member_id, h.case_id, ${later}`)).rejects.toMatchObject({
      constraint: 'monitoring_hits_founded',
    });
    await expect(of(`h.version_id, ${shop.memberId}, h.case_id, ${later}`)).rejects.toMatchObject({
      constraint: 'monitoring_hits_founded',
    });
    await expect(
      owner('update monitoring_progress set position = position + 1000000'),
    ).rejects.toMatchObject({ constraint: 'monitoring_progress_bounded' });
    await expect(owner('update monitoring_progress set position = 0')).rejects.toMatchObject({
      constraint: 'monitoring_progress_forward',
    });
    await expect(
      owner(`update monitoring_versions set points = 99 where state = 'agreed'`),
    ).rejects.toMatchObject({ constraint: 'monitoring_versions_once' });
  });

  it('goes with its case, and not before', async () => {
    const [found] = await casesOf(person.memberId);
    const left = () => owner('select from monitoring_hits where case_id = $1', [found!.ID]);
    await expect(owner('delete from monitoring_hits')).rejects.toMatchObject({
      constraint: 'monitoring_hits_kept',
    });
    expect(await left()).toHaveLength(2);
    await owner('alter table cases disable trigger user');
    await owner(
      `update cases set closed_at = now() - interval '6 years', outcome = 'cleared' where id = $1`,
      [found!.ID],
    );
    await owner('alter table cases enable trigger user');
    await server.runJob('cases.prune');
    expect(await left()).toEqual([]);
  });

  it('ends with a version that is off; the next one begins where it is agreed', async () => {
    const { ID } = (await propose('structuring', {}, false)).data as { ID: number };
    await decide(ID, true, ben);
    const later = await server.register();
    for (const usdt of ['9000', '9001', '9002']) {
      clock.advance(MINUTE_MS);
      await move(shop.memberId, usdt);
      if (usdt !== '9002') await move(later.memberId, usdt);
    }
    await look();
    await agree('structuring');
    clock.advance(MINUTE_MS);
    await move(shop.memberId, '9003');
    await look();
    // The window reaches back before the agreement, but what no later fact ends is for a replay.
    expect(await alertsOf(shop.memberId)).toMatchObject([
      { found: '4 deposits under 10000 USDT within 3 min, together 36006 USDT' },
    ]);
    await move(later.memberId, '9004');
    await look();
    expect(await alertsOf(later.memberId)).toMatchObject([
      { points: 45, found: '3 deposits under 10000 USDT within 3 min, together 27005 USDT' },
    ]);
  });
});

describe('a version that is replaced', () => {
  it('still finds what happened before the next one, which does not find it again', async () => {
    const { memberId } = await server.register();
    for (const usdt of ['9000', '9001', '9002']) {
      clock.advance(MINUTE_MS);
      await move(memberId, usdt);
    }
    await countAllRecords(server.fresh.database);
    await agree('structuring', { from: 81 });
    clock.advance(MINUTE_MS);
    await move(memberId, '9003');
    await look();
    await look();
    const { hits } = await ruleOf('structuring');
    const [next] = (await ruleOf('structuring')).versions;
    expect(hits.filter((hit) => hit.memberId === memberId)).toMatchObject([
      {
        version: next!.version - 1,
        found: '3 deposits under 10000 USDT within 2 min, together 27003 USDT',
      },
    ]);
    const again = (version: string, until: string) =>
      owner(`insert into monitoring_hits (version_id, member_id, case_id, since, until, found, created_at)
        select ${version}, h.member_id, h.case_id, ${until}, ${until}, 'x', now()
        from monitoring_hits h where h.member_id = ${memberId}`);
    const newest = `(select max(id) from monitoring_versions where rule = 'structuring' and state = 'agreed')`;
    await expect(again(newest, `h.until + interval '9 h'`)).resolves.toEqual([]);
    await expect(again(newest, `h.until + interval '8 h'`)).rejects.toMatchObject({
      constraint: 'monitoring_hits_apart',
    });
    await expect(again('h.version_id', `h.until + interval '10 h'`)).rejects.toMatchObject({
      constraint: 'monitoring_hits_founded',
    });
  });

  it('and any other reads outside of transactions, and less where a part fails', async () => {
    const { memberId } = await server.register();
    for (const usdt of ['9000', '9001', '9002']) {
      clock.advance(MINUTE_MS);
      await move(memberId, usdt);
    }
    await countAllRecords(server.fresh.database);
    const { database } = server.fresh;
    const orders = {} as MonitoringDeps['orders'];
    const readers = new Set<unknown>();
    let failures = 2;
    const deps = {
      database,
      clock,
      orders,
      reviews: { announce: () => undefined },
      instruments: { findById: () => undefined },
      sharedAddresses: () => Promise.resolve([]),
      pastWorths(reader: Reader, moved: readonly { amount: Amount }[]) {
        readers.add(reader);
        failures -= 1;
        if (failures >= 0) return Promise.reject(new Error('too long'));
        return Promise.resolve(moved.map(({ amount }) => amount));
      },
    };
    await evaluateRules(deps);
    expect([...readers]).toEqual([database]);
    expect(await alertsOf(memberId)).toHaveLength(1);
  });
});

describe('facts of each kind', () => {
  const newMembers = (count: number) =>
    Promise.all(Array.from({ length: count }, () => server.register()));
  const shareDevice = (people: readonly Person[], key: string) =>
    owner(
      `insert into member_devices (member_id, key_hash, name, address, network, method, first_seen_at, last_seen_at, logged_in_at)
       select id, $2, 'Firefox', '', '', 'password', $3, $3, $3 from members where id = any($1)`,
      [people.map(({ memberId }) => memberId), key, isoTime(clock.now())],
    );

  it('money in and out, and far more than before', async () => {
    await agree('inAndOut');
    await agree('volumeJump', { moves: 1, times: 2 });
    const { memberId } = await server.register();
    await move(memberId, '100', clock.now() - 2 * DAY_MS);
    clock.advance(MINUTE_MS);
    await move(memberId, '20000');
    clock.advance(MINUTE_MS);
    await move(memberId, '-19000');
    await look();
    const found = (await alertsOf(memberId)).map((alert) => alert.found).toSorted();
    expect(found).toEqual([
      '20000 USDT came in and 19000 USDT left within 1 min',
      '20000 USDT within 1 min; the largest day before had 100 USDT',
    ]);
  });

  it('a device of four accounts that move money, of which three do not suffice', async () => {
    await agree('sharedDevice');
    clock.advance(MINUTE_MS);
    const [family, ring] = [await newMembers(3), await newMembers(4)];
    await shareDevice(family, 'of-a-family');
    await shareDevice(ring, 'of-a-ring');
    clock.advance(MINUTE_MS);
    for (const { memberId } of [...family, ring[0]!]) await move(memberId, '50');
    await look();
    expect(await alertsOf(ring[0]!.memberId)).toMatchObject([
      { found: '4 accounts logged in from one device, first used within 1 min' },
    ]);
    // It has moved no money yet.
    expect(await casesOf(ring[1]!.memberId)).toEqual([]);
    expect(await casesOf(family[0]!.memberId)).toEqual([]);
  });

  it('an address to which three accounts withdraw', async () => {
    await agree('sharedAddress');
    clock.advance(MINUTE_MS);
    const people = await newMembers(4);
    const withdraw = (person: Person, address: string) =>
      owner(
        `insert into withdrawals (member_id, asset, network, address, memo, amount, fee, state, reason, due_at, created_at, updated_at)
         select $1, asset, network, $2, '', 10, 1, 'reviewed', '', $3, $3, $3 from asset_networks where asset = 'USDT' limit 1`,
        [person.memberId, address, isoTime(clock.now())],
      );
    for (const person of people.slice(0, 3)) {
      clock.advance(1_000);
      await withdraw(person, 'TCQETCiTGjpUZA2u3ggvXLc97icCU9WC4u');
    }
    await withdraw(people[3]!, 'TMWXhuxiT1KczhBxCseCDDsrhmpYGUcoA9');
    for (const { memberId } of people) {
      await move(memberId, '20');
      await move(memberId, '-10');
    }
    await look();
    const found = await Promise.all(people.map(({ memberId }) => alertsOf(memberId)));
    expect(found.map((alerts) => alerts.length)).toEqual([1, 1, 1, 0]);
    expect(found[0]![0]!.found).toMatch(
      /^3 accounts withdrew to tcqetc\w+, first used within 1 min$/,
    );
  });

  it('fills between linked accounts, and large orders cancelled beside small fills', async () => {
    await agree('washTrading', { count: 2, least: 10 });
    await agree('spoofing', { least: 500, count: 1, times: 2 });
    clock.advance(MINUTE_MS);
    const [one, two, stranger] = (await newMembers(3)) as [Person, Person, Person];
    await shareDevice([one, two], 'of-two-traders');
    for (const { memberId } of [one, two, stranger])
      await server.fund(memberId, { USDT: '10000', BTC: '1' });
    const kline = await fetch(
      `${server.url()}/market/history/kline?symbol=btcusdt&period=1min&size=1`,
    );
    const { data } = (await kline.json()) as { data: { close: number }[] };
    const price = Math.floor(data[0]!.close);
    const ask = async (
      { token }: Person,
      call: 'POST /bborder/upbbbuy' | 'POST /bborder/upbbsell',
      [mprice, mnum]: [number, string],
    ) => {
      const order = { symbol: 'btcusdt', mprice: String(mprice), mnum, type: 1, buytype: 1 };
      const { type, buytype, ...given } = order;
      const input = call === 'POST /bborder/upbbbuy' ? { ...given, buytype } : { ...given, type };
      return (await server.api.data(call, input as never, { token })).order as { ID: number };
    };
    for (const seller of [two, stranger, two]) {
      await ask(one, 'POST /bborder/upbbbuy', [price, '0.001']);
      await ask(seller, 'POST /bborder/upbbsell', [price, '0.001']);
    }
    const { ID: id } = await ask(stranger, 'POST /bborder/upbbbuy', [
      Math.floor(price * 0.97),
      '0.02',
    ]);
    await ask(stranger, 'POST /bborder/upbbsell', [Math.floor(price * 0.98), '0.001']);
    await server.api.data('POST /bborder/clearorder', { id }, { token: stranger.token });
    await look();
    expect((await alertsOf(one.memberId)).map(({ found }) => found)).toEqual([
      expect.stringMatching(
        new RegExp(`^2 fills worth \\S+ USDT with 1 linked account within 1 min: device$`),
      ),
    ]);
    expect(await alertsOf(two.memberId)).toHaveLength(1);
    expect((await alertsOf(stranger.memberId)).map(({ found }) => found)).toEqual([
      expect.stringMatching(/^1 orders worth \S+ USDT in btcusdt cancelled within 30 s each/),
    ]);
    const wash = await replay('washTrading', ada, { count: 2, least: 10 });
    expect(wash).toMatchObject({ hits: 2, hitMembers: 2 });
    expect(await replay('spoofing', ada, { least: 500, count: 1, times: 2 })).toMatchObject({
      hits: 1,
      members: 1,
    });
  });
});
