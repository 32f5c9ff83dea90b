import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditApprovals } from '../src/audit/approvals.ts';
import { residenceOf } from '../src/features/account/identity/index.ts';
import { int8, text } from '../src/platform/database/columns.ts';
import { defineQuery, defineStatement } from '../src/platform/database/query.ts';
import { dayOf } from '../src/platform/clock.ts';
import { DAY_MS } from '../src/platform/durations.ts';
import {
  approveIdentity,
  DETAILS,
  documentsOf,
  identityReview,
  rejectIdentity,
  sendDocuments,
} from './support/identities.ts';
import { manualClock } from './support/market.ts';
import { type Console, createConsole } from './support/operator-client.ts';
import type { Person } from './support/people.ts';
import { startServer, type TestServer } from './support/server.ts';

const storedOf = defineQuery({
  name: 'test.storedDetails',
  text: 'select row_to_json(t)::text as held from identity_details t where document_id = $1',
  params: [int8],
  row: { held: text },
});
const changeResidence = defineStatement({
  name: 'test.changeResidence',
  text: `update identity_details set residence = 'CH' where document_id = $1`,
  params: [int8],
});
const addLater = defineStatement({
  name: 'test.addDetailsLater',
  text: `insert into identity_details (document_id, birth_date, nationality, residence, tax_country, funds, sealed, certified_at)
    select id, '1990-01-01', 'CH', 'CH', 'CH', '', '', created_at from identity_documents where id = $1`,
  params: [int8],
});
const deleteDetails = defineStatement({
  name: 'test.deleteDetails',
  text: 'delete from identity_details where document_id = $1',
  params: [int8],
});
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let ada: string;
let bo: string;

beforeAll(async () => {
  server = await startServer({
    clock,
    prices: 'still',
    ownJobs: ['identity.remind', 'identity.erase'],
  });
  consoleApi = createConsole(server, clock);
  await signIn();
});
afterAll(async () => {
  const findings = await server.fresh.database.snapshot(auditApprovals);
  expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  await server?.stop();
});

async function signIn() {
  [ada, bo] = [await consoleApi.signIn(1), await consoleApi.signIn(2)];
}

const as = ({ token }: Person) => ({ token });
const create = 'POST /user_card/createUser_card';
const mine = (person: Person) => server.api.data('GET /user_card/findMyUser_card', {}, as(person));
const terms = (person: Person) => server.api.call('GET /hyorder/config', {}, as(person));
const inDays = (days: number) => dayOf(clock.now() + days * DAY_MS);

async function verified(over: object = {}): Promise<{ person: Person; id: number }> {
  const person = await server.register();
  const id = await sendDocuments(server, person, { ...DETAILS, ...over });
  await approve(id);
  return { person, id };
}

async function approve(id: number) {
  await approveIdentity(consoleApi, id, ['first', ada]);
  await approveIdentity(consoleApi, id, ['second', bo]);
}

/** Sessions end after a week without use. */
const again = async (person: Person): Promise<Person> => ({
  ...person,
  token: (await server.login(person)).token,
});

const wire = (person: Person, num: string) =>
  server.api.call(
    'POST /recharge/createRecharge',
    { cate: '2', coin: 'USD', num, email: 'kim@tern.test' },
    as(person),
  );

