/** Restrictions of cases on a whole server: they hold without a word, and end at their time. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperAccounts } from '../src/features/account/auth/index.ts';
import { endDueRestrictions } from '../src/features/backoffice/cases/end-restrictions.ts';
import { DAY_MS, HOUR_MS } from '../src/platform/durations.ts';
import {
  ada,
  agree,
  ben,
  caseOf,
  clock,
  consoleApi,
  decide,
  open,
  propose,
  server,
  show,
  sql,
  staff,
  startWithCases,
  timeline,
} from './support/cases.ts';
import { restrictMember } from './support/members.ts';

const PAY_PASSWORD = '135790';
const OWN_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

beforeAll(startWithCases);
afterAll(() => server?.stop());

describe('a restriction', () => {
  it('does not begin beside an instance that does not know restrictions', async () => {
    const { ID: other } = await open((await server.register()).memberId);
    const older = async (isThere: boolean) => {
      const owner = new Client(server.fresh.ownerTarget);
      await owner.connect();
      await owner.query('begin read write');
      await owner.query(
        isThere
          ? `insert into programs (id, name, roles, version, schema, heartbeat_at, clock_offset, competes)
              values ('old', 'host-7 1', '{api}', '1', '2619', now() + interval '1 hour', 0, true)`
          : `delete from programs where id = 'old'`,
      );
      await owner.query('commit');
      await owner.end();
    };
    expect((await propose(other, 'restrict', [ada, 'payouts'])).code).toBe(0);
    await older(true);
    expect((await decide(other, true, ben)).code).toBe(5006);
    expect((await decide(other, false, ben)).code).toBe(0);
    expect(await propose(other, 'restrict', [ben, 'trading'])).toMatchObject({
      code: 5006,
      msg: expect.stringContaining('older version'),
    });
    await older(false);
    expect((await propose(other, 'restrict', [ben, 'trading'])).code).toBe(0);
  });

  it('ends at its time, also before a job has ended it, and another one begins then', async () => {
    const { memberId: restricted } = await server.register();
    const since = Date.now() - 73 * HOUR_MS;
    await restrictMember(server.fresh.database, {
      memberId: restricted,
      part: 'withdrawals',
      since,
    });
    const [stopped] = await sql<{ now: boolean; part: boolean }>(
      `select screening_stops('withdrawal', 1, ${restricted}) as now, is_part_restricted(${restricted}, 'withdrawals') as part`,
    );
    expect(stopped).toEqual({ now: false, part: false });
    const { ID: other } = (await caseOf(restricted))!;
    expect(await show(other)).toMatchObject({ restricted: [] });
    expect((await decide(other, false, ben)).code).toBe(0);
    expect((await propose(other, 'restrict', [ben, 'payouts'])).code).toBe(0);
    expect((await show(other)).restricted).toEqual(['payouts']);
    expect((await timeline(other)).map(({ what }) => what)).toContain('restrictionEnded');
  });

  let token: string;
  let memberId: number;
  let ID: number;
  const withdraw = async () => {
    const out = { num: '50', address: OWN_ADDRESS, coinname: 'USDT', czline: 'ERC20' };
    const input = { ...out, pay_password: PAY_PASSWORD };
    return (await server.api.data('POST /withdraw/createWithdraw', input, { token })).withdraw.ID;
  };
  const approve = async (id: number) => {
    const filter = { kind: 'withdrawal', search: `W-${id}` };
    const [review] = (await consoleApi.data('GET /operator/review/list', filter, staff[0])).list;
    const given = { ID: review!.ID };
    await consoleApi.data('POST /operator/review/claim', given, staff[0]);
    const { hash } = (await consoleApi.data('GET /operator/review/find', given, staff[0])).rereview;
    const approval = { ...given, stage: 'first' as const, hash, acknowledged: true };
    return consoleApi.call('POST /operator/review/approve', approval, staff[0]);
  };
  /** A limit order, which needs no fresh price. */
  const buy = async () => {
    const order = { symbol: 'btcusdt', buytype: 1, mprice: '1000', mnum: '0.1' } as const;
    return (await server.api.call('POST /bborder/upbbbuy', order, { token })).code;
  };
  /** What the job does then; sessions would not last so long. */
  const afterThreeDays = () =>
    endDueRestrictions({
      database: server.fresh.database,
      clock: { now: () => clock.now() + 72 * HOUR_MS },
      reviews: { announce: () => undefined },
    });
  beforeAll(async () => {
    const { email, password } = paperAccounts.member;
    const signedIn = await server.login({ email }, password);
    token = signedIn.token;
    memberId = signedIn.user.ID;
    const secret = { password: PAY_PASSWORD, loginPassword: password };
    await server.api.data('POST /user/changePayPassword', secret, { token });
    ({ ID } = await open(memberId));
  });

  it('by one person holds what it names without a word, for three days at most', async () => {
    const free = await withdraw();
    expect((await propose(ID, 'restrict', [ada, 'withdrawals'])).code).toBe(0);
    const found = await show(ID);
    expect(found.restricted).toEqual(['withdrawals']);
    expect(Date.parse(found.restrictedUntil!)).toBe(clock.now() + 72 * HOUR_MS);
    expect(await approve(free)).toMatchObject({
      code: 5036,
      data: { checks: ['screening-clear'] },
    });
    expect(await buy()).toBe(0);
    const held = await server.api.data('GET /withdraw/findWithdraw', { ID: free }, { token });
    expect(JSON.stringify(held)).not.toMatch(/restrict|case|complian|screening/i);
    await expect(
      sql(`update member_restrictions set ended_at = since where member_id = ${memberId}`),
    ).rejects.toMatchObject({ constraint: 'member_restrictions_two_people' });
    await afterThreeDays();
    expect((await show(ID)).restricted).toEqual([]);
    expect((await approve(free)).code).toBe(0);
  });

  it('is not renewed by the same person alone, nor stays when a colleague declines', async () => {
    expect((await decide(ID, false, ben)).code).toBe(0);
    expect((await propose(ID, 'restrict', [ada, 'withdrawals'])).code).toBe(5032);
    expect((await propose(ID, 'restrict', [ben, 'payouts'])).code).toBe(0);
    expect((await decide(ID, false, ada)).code).toBe(0);
    // It ends by itself: nobody lifts alone what a colleague has set.
    expect((await show(ID)).restricted).toEqual(['payouts']);
    await afterThreeDays();
  });

  it('of trading refuses orders without a reason, and is replaced and lifted by two', async () => {
    const cara = await consoleApi.enrolled(['compliance']);
    expect((await propose(ID, 'restrict', [cara, 'trading'])).code).toBe(0);
    expect((await decide(ID, true, ada)).code).toBe(0);
    expect(Date.parse((await show(ID)).restrictedUntil!)).toBe(clock.now() + 30 * DAY_MS);
    expect(await buy()).toBe(5011);
    await agree(ID, 'restrict', ['withdrawals', 'payouts']);
    expect((await show(ID)).restricted).toEqual(['withdrawals', 'payouts']);
    expect(await buy()).toBe(0);
    await agree(ID, 'lift');
    expect((await show(ID)).restricted).toEqual([]);
    expect((await propose(ID, 'lift', [ada])).code).toBe(5034);
  });

  it('ends when two people clear the case, and no stop is left in the account', async () => {
    await agree(ID, 'restrict', ['trading']);
    await agree(ID, 'clear');
    expect(await buy()).toBe(0);
    const closed = await consoleApi.data('GET /operator/case/closed', {}, ada.token);
    expect(closed.list[0]).toMatchObject({ ID, outcome: 'cleared', restricted: [] });
    const acts = (await timeline(ID)).filter(({ what }) => what === 'agreed');
    expect(acts.map(({ facts }) => facts?.['act'])).toEqual([
      'clear',
      'restrict',
      'lift',
      'restrict',
      'restrict',
    ]);
  });

  it('is in no export of the customer’s own data', async () => {
    const found = await sql<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = 'members' and column_name like '%stopped%'`,
    );
    expect(found).toEqual([{ name: 'is_trading_stopped' }]);
  });
});
