import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Mode, serveConsole, serveWeb } from './static-files.ts';

const pageOf = (sim: '0' | '1', locale: string) =>
  `<!doctype html><html lang="${locale}" data-sim="${sim}"><p>${locale}</p></html>`;
const CONSOLE_PAGE = pageOf('1', 'en');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tern-pages-'));
  mkdirSync(join(folder, 'web', 'live'), { recursive: true });
  mkdirSync(join(folder, 'console'));
  for (const [place, sim] of [
    ['web', '1'],
    ['web/live', '0'],
  ] as const) {
    for (const [name, locale] of [
      ['index.html', 'en-US'],
      ['index.de-DE.html', 'de-DE'],
    ] as const) {
      writeFileSync(join(folder, place, name), pageOf(sim, locale));
      writeFileSync(
        join(folder, place, `${name}.br`),
        brotliCompressSync(Buffer.from(pageOf(sim, locale))),
      );
    }
  }
  writeFileSync(join(folder, 'console', 'index.html'), CONSOLE_PAGE);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function ask(mode: Mode, url: string, headers: Record<string, string> = {}) {
  const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await serveWeb(app, join(folder, 'web'), mode);
  await serveConsole(app, join(folder, 'console'), mode);
  const answer = await app.inject({ url, headers });
  await app.close();
  return answer;
}

describe.each([
  ['paper', '1'],
  ['live', '0'],
] as const)('in %s mode', (mode, sim) => {
  it.each(['/', '/index.html'])('the page at %s says so', async (url) => {
    expect((await ask(mode, url)).body).toBe(pageOf(sim, 'en-US'));
  });

  it('the page of each language says so', async () => {
    const { body } = await ask(mode, '/', { 'accept-language': 'de' });
    expect(body).toBe(pageOf(sim, 'de-DE'));
  });

  it('the compressed page says so', async () => {
    const { rawPayload, headers } = await ask(mode, '/', { 'accept-encoding': 'br' });
    expect(headers['content-encoding']).toBe('br');
    expect(rawPayload).toEqual(brotliCompressSync(Buffer.from(pageOf(sim, 'en-US'))));
  });

  it.each(['/console', '/console/', '/console/index.html'])(
    'the console at %s says so',
    async (url) => {
      const { body, headers, statusCode } = await ask(mode, url);
      expect([statusCode, body]).toEqual([200, pageOf(sim, 'en')]);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );
});
