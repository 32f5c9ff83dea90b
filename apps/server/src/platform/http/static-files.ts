/** Serves the built apps: the web app at the root, the operators' console at /console. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_PERMISSIONS } from './security-headers.ts';
import { FILES_POLICY, PREVIEW_POLICY, serveWebPage } from './web-page.ts';

/** Whether the money is real: the served pages say so, before any call is answered. */
export type Mode = 'paper' | 'live';

/** Stricter than the web app's: nothing from other hosts, nothing inline. */
const CONSOLE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // The preview of products, by the members' app.
  "frame-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

const CONSOLE = '/console';
/** The page of the preview, compressed or not. */
const PREVIEW = /\/preview\/index\.html(\.\w+)?$/;

/** Hashed files are cached for ever, all others are revalidated. */
function filesOf(
  root: string,
  headersOf: (path: string) => Record<string, string>,
): FastifyStaticOptions {
  return {
    root,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.includes('/assets/');
      reply.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      reply.setHeader('vary', 'accept-encoding');
      for (const [name, value] of Object.entries(headersOf(path))) reply.setHeader(name, value);
    },
  };
}

export async function serveWeb(app: FastifyInstance, webRoot: string, mode: Mode): Promise<void> {
  serveWebPage(app, webRoot, mode);
  await app.register(fastifyStatic, {
    ...filesOf(webRoot, (path) => ({
      'content-security-policy': PREVIEW.test(path) ? PREVIEW_POLICY : FILES_POLICY,
    })),
    index: false,
  });
}

/** What marks a page as one of paper money, and what it becomes where money is real. */
const SIMULATED = 'data-sim="1"';
const REAL = 'data-sim="0"';

/** Not indexed by search engines. */
export async function serveConsole(
  app: FastifyInstance,
  consoleRoot: string,
  mode: Mode,
): Promise<void> {
  const headers = {
    'content-security-policy': CONSOLE_POLICY,
    'permissions-policy': CONSOLE_PERMISSIONS,
    'x-robots-tag': 'noindex, nofollow',
  };
  await app.register(fastifyStatic, {
    ...filesOf(consoleRoot, () => headers),
    prefix: `${CONSOLE}/`,
    index: false,
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
  // With or without a trailing slash. Read for each request, so a build can be replaced.
  for (const url of [CONSOLE, `${CONSOLE}/index.html`]) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      const page = await readFile(join(consoleRoot, 'index.html'), 'utf8');
      void reply.headers({ ...headers, 'cache-control': 'no-cache' });
      return reply
        .type('text/html; charset=utf-8')
        .send(mode === 'live' ? page.replace(SIMULATED, REAL) : page);
    });
  }
}
