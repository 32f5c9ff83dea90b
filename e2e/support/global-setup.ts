/**
 * Vitest global set-up: one built server, with its own database, for all stories of a run. It starts when the first story asks
 * for it: until then, which is most of a run, its jobs would keep a tenth of a core busy.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../../tools/fresh-build.mjs';
import { type RunningServer, startServer } from './running-server.ts';
import type { Site } from './site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address that answers with the `Site`, once its server runs. */
    readonly siteEndpoint: string;
  }
}

let endpoint: Server | undefined;
let running: Promise<RunningServer> | undefined;

export async function setup(project: TestProject): Promise<void> {
  await ensureBuilt();
  endpoint = createServer((_request, response) => {
    running ??= startServer();
    running.then(
      ({ url, outboxFile, captcha }) => {
        response.end(JSON.stringify({ url, outboxFile, captcha } satisfies Site));
      },
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  endpoint.listen(0, '127.0.0.1');
  await once(endpoint, 'listening');
  project.provide('siteEndpoint', `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`);
}

export async function teardown(): Promise<void> {
  endpoint?.closeAllConnections();
  endpoint?.close();
  await (await running)?.stop();
}
