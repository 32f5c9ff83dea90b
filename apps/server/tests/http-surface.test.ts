import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls, codes } from '@tern/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const PAGE = '<!doctype html><title>Tern</title>';
const CONSOLE_PAGE = '<!doctype html><title>Review</title>';
let webRoot: string;
let consoleRoot: string;
let server: TestServer;
let token: string;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'tern-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), PAGE);
  writeFileSync(join(webRoot, 'assets', 'main-4f2a.js'), 'export {};');
  writeFileSync(join(webRoot, 'assets', 'main-4f2a.js.br'), 'compressed');
  consoleRoot = mkdtempSync(join(tmpdir(), 'tern-console-'));
  writeFileSync(join(consoleRoot, 'index.html'), CONSOLE_PAGE);
  server = await startServer({ clock: manualClock(), prices: 'still', webRoot, consoleRoot });
  ({ token } = await server.register());
});

afterAll(async () => {
  await server?.stop();
  rmSync(webRoot, { recursive: true, force: true });
  rmSync(consoleRoot, { recursive: true, force: true });
});

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary: string;
  description: string;
  requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  parameters?: { name: string }[];
  responses: Record<string, { content: Record<string, { schema: { properties: object } }> }>;
}

describe('the OpenAPI document', () => {
  let document: OpenApi;

  beforeAll(async () => {
    const { status, text } = await server.api.raw('/api/openapi.json');
    expect(status).toBe(200);
    document = JSON.parse(text) as OpenApi;
  });

  it('lists every declared call and no other', () => {
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const declared = Object.values(calls).map((call) => `${call.method} /api${call.path}`);
    expect(listed.toSorted()).toEqual(declared.toSorted());
    expect(document.openapi).toMatch(/^3\./);
  });

  it.each(Object.values(calls))(
    'documents input, output and refusals of $method $path',
    ({ method, path, input, output, summary, codes: own }) => {
      const operation = document.paths[`/api${path}`]![method.toLowerCase()]!;
      expect(operation.summary).toBe(summary);
      const names = [
        ...(operation.parameters ?? []).map(({ name }) => name),
        ...Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {}),
      ];
      expect(names.toSorted()).toEqual(Object.keys(input.properties).toSorted());
      const answer = operation.responses['200']!.content['application/json']!.schema.properties;
      expect(answer).toMatchObject({ data: { properties: {} } });
      expect(Object.keys((answer as { data: { properties: object } }).data.properties)).toEqual(
        Object.keys(output.properties),
      );
      for (const code of own) expect(operation.description).toContain(`${code} ${codes[code]};`);
    },
  );

  it('is readable as a page', async () => {
    for (const path of ['/api/docs', '/api/docs/']) {
      const { status, text } = await server.api.raw(path);
      expect(status).toBe(200);
      expect(text).toContain('swagger');
    }
  });
});

describe('a message', () => {
  it.each([
    ['en', 'Not found.'],
    ['de', 'Nicht gefunden.'],
    ['jp', '見つかりません。'],
    ['xx', 'Not found.'],
  ])('is in the language of the request: %s', async (lang, msg) => {
    const input = { ID: 999 };
    const answer = await server.api.call('GET /bborder/findBborder', input, { token, lang });
    expect(answer).toMatchObject({ code: 5007, msg });
  });

  it.each([
    ['en', /^Check these fields: .+\.$/],
    ['de', /^Prüfe diese Felder: .+\.$/],
    ['jp', /^次の項目を確認してください：/],
  ])('names the fields that are wrong: %s', async (lang, sentence) => {
    const wrong = { symbol: 'BTC/USDT', buytype: 7 } as never;
    const answer = await server.api.call('POST /bborder/upbbbuy', wrong, { token, lang });
    const { fields } = answer.data as { fields: string[] };
    expect([answer.code, fields.toSorted()]).toEqual([5001, ['buytype', 'symbol']]);
    expect(answer.msg).toMatch(sentence);
  });

  it('names the field as well when a rule finds the fault and not the shape', async () => {
    const input = { id: 'btcusdt', interval: '7min' };
    const answer = await server.api.call('GET /base/getkdata', input, { lang: 'de' });
    expect(answer).toMatchObject({ code: 5001, data: { fields: ['interval'] } });
    expect(answer.msg).toBe('Prüfe diese Felder: interval.');
  });

  it('names the bound of the market that an order breaks', async () => {
    const input = { symbol: 'btcusdt', mprice: '64000.05', mnum: '0.001', buytype: 1 };
    const answer = await server.api.call('POST /bborder/upbbbuy', input, { token, lang: 'de' });
    expect(answer).toMatchObject({
      code: 5013,
      data: { fields: ['mprice'], bound: { name: 'tickSize', limit: '0.1' } },
    });
    expect(answer.msg).toContain('0.1');
  });
});

