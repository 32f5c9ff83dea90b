/** Vitest global set-up: one built server, with its own database, for all stories of a run. */
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../tools/fresh-build.mjs';
import { type RunningServer, startServer } from './running-server.ts';
import type { Site } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly site: Site;
  }
}

let server: RunningServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  await ensureBuilt();
  server = await startServer();
  project.provide('site', {
    url: server.url,
    outboxFile: server.outboxFile,
    captcha: server.captcha,
  });
}

export async function teardown(): Promise<void> {
  await server?.stop();
}
