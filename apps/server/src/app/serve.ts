/** From a database to a listening server, and back: the part of the start that tests share. */
import { existsSync } from 'node:fs';
import { runJobs } from '../platform/jobs.ts';
import { createRateLimiter } from '../platform/rate-limit.ts';
import { createHttpServer } from '../platform/http/server.ts';
import { compose, type Parts, VERSION } from './compose.ts';
import { createFailureOf, failure } from './failures.ts';

export interface ServeOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Folder of the built web app; a missing one is not served. */
  webRoot: string | undefined;
}

export interface Serving {
  url: string;
  /** Stops listening, then the features in reverse order. */
  stop(): Promise<void>;
}

export async function serve(parts: Parts, options: ServeOptions): Promise<Serving> {
  const { log, clock } = parts;
  const { features, authenticate } = await compose(parts);
  const limiter = createRateLimiter(clock);
  const http = await createHttpServer({
    routes: features.flatMap((feature) => feature.routes ?? []),
    sockets: features.flatMap((feature) => feature.sockets ?? []),
    webRoot:
      options.webRoot !== undefined && existsSync(options.webRoot) ? options.webRoot : undefined,
    version: VERSION,
    log,
    authenticate,
    takeTurn: (caller, rate) => limiter.take(caller, rate),
    failureOf: createFailureOf(log),
    failure,
  });
  for (const feature of features) await feature.start?.();
  const stopJobs = runJobs(
    features.flatMap((feature) => feature.jobs ?? []),
    log,
  );
  const url = await http.listen({ host: options.host, port: options.port });
  return {
    url,
    async stop() {
      await http.close();
      await stopJobs();
      for (const feature of features.toReversed()) await feature.stop?.();
    },
  };
}