describe('headers', () => {
  it('keep API answers out of caches and other sites', async () => {
    for (const path of [
      '/api/base/site',
      '/api/user/mycoin',
      '/api/nothing',
      '/api/openapi.json',
    ]) {
      const { headers } = await server.api.raw(path);
      expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, headers.get('referrer-policy')]).toEqual([path, 'no-referrer']);
      expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('content-type')).toContain('application/json');
    }
  });

  it('revalidate the app and cache its hashed files forever', async () => {
    const page = await server.api.raw('/');
    expect(page).toMatchObject({ status: 200, text: PAGE });
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const script = await server.api.raw('/assets/main-4f2a.js');
    expect(script.status).toBe(200);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each(['/console', '/console/'])(
    'isolate the console at %s: no foreign resources, no frames, no search engines',
    async (path) => {
      const page = await server.api.raw(path);
      expect(page).toMatchObject({ status: 200, text: CONSOLE_PAGE });
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
      expect(page.headers.get('x-robots-tag')).toContain('noindex');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    },
  );

  it('vary by encoding for caches', async () => {
    for (const [encoding, text] of [
      ['br', 'compressed'],
      ['identity', 'export {};'],
    ] as const) {
      const headers = { 'accept-encoding': encoding };
      const script = await server.api.raw('/assets/main-4f2a.js', { method: 'HEAD', headers });
      expect(script.headers.get('content-length')).toBe(String(text.length));
      expect(script.headers.get('vary')).toBe('accept-encoding');
    }
  });

  it.each(['/../../package.json', '/..%2f..%2fetc%2fpasswd', '/assets/%2e%2e/%2e%2e/x', '/%zz'])(
    'do not serve files from outside of the app: %s',
    async (path) => {
      const { status, body } = await sendRaw(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
      );
      expect([404, 403]).toContain(status);
      expect(JSON.parse(body)).toMatchObject({ code: 5007 });
    },
  );
});

/** Sends raw bytes and reads until the server disconnects. */
function sendRaw(bytes: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(server.url());
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      const [, body = ''] = text.split('\r\n\r\n');
      resolve({ status, body });
    });
  });
}

describe('bytes that are not a request', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/base/login HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabc',
      400,
    ],
    [
      'a length and chunks',
      'POST /api/base/login HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'an invalid chunk',
      'POST /api/base/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
    [
      'a megabyte of address',
      `GET /api/base/site?a=${'a'.repeat(1_000_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      431,
    ],
  ])(
    'are answered in plain text and the connection is closed: %s',
    async (_name, bytes, status) => {
      const answer = await sendRaw(bytes);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 5001 });
    },
  );

  it('do not end the server, and neither does a caller who disconnects', async () => {
    const { hostname, port } = new URL(server.url());
    const beginnings = [
      'POST /api/base/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a',
      'GET /nowhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
      'GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\r\n',
      'GET /api/live HTTP/1.1\r\nhost: x\r\norigin: http://evil.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ];
    for (const bytes of beginnings) {
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), hostname, () => {
          socket.write(bytes, () => socket.resetAndDestroy());
        });
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
      });
    }
    expect((await server.api.call('GET /base/site', {})).code).toBe(0);
  });
});

describe('a request to upgrade to another protocol', () => {
  const offer =
    'connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';

  it.each([
    ['without a body', `GET /api/base/site HTTP/1.1\r\nhost: x\r\n${offer}\r\n`, 0],
    [
      'with a body',
      `POST /api/base/emailCode HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 13\r\n${offer}\r\n{"email":"x"}`,
      4003,
    ],
  ])('is ignored and the request answered: %s', async (_name, bytes, code) => {
    const { status, body } = await sendRaw(bytes);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ code });
  });
});

describe('an idempotency key', () => {
  it.each(['a key', 'x'.repeat(129), 'schlüssel'])(
    'in an invalid format is refused: %s',
    async (key) => {
      const input = { symbol: 'btcusdt', musdt: '10', buytype: 2 };
      const answer = await server.api.call('POST /bborder/upbbbuy', input, { token, key });
      expect(answer).toMatchObject({ code: 5001, data: { fields: ['Idempotency-Key'] } });
    },
  );
});