describe('details of documents', () => {
  it('are all asked for as soon as one is given; the field that is wrong is named', async () => {
    const person = await server.register();
    const input = await documentsOf(server, person, { birthDate: '1990-03-21' });
    expect(await server.api.call(create, input, as(person))).toMatchObject({
      code: 5001,
      data: { fields: ['nationality'] },
    });
    expect((await mine(person)).status).toBe(0);
  });

  it('are sealed in the database; all read the ends of numbers, reviewers all of it on request until the decision', async () => {
    const person = await server.register();
    const id = await sendDocuments(server, person, DETAILS);
    const { held } = await server.fresh.database.one(storedOf, [id]);
    for (const secret of [DETAILS.address, DETAILS.documentNumber, DETAILS.taxNumber])
      expect(held).not.toContain(secret);
    const { reuser_card } = await mine(person);
    expect(reuser_card!.details).toMatchObject({
      residence: 'DE',
      address: DETAILS.address,
      documentNumber: '**** 4567',
      taxNumber: '**** 8901',
    });
    const { ID, rows } = await identityReview(consoleApi, ada, id);
    const shown = Object.fromEntries(rows.map(({ label, values }) => [label, values[0]]));
    expect(shown).toMatchObject({
      Born: '1990-03-21',
      Residence: 'Germany (DE)',
      'Document number': '**** 4567',
      'Tax number': '**** 8901',
      Address: 'shown on request',
      'Source of funds': 'not given',
    });
    const full = () =>
      consoleApi.call('GET /operator/review/numbers', { ID: String(ID) } as never, ada);
    expect(await full()).toMatchObject({
      data: {
        list: [
          { label: 'Document number', number: DETAILS.documentNumber },
          { label: 'Address', number: DETAILS.address },
          { label: 'Tax number', number: DETAILS.taxNumber },
        ],
      },
    });
    await approve(id);
    expect((await full()).code).toBe(5007);
  });

  it('do not change once sent, and none are added to documents that were decided', async () => {
    const { id } = await verified();
    const tried = (statement: typeof changeResidence) =>
      server.fresh.database.transaction((tx) => tx.run(statement, [id]));
    await expect(tried(changeResidence)).rejects.toThrow();
    await expect(tried(deleteDetails)).rejects.toThrow('kept for five years');
    const person = await server.register();
    const plain = await sendDocuments(server, person);
    await approve(plain);
    await expect(
      server.fresh.database.transaction((tx) => tx.run(addLater, [plain])),
    ).rejects.toThrow('details come with their documents');
  });
});

describe('beside an instance that does not know details', () => {
  const older = async (isThere: boolean) => {
    const owner = new Client(server.fresh.ownerTarget);
    await owner.connect();
    await owner.query('begin read write');
    await owner.query(
      isThere
        ? `insert into programs (id, name, roles, version, schema, heartbeat_at, clock_offset, competes)
            values ('old', 'host-7 1', '{api}', '1', '2669', now() + interval '1 hour', 0, true)`
        : `delete from programs where id = 'old'`,
    );
    await owner.query('commit');
    await owner.end();
  };

  it('neither details nor a renewal are taken, plain documents are', async () => {
    const { person } = await verified();
    const fresh = await server.register();
    await older(true);
    try {
      for (const each of [person, fresh]) {
        const input = await documentsOf(server, each, { ...DETAILS, residence: 'CH' });
        expect(await server.api.call(create, input, as(each))).toMatchObject({
          code: 5006,
          msg: expect.stringContaining('older version'),
        });
      }
      await sendDocuments(server, fresh);
    } finally {
      await older(false);
    }
    await sendDocuments(server, person, { ...DETAILS, residence: 'CH' });
  });
});

describe('a residence', () => {
  it('is proven by two approvals, and only then withholds contracts', async () => {
    const person = await server.register();
    expect((await terms(person)).code).toBe(0);
    const id = await sendDocuments(server, person, DETAILS);
    await approveIdentity(consoleApi, id, ['first', ada]);
    expect((await terms(person)).code).toBe(0);
    await approveIdentity(consoleApi, id, ['second', bo]);
    expect(await terms(person)).toMatchObject({ code: 5011, data: { residence: 'DE' } });
  });

  it('changes with new documents of a member who moved; the verification stays meanwhile, and if they are refused', async () => {
    const { person } = await verified();
    const { database } = server.fresh;
    const proven = (country: string) => ({ country, isCurrent: true });
    expect(await residenceOf(database, person.memberId)).toEqual(proven('DE'));
    // Nothing new: the same country, the same document.
    const again = await documentsOf(server, person, DETAILS);
    expect((await server.api.call(create, again, as(person))).code).toBe(5020);

    const refused = await sendDocuments(server, person, { ...DETAILS, residence: 'CH' });
    expect(await mine(person)).toMatchObject({ status: 2, mayRenew: false });
    const unverify = { ID: person.memberId, act: 'unverify', reason: 'Reported stolen.' } as const;
    // Documents under review are decided in the queue.
    expect((await consoleApi.call('POST /operator/customer/setStanding', unverify, ada)).code).toBe(
      5021,
    );
    const more = await documentsOf(server, person, { ...DETAILS, residence: 'AT' });
    expect((await server.api.call(create, more, as(person))).code).toBe(5021);
    await rejectIdentity(consoleApi, refused, { token: ada, reason: 'Of another person.' });
    expect((await mine(person)).status).toBe(2);
    expect(await residenceOf(database, person.memberId)).toEqual(proven('DE'));

    const moved = await sendDocuments(server, person, { ...DETAILS, residence: 'CH' });
    const { rows } = await identityReview(consoleApi, ada, moved);
    expect(rows.find(({ label }) => label === 'Residence before')?.values[0]).toBe('Germany (DE)');
    await approve(moved);
    expect(await residenceOf(database, person.memberId)).toEqual(proven('CH'));
    expect((await terms(person)).code).toBe(0);
    expect(await mine(person)).toMatchObject({ status: 2, verified: { ID: moved } });
  });
});

