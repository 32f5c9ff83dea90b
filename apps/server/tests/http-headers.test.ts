import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const STYLE = 'body{margin:0}';
const PAGE = `<!doctype html><html lang="en-US"><style data-of="/a.css">${STYLE}</style><p>Tern</p></html>`;
let webRoot: string;
let direct: TestServer;
let proxied: TestServer;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'tern-web-'));
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), PAGE);
  writeFileSync(join(webRoot, 'assets', 'main-4f2a.js'), 'export {};');
  mkdirSync(join(webRoot, 'preview'));
  writeFileSync(join(webRoot, 'preview', 'index.html'), '<!doctype html>');
  const clock = manualClock();
  direct = await startServer({ clock, prices: 'still', webRoot, consoleRoot: webRoot });
  proxied = await startServer({ clock, prices: 'still', webRoot, trustedProxies: ['loopback'] });
});

afterAll(async () => {
  await Promise.all([direct?.stop(), proxied?.stop()]);
  rmSync(webRoot, { recursive: true, force: true });
});

const EVERYWHERE = [
  '/',
  '/assets/main-4f2a.js',
  '/api/base/site',
  '/nowhere',
  '/console',
  '/market/tickers',
];

describe('every answer', () => {
  it.each(EVERYWHERE)('%s forbids the browser features we never use', async (path) => {
    const { headers } = await fetch(direct.url() + path);
    expect(headers.get('permissions-policy')).toContain('microphone=(), ');
    const mayPhotograph = path === '/';
    expect(headers.get('permissions-policy')!.includes('camera=(), ')).toBe(!mayPhotograph);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  it.each(EVERYWHERE)('%s requires TLS from now on if it was requested by TLS', async (path) => {
    const overTls = { headers: { 'x-forwarded-proto': 'https' } };
    const { headers } = await fetch(proxied.url() + path, overTls);
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    const claimed = await fetch(direct.url() + path, overTls);
    expect(claimed.headers.get('strict-transport-security')).toBeNull();
  });
});

describe('frames', () => {
  const policyOf = async (path: string) =>
    (await fetch(direct.url() + path)).headers.get('content-security-policy');

  it.each(['/', '/assets/main-4f2a.js', '/console'])('%s is shown in no frame', async (path) => {
    expect(await policyOf(path)).toContain("frame-ancestors 'none'");
  });

  it('the preview of products is shown by our own pages, and the console shows nothing else', async () => {
    expect(await policyOf('/preview/index.html')).toContain("frame-ancestors 'self'");
    expect(await policyOf('/console')).toContain("frame-src 'self'");
  });
});

describe('the policy of the page', () => {
  it.each(['/', '/assets/main-4f2a.js'])('%s connects to its own origin only', async (path) => {
    const policy = (await fetch(direct.url() + path)).headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/(^|; )connect-src 'self'(;|$)/);
    expect(policy).not.toContain('unsafe');
  });

  it('allows only its own inline styles', async () => {
    const policy = (await fetch(direct.url())).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}';`);
  });
});

describe('public pages', () => {
  it('are limited per address, and the answer states for how long', async () => {
    const ask = (address: string) =>
      fetch(proxied.url(), { headers: { 'x-forwarded-for': address } });
    const answers = await Promise.all(Array.from({ length: 210 }, () => ask('203.0.113.5')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.headers.get('retry-after')).toBe('1');
    expect(await refused[0]!.json()).toMatchObject({ code: 4024, data: { seconds: 1 } });
    expect((await ask('203.0.113.6')).status).toBe(200);
  });
});
