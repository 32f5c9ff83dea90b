/** The requests that are under way: a server that stops answers them before it ends its connections. */
import type { FastifyInstance } from 'fastify';

/** Longer than a call takes that the database answers; a client that sends slowly is not waited for. */
const ANSWERED_WITHIN_MS = 3_000;

export interface RequestsInFlight {
  /** Accepts no more connections, and resolves when all are answered, or after three seconds. */
  answerAll(): Promise<void>;
}

/** Call it before the routes are added. */
export function watchInFlight(app: FastifyInstance): RequestsInFlight {
  let count = 0;
  let whenNone = () => {};
  app.addHook('onRequest', (_request, reply, done) => {
    count += 1;
    reply.raw.once('close', () => {
      count -= 1;
      if (count === 0) whenNone();
    });
    done();
  });
  return {
    async answerAll() {
      app.server.close();
      if (count === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ANSWERED_WITHIN_MS);
        whenNone = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
