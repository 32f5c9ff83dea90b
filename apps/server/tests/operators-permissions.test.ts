import { type Call, calls, type Permission } from '@tern/protocol';
import { meets, startRoles } from '@tern/protocol/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { int8 } from '../src/platform/database/columns.ts';
import { defineQuery } from '../src/platform/database/query.ts';
import { readAnswer, requestOf } from './support/api-client.ts';
import { manualClock } from './support/market.ts';
import { createConsole, type EnrolledOperator } from './support/operator-client.ts';
import { verifyMember } from './support/operator-decisions.ts';
import { everyOperatorCall, validOperatorInput } from './support/operator-inputs.ts';
import { validInputOf } from './support/valid-inputs.ts';
import { startServer, type TestServer } from './support/server.ts';

/** Codes that refuse a caller before anything else is checked. */
const OUTSIDE = [4015, 4016, 4017, 5030];
const clock = manualClock();
let server: TestServer;

/** Tokens by role; a visitor has none. */
const members: Record<string, string> = {};
const operators: Record<string, string> = {};

beforeAll(async () => {
  server = await startServer({ clock, prices: 'still' });
  const consoleApi = createConsole(server, clock);
  const boss = await consoleApi.enrolled(['reviewer', 'support']);
  for (const name of ['member A', 'member B', 'unverified', 'verified', 'frozen']) {
    const { token, memberId } = await server.register();
    members[name] = token;
    const reason = 'For the test of permissions.';
    const ID = memberId;
    if (name === 'verified') {
      await server.fresh.owner.transaction((tx) => verifyMember(tx, memberId));
    }
    if (name === 'frozen') {
      const input = { ID, act: 'freeze' as const, reason };
      await consoleApi.data('POST /operator/customer/setStanding', input, boss.token);
    }
  }
  const enrolled: [string, EnrolledOperator][] = [];
  for (const role of Object.keys(startRoles))
    enrolled.push([role, await consoleApi.enrolled([role])]);
  enrolled.push(['no role', await consoleApi.enrolled([])]);
  for (const [name, { token }] of enrolled) operators[name] = token;
});
afterAll(() => server?.stop());

/**
 * One of them for each call, so that each has its turn: all of them for all calls are in identify-caller.test.ts, which is where
 * the server decides it.
 */
const inTurn = <T>(all: readonly T[], path: string): T =>
  all[[...path].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % all.length]!;

async function codeOf(call: Call, input: object, token: string | undefined): Promise<number> {
  const [path, init] = requestOf(call, input, { token });
  return readAnswer(call, await server.api.raw(path, init)).code;
}

const traces = defineQuery({
  name: 'test.operatorTraces',
  text: `select (select count(*) from audit_log) as lines, (select count(*) from reviews) as reviews,
    (select count(*) from ledger_entries) as entries`,
  params: [],
  row: { lines: int8, reviews: int8, entries: int8 },
});

const guarded = everyOperatorCall.filter(([, { auth }]) => auth === 'operator');
const memberCalls = Object.values(calls)
  .filter((call) => call.auth === 'member')
  .map((call) => [`${call.method} ${call.path}`, call] as const);

describe('operator calls', () => {
  it('require an operator session, except logins, enrolment and account start', () => {
    const open = everyOperatorCall.filter(([, { auth }]) => auth === 'public');
    expect(open.map(([name]) => name)).toEqual([
      'POST /operator/login',
      'POST /operator/loginWithPasskey',
      'GET /operator/provider/name',
      'POST /operator/provider/begin',
      'POST /operator/provider/finish',
      'POST /operator/provider/confirm',
      'POST /operator/enrol',
      'POST /operator/start',
    ]);
    expect(everyOperatorCall.every(([, { path }]) => path.startsWith('/operator/'))).toBe(true);
    expect(Object.values(calls).some(({ path }) => path.startsWith('/operator'))).toBe(false);
  });

  it.each(guarded)(
    '%s is closed to visitors and to every member, and leaves no trace',
    async (path, call) => {
      const before = await server.fresh.database.one(traces, []);
      const input = validOperatorInput(call);
      const answers: [string, number][] = [['visitor', await codeOf(call, input, undefined)]];
      answers.push(['forged', await codeOf(call, input, 'x'.repeat(43))]);
      const [name, token] = inTurn(Object.entries(members), path);
      answers.push([name, await codeOf(call, input, token)]);
      expect(answers).toEqual(answers.map(([name]) => [name, name === 'visitor' ? 4015 : 4016]));
      expect(await server.fresh.database.one(traces, [])).toEqual(before);
    },
  );

  const isLogout = (name: string) => name.endsWith('/logout');

  it.each(guarded.filter(([name]) => !isLogout(name)))(
    '%s is open to exactly the roles with a permission it names',
    async (path, call) => {
      const { needs } = call as Call;
      const heldBy = new Map<string, readonly Permission[]>(Object.entries(startRoles));
      const isAllowed = ([name]: [string, string]) =>
        needs === undefined || meets(heldBy.get(name) ?? [], needs);
      const [open, closed] = [true, false].map((allowed) =>
        Object.entries(operators).filter((each) => isAllowed(each) === allowed),
      );
      const [name, token] = inTurn(open!, path);
      const code = await codeOf(call, validOperatorInput(call), token);
      expect([name, OUTSIDE.includes(code)]).toEqual([name, false]);
      if (closed!.length === 0) return;
      const [other, theirs] = inTurn(closed!, path);
      expect([other, await codeOf(call, validOperatorInput(call), theirs)]).toEqual([other, 5030]);
    },
  );
});

describe('member calls', () => {
  it.each(memberCalls)('%s is closed to visitors and to every operator', async (path, call) => {
    const input = validInputOf(call, { username: 'nobody' });
    expect(await codeOf(call, input, undefined)).toBe(4015);
    const [name, token] = inTurn(Object.entries(operators), path);
    expect([name, await codeOf(call, input, token)]).toEqual([name, 4016]);
  });
});

/** Names of all operator input fields, at any depth. */
function namesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: object };
  return [
    ...Object.keys(properties),
    ...Object.values(properties).flatMap(namesOf),
    ...Object.values(rest).flatMap(namesOf),
  ];
}

describe('operator input', () => {
  it('contains no price, outcome or balance', () => {
    const forbidden =
      /price|tick(?!et)|quote|candle|outcome|result|balance|available|profit|payout|win|loss|settle|close|open/i;
    const sent = everyOperatorCall.flatMap(([name, { input }]) =>
      namesOf(input).map((field) => `${name} ${field}`),
    );
    expect(sent.length).toBeGreaterThan(50);
    // A part of what a browser's passkey signs (WebAuthn), which decides nothing.
    const named = sent.filter((field) => !field.endsWith(' clientExtensionResults'));
    expect(named.filter((field) => forbidden.test(field.split(' ')[2]!))).toEqual([]);
  });

  it('contains an amount in seven calls only, which need two approvals', () => {
    const naming = everyOperatorCall
      .filter(([, { input }]) =>
        namesOf(input).some((field) => /amount|num$|money|sum/i.test(field)),
      )
      // A part of a difference that exists: it moves nothing, and two operators sign it.
      .filter(([name]) => name !== 'POST /operator/dayClose/explain');
    expect(naming.map(([name]) => name)).toEqual([
      'POST /operator/manual/propose',
      'POST /operator/wire/recordReceipt',
      'POST /operator/payout/proposeReturn',
      'POST /operator/loan/lowerAmount',
      'POST /operator/hedging/proposeMove',
      'POST /operator/product/fund',
      'POST /operator/treasury/propose',
    ]);
  });
});
