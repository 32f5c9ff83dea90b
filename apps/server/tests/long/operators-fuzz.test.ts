import { inspect } from 'node:util';
import type { AnyOperatorCall } from '@tern/protocol/operator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnswer, requestOf } from '../support/api-client.ts';
import { manualClock } from '../support/market.ts';
import { type Console, createConsole } from '../support/operator-client.ts';
import {
  codeReachedByOperator,
  everyOperatorCall,
  validOperatorInput,
} from '../support/operator-inputs.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { invalidFields, type InvalidRequest, invalidWholes } from '../support/invalid-requests.ts';

const AT_ONCE = 8;
const clock = manualClock();
let server: TestServer;
let consoleApi: Console;
let token = '';
let head: number;

beforeAll(async () => {
  server = await startServer({ clock });
  consoleApi = createConsole(server, clock);
  head = await server.journalHead();
});
afterAll(() => server?.stop());

async function signedIn(call: AnyOperatorCall): Promise<Record<string, string>> {
  if (call.auth === 'public') return {};
  const { code } = await consoleApi.call('GET /operator/me', {}, token);
  if (code !== 0) {
    clock.advance(16 * 60_000);
    token = await consoleApi.signIn(1);
  }
  return { 'x-token': token };
}

async function take(
  call: AnyOperatorCall,
  request: InvalidRequest,
  credentials: Record<string, string>,
) {
  const { path, init } = request.make(validOperatorInput(call));
  const headers = { ...credentials, ...(init.headers as object) };
  try {
    const { code } = readAnswer(call, await server.api.raw(path, { ...init, headers }));
    const isFault = code === 5000 || code === 5006;
    return { code, fault: isFault ? `${request.name}: answered ${code}` : undefined };
  } catch (error) {
    return { code: -1, fault: `${request.name}: ${inspect(error)}` };
  }
}

async function faultsOf(call: AnyOperatorCall, requests: readonly InvalidRequest[]) {
  const faults: string[] = [];
  for (let first = 0; first < requests.length; first += AT_ONCE) {
    // Beyond every rate limit, which would hide the answer.
    clock.advance(AT_ONCE * 1_000);
    const credentials = await signedIn(call);
    const group = requests.slice(first, first + AT_ONCE);
    const taken = await Promise.all(group.map((request) => take(call, request, credentials)));
    faults.push(...taken.flatMap(({ fault }) => fault ?? []));
  }
  return faults;
}

describe('every call of operators', () => {
  it.each(everyOperatorCall)('is valid in the sample request: %s', async (_n, call) => {
    const right: InvalidRequest = {
      name: 'right',
      make: (sample) => {
        const [path, init] = requestOf(call, sample);
        return { path, init };
      },
    };
    // Beyond the rate limit of the calls before it.
    clock.advance(1_000);
    const { code, fault } = await take(call, right, await signedIn(call));
    expect({ code, fault }).toEqual({ code: codeReachedByOperator(call), fault: undefined });
  });

  it.each(everyOperatorCall)('survives any field and body: %s', async (_name, call) => {
    expect(await faultsOf(call, [...invalidFields(call), ...invalidWholes(call)])).toEqual([]);
  });

  it('has moved no money through these requests', async () => {
    expect(await server.journalHead()).toBe(head);
  });

  it('is in the OpenAPI document of the console and in no other', async () => {
    const pathsOf = async (path: string) => {
      const { text } = await server.api.raw(path);
      const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
      return Object.entries(paths).flatMap(([each, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${each}`),
      );
    };
    const declared = everyOperatorCall.map(([, { method, path }]) => `${method} /api${path}`);
    const shown = await pathsOf('/api/operator/openapi.json');
    expect(shown.toSorted()).toEqual(declared.toSorted());
    const ofMembers = await pathsOf('/api/openapi.json');
    expect(ofMembers.filter((path) => path.includes('/operator/'))).toEqual([]);
  });
});
