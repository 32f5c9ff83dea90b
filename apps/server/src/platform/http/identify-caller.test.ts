/** Who may make which call, for every call of the product: the whole table; some of it over HTTP in operators-permissions.test.ts. */
import { type Call, calls, type Permission } from '@tern/protocol';
import { meets, operatorCalls, permissions, startRoles } from '@tern/protocol/operator';
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { identifyCaller } from './identify-caller.ts';

/** What each operator of the tests may do: the roles of a new deployment, and for each permission a role of it alone. */
const held = new Map<string, readonly Permission[]>([
  ...Object.entries(startRoles),
  ...permissions.map((permission) => [permission, [permission]] as const),
  ['no role', []],
]);

/** Tokens: `member`, `support` and so on. A token is of one kind: what is none of it is no session there. */
const authenticators = {
  authenticate: async (token: string) =>
    token === ''
      ? (4015 as const)
      : token === 'member'
        ? { memberId: 7, sessionId: 1 }
        : (4016 as const),
  authenticateOperator: async (token: string) => {
    if (token === '') return 4015 as const;
    if (token === 'member') return 4016 as const;
    const seal = () => new Uint8Array();
    const of = { roles: [token], permissions: held.get(token) ?? [] };
    return { operatorId: 3, sessionId: 2, login: token, ...of, expiresAt: 0, seal };
  },
};

async function codeFor(call: Call, token: string | undefined): Promise<number> {
  const headers = token === undefined ? {} : { 'x-token': token };
  const request = { headers, ip: '203.0.113.1' } as unknown as FastifyRequest;
  const found = await identifyCaller(call, request, authenticators);
  return typeof found === 'number' ? found : 0;
}

const all: readonly Call[] = [...Object.values(calls), ...Object.values(operatorCalls)];
const ofKind = (auth: Call['auth']) =>
  all
    .filter((call) => call.auth === auth)
    .map((call) => [`${call.method} ${call.path}`, call] as const);

describe('a call', () => {
  it.each(ofKind('public'))('%s is open to everyone', async (_name, call) => {
    for (const token of [undefined, 'member', 'nobody']) expect(await codeFor(call, token)).toBe(0);
  });

  it.each(ofKind('member'))('%s is open to members only', async (_name, call) => {
    expect(await codeFor(call, undefined)).toBe(4015);
    expect(await codeFor(call, 'member')).toBe(0);
    for (const role of held.keys()) expect(await codeFor(call, role)).toBe(4016);
  });

  it.each(ofKind('operator'))(
    '%s is open to who has a permission it names',
    async (_name, call) => {
      expect(await codeFor(call, undefined)).toBe(4015);
      expect(await codeFor(call, 'member')).toBe(4016);
      for (const [role, its] of held) {
        const isAllowed = call.needs === undefined || meets(its, call.needs);
        expect([role, await codeFor(call, role)]).toEqual([role, isAllowed ? 0 : 5030]);
      }
    },
  );

  it.each(permissions)(
    'a role of %s alone reaches exactly the calls that declare it',
    async (only) => {
      const reached = [];
      for (const [name, call] of ofKind('operator')) {
        if (call.needs !== undefined && (await codeFor(call, only)) === 0) reached.push(name);
      }
      const declaring = ofKind('operator').filter(([, { needs = [] }]) =>
        needs.some((need) => need === only || need === 'role'),
      );
      expect(reached).toEqual(declaring.map(([name]) => name));
    },
  );
});
