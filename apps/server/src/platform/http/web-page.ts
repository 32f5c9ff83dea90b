/** Serves the web app's page in the visitor's language and the mode of the money; its policy allows its own inline script and styles by hash (ADR 34). */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { header } from './identify-caller.ts';
import { pageLanguage } from './page-language.ts';
import { APP_PERMISSIONS } from './security-headers.ts';

/** The page for visitors without a translation in their language. */
const PAGE = 'index.html';
/** The build draws each page twice: this folder has those that never speak of paper money. */
const LIVE_PAGES = 'live';
const TRANSLATION = /^index\.([\w-]+)\.html$/;
const CHOSEN = /(?:^|;\s*)tern-locale=([\w-]+)/;
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const INLINE_STYLE = /<style(?: [^>]*)?>([\s\S]*?)<\/style>/g;

/** Smallest first, as the build writes them. */
const FORMS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** `frames`: who may show the page in a frame. `scripts` and `styles` are the hashes of the page's inline parts; nothing else inline is allowed, attributes included. */
const policyFor = (
  scripts: readonly string[],
  styles: readonly string[],
  frames: "'none'" | "'self'" = "'none'",
): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    "img-src 'self' data: blob:",
    ["style-src 'self'", ...styles].join(' '),
    // Also sockets: 'self' covers wss like https (CSP 3 §6.7.2.8).
    "connect-src 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frames}`,
    "form-action 'self'",
  ].join('; ');

const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64');

const hashesOf = (html: string, inline: RegExp): string[] =>
  [...html.matchAll(inline)].map(([, content = '']) => `'sha256-${sha256(content)}'`);

/** For everything but the page: nothing inline is allowed. */
export const FILES_POLICY = policyFor([], []);

/** For the page that the console shows in a frame. */
export const PREVIEW_POLICY = policyFor([], [], "'self'");

/** Serves `/` and `/index.html` from a folder; files are read for each request, so a build can be replaced. */
export function serveWebPage(app: FastifyInstance, webRoot: string, mode: 'paper' | 'live'): void {
  const folder = mode === 'live' ? join(webRoot, LIVE_PAGES) : webRoot;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { name, html } = await pageFor(request, folder);
    const { body, encoding } = await packed(join(folder, name), html, request);
    const etag = `"${sha256(body)}"`;
    void reply.headers({
      'content-security-policy': policyFor(
        hashesOf(html, INLINE_SCRIPT),
        hashesOf(html, INLINE_STYLE),
      ),
      'permissions-policy': APP_PERMISSIONS,
      'cache-control': 'no-cache',
      vary: 'accept-encoding, accept-language, cookie',
      etag,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    });
    // A proxy may have made it a weak one.
    if (header(request, 'if-none-match').includes(etag)) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(body);
  };
  for (const url of ['/', `/${PAGE}`]) app.get(url, { schema: { hide: true } }, answer);
}

async function pageFor(request: FastifyRequest, folder: string) {
  const [names, html] = await Promise.all([readdir(folder), readFile(join(folder, PAGE), 'utf8')]);
  const locales = names.flatMap((name) => TRANSLATION.exec(name)?.[1] ?? []);
  const own = /<html lang="([\w-]+)"/.exec(html)?.[1];
  const locale = pageLanguage(own === undefined ? locales : [own, ...locales], {
    chosen: CHOSEN.exec(header(request, 'cookie'))?.[1],
    accepted: header(request, 'accept-language'),
  });
  if (locale === undefined || locale === own) return { name: PAGE, html };
  const name = `index.${locale}.html`;
  return { name, html: await readFile(join(folder, name), 'utf8') };
}

/** The smallest precompressed file that the browser accepts. */
async function packed(file: string, html: string, request: FastifyRequest) {
  const accepted = header(request, 'accept-encoding');
  for (const { encoding, ending } of FORMS) {
    if (!accepted.includes(encoding)) continue;
    const body = await readFile(file + ending).catch(() => undefined);
    if (body) return { body, encoding };
  }
  return { body: Buffer.from(html), encoding: undefined };
}
