import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manualClock } from './support/market.ts';
import { startServer, type TestServer } from './support/server.ts';

const SCRIPT = 'document.documentElement.dataset.first = "visitor";';
const pageIn = (locale: string) =>
  `<!doctype html><html lang="${locale}"><script>${SCRIPT}</script><p>${locale}</p></html>`;

let webRoot: string;
let server: TestServer;

beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'tern-web-'));
  writeFileSync(join(webRoot, 'index.html'), pageIn('en-US'));
  writeFileSync(join(webRoot, 'index.html.br'), brotliCompressSync(pageIn('en-US')));
  for (const locale of ['de-DE', 'ja-JP']) {
    writeFileSync(join(webRoot, `index.${locale}.html`), pageIn(locale));
    writeFileSync(join(webRoot, `index.${locale}.html.br`), brotliCompressSync(pageIn(locale)));
  }
  server = await startServer({ clock: manualClock(), prices: 'still', webRoot });
});

afterAll(async () => {
  await server?.stop();
  rmSync(webRoot, { recursive: true, force: true });
});

const page = (headers: Record<string, string> = {}, path = '/') =>
  fetch(`${server.url()}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } });

it('is in the browser’s language, or in English if that is not available', async () => {
  expect(await (await page({ 'accept-language': 'ja-JP,en;q=0.8' })).text()).toBe(pageIn('ja-JP'));
  expect(await (await page({ 'accept-language': 'de-CH' }, '/index.html')).text()).toBe(
    pageIn('de-DE'),
  );
  for (const strange of ['', 'nl-NL', '*', ',;q=', '../../etc/passwd']) {
    expect(await (await page({ 'accept-language': strange })).text()).toBe(pageIn('en-US'));
  }
});

it('is in the language chosen in this browser, if any', async () => {
  const headers = { 'accept-language': 'ja', cookie: 'other=1; tern-locale=de-DE' };
  expect(await (await page(headers)).text()).toBe(pageIn('de-DE'));
  const unknown = { 'accept-language': 'ja', cookie: 'tern-locale=../../package' };
  expect(await (await page(unknown)).text()).toBe(pageIn('ja-JP'));
});

it('allows only its own inline script', async () => {
  const policy = (await page()).headers.get('content-security-policy') ?? '';
  const hash = createHash('sha256').update(SCRIPT).digest('base64');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
});

it('is sent compressed, and not at all if the browser has it', async () => {
  const first = await page({ 'accept-encoding': 'gzip, br', 'accept-language': 'de' });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(await first.text()).toBe(pageIn('de-DE'));
  expect(first.headers.get('vary')).toBe('accept-encoding, accept-language, cookie');
  expect(first.headers.get('cache-control')).toBe('no-cache');
  const known = first.headers.get('etag') ?? '';
  const again = { 'accept-encoding': 'gzip, br', 'if-none-match': known };
  expect((await page({ ...again, 'accept-language': 'de' })).status).toBe(304);
  expect((await page({ ...again, 'accept-language': 'ja' })).status).toBe(200);
});

it('compresses long public answers only', async () => {
  const ask = (path: string, body: object, encoding: string) =>
    fetch(`${server.url()}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
      body: JSON.stringify(body),
    });
  const list = { from: 1, page: 1, pageSize: 100 };
  const plain = await ask('/base/tradelist', list, 'identity');
  const packed = await ask('/base/tradelist', list, 'gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('vary')).toBe('accept-encoding');
  expect(((await packed.json()) as { code: number }).code).toBe(0);
  const short = await ask('/base/login', { username: 'x', password: 'y' }, 'gzip');
  expect(short.headers.get('content-encoding')).toBeNull();
});
