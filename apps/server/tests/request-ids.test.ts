/** Each answer has the id of its request, and so have the log lines of its work. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startServer, type TestServer } from './support/server.ts';

const lines: Record<string, unknown>[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    onLogLine: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
  });
}, 120_000);
afterAll(() => server?.stop());

const MADE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function idOf(path: string, given?: string, init: RequestInit = {}) {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  const answer = await fetch(server.url() + path, { ...init, headers });
  await answer.arrayBuffer();
  return answer.headers.get('x-request-id');
}

/** The answer to bytes that `fetch` would not send. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(server.url());
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString('latin1');
}

describe('each answer', () => {
  it.each([
    ['of a call', '/api/base/site'],
    ['of a call that is refused', '/api/bborder/list'],
    ['of a path that nothing serves', '/nothing/here'],
    ['of a path that cannot be decoded', '/%E0%A4%A'],
    ['for a load balancer', '/healthz'],
    ['for trading programs', '/market/tickers'],
  ])('%s has an id, a new one each time', async (_what, path) => {
    const [first, second] = [await idOf(path), await idOf(path)];
    expect(first).toMatch(MADE);
    expect(second).toMatch(MADE);
    expect(second).not.toBe(first);
  });

  it('to bytes that are no request has an id', async () => {
    expect(await answerTo('nonsense\r\n\r\n')).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m);
  });

  it('to a request for a socket has an id, accepted or not', async () => {
    const socket = new WebSocket(`${server.url().replace('http', 'ws')}/ws`, {
      headers: { 'x-request-id': 'socket-0001' },
    });
    const [response] = await once(socket, 'upgrade');
    socket.terminate();
    expect(response.headers['x-request-id']).toBe('socket-0001');
    const head = 'host: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
    expect(await answerTo(`GET /none HTTP/1.1\r\n${head}`)).toMatch(/^x-request-id: /m);
  });
});

describe('the id that a caller or proxy gives', () => {
  it.each(['4bf92f3577b34da6a3ce929d0e0e4736', 'front-1.eu_west.000017', 'A'.repeat(64)])(
    '%s is kept',
    async (given) => {
      expect(await idOf('/api/base/site', given)).toBe(given);
      expect(await idOf('/nothing/here', given)).toBe(given);
    },
  );

  it.each([
    ['too long', 'a'.repeat(65)],
    ['too short to be unique', 'a1'],
    ['empty', ''],
    ['with spaces', 'one two three'],
    ['with quotes', '"},{"level":60'],
    ['with markup', '<script>alert</script>'],
    ['with letters outside of ASCII', 'caf\u00e9-caf\u00e9'],
  ])('%s is replaced', async (_what, given) => {
    expect(await idOf('/api/base/site', given)).toMatch(MADE);
  });

  it('twice is replaced', async () => {
    const twice = 'x-request-id: first-0001\r\nx-request-id: second-0001\r\n';
    const answer = await answerTo(`GET /healthz HTTP/1.1\r\nhost: a\r\n${twice}\r\n`);
    expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m);
  });
});

describe('an unexpected error', () => {
  /** Calls with a body, whose handlers fail. */
  async function failing<T>(ids: readonly string[], call: (id: string) => Promise<T>) {
    const planned = new Error('planned');
    const spies = (['one', 'maybe', 'many', 'transaction'] as const).map((name) =>
      vi.spyOn(server.fresh.database, name).mockRejectedValue(planned),
    );
    try {
      return await Promise.all(ids.map((id) => call(id)));
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  }

  async function failingCall(id: string) {
    const response = await fetch(`${server.url()}/api/base/captcha`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': id },
      body: '{}',
    });
    return (await response.json()) as { code: number; data: Record<string, unknown> };
  }

  it('is answered with the id under which the log explains it', async () => {
    const [answer] = await failing(['incident-000042'], failingCall);
    expect(answer).toMatchObject({ code: 5000, data: { requestId: 'incident-000042' } });
    const told = lines.filter(({ requestId }) => requestId === 'incident-000042');
    expect(told).toMatchObject([{ msg: 'an unforeseen error' }]);
    expect(JSON.stringify(answer)).not.toContain('planned');
  });

  it('keeps calls at the same time apart', async () => {
    const ids = Array.from({ length: 8 }, (_each, at) => `parallel-000${at}`);
    const answers = await failing(ids, failingCall);
    expect(answers.map(({ data }) => data['requestId'])).toEqual(ids);
    for (const id of ids) {
      expect(lines.filter(({ requestId }) => requestId === id)).toHaveLength(1);
    }
  });

  it('is explained under the id also when the body arrives after the head', async () => {
    const late = async (id: string) => {
      const { hostname, port } = new URL(server.url());
      const socket = connect(Number(port), hostname);
      const head = ['POST /api/base/captcha HTTP/1.1', 'host: a', `x-request-id: ${id}`];
      const body = ['content-type: application/json', 'content-length: 2', 'expect: 100-continue'];
      socket.write([...head, ...body, '', ''].join('\r\n'));
      const [asked] = (await once(socket, 'data')) as [Buffer];
      socket.write('{}');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return [asked, answer].map((each) => each.toString('latin1'));
    };
    const [[asked, answer] = []] = await failing(['late-body-0001'], late);
    expect(asked).toMatch(/^HTTP\/1.1 100 Continue/);
    expect(answer).toContain('"requestId":"late-body-0001"');
    expect(lines.filter(({ requestId }) => requestId === 'late-body-0001')).toHaveLength(1);
  });

  it('of a job has no id', () => {
    const ofJobs = lines.filter(({ job }) => job !== undefined);
    expect(ofJobs.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
  });
});