describe('a verification that was taken away', () => {
  it('keeps the residence, which documents without details make no longer current', async () => {
    const { person, id } = await verified({ documentEndsOn: inDays(10) });
    const unverify = { ID: person.memberId, act: 'unverify', reason: 'Reported stolen.' } as const;
    await consoleApi.data('POST /operator/customer/setStanding', unverify, ada);
    await server.runJob('identity.remind');
    const { list } = await server.api.data('GET /notice/getNoticeList', {}, as(person));
    expect(list.filter(({ title }) => title.startsWith('Your document '))).toEqual([]);
    await approve(await sendDocuments(server, person));
    expect(await residenceOf(server.fresh.database, person.memberId)).toEqual({
      country: 'DE',
      isCurrent: false,
    });
    const { rows } = await identityReview(consoleApi, ada, id);
    const values = rows.map((row) => row.values[0]);
    expect(values).toContain('**** 4567');
    expect(values).not.toContain(DETAILS.address);
  });
});

describe('a document that ends', () => {
  const titles = async (person: Person) =>
    (await server.api.data('GET /notice/getNoticeList', {}, as(person))).list
      .map(({ title }) => title)
      .filter((title) => title.startsWith('Your document '));

  it('is announced 30 days before and once after, and can be replaced; nothing but large wires waits for it', async () => {
    const { person, id } = await verified({ documentEndsOn: inDays(40), funds: 'salary' });
    expect((await mine(person)).mayRenew).toBe(true);
    await server.runJob('identity.remind');
    expect(await titles(person)).toEqual([]);
    expect((await wire(person, '60000')).code).toBe(0);

    clock.advance(11 * DAY_MS);
    await server.runJob('identity.remind');
    await server.runJob('identity.remind');
    const day = expect.stringMatching(/^Your document ends on /);
    const fresh = await again(person);
    expect(await titles(fresh)).toEqual([day]);

    clock.advance(30 * DAY_MS);
    await signIn();
    await server.runJob('identity.remind');
    await server.runJob('identity.remind');
    const later = await again(person);
    expect(await titles(later)).toEqual([expect.stringMatching(/^Your document ended on /), day]);
    expect(await mine(later)).toMatchObject({ status: 2, mayRenew: true, verified: { ID: id } });
    expect(await wire(later, '60000')).toMatchObject({
      code: 5012,
      data: { needs: 'identity', limit: '50000' },
    });

    const renewed = { ...DETAILS, documentEndsOn: inDays(3_000), funds: 'salary' };
    await approve(await sendDocuments(server, later, renewed));
    expect((await mine(later)).mayRenew).toBe(false);
    expect((await wire(later, '60000')).code).toBe(0);
  });
});

describe('wires without a source of funds', () => {
  it('are taken up to a sum in 30 days', async () => {
    const { person } = await verified();
    expect((await wire(person, '30000')).code).toBe(0);
    expect((await wire(person, '25000')).code).toBe(5012);
    expect((await wire(person, '19000')).code).toBe(0);
  });
});

describe('details of a closed account', () => {
  it('are erased after five years, and not before', async () => {
    const { person, id } = await verified();
    const close = async (interval: string) => {
      const owner = new Client(server.fresh.ownerTarget);
      await owner.connect();
      await owner.query('begin read write');
      await owner.query('alter table members disable trigger user');
      await owner.query(
        `update members set is_frozen = true, closed_at = now() - $2::interval where id = $1`,
        [person.memberId, interval],
      );
      await owner.query('alter table members enable trigger user');
      await owner.query('commit');
      await owner.end();
      // Five years by the instance's clock too.
      clock.set(Date.now());
      await server.runJob('identity.erase');
    };
    const left = async () => (await server.fresh.database.many(storedOf, [id])).length;
    await close('4 years 360 days');
    expect(await left()).toBe(1);
    await close('5 years 10 days');
    expect(await left()).toBe(0);
  });
});
