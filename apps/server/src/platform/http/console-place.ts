/** Where the operators' console is served: at a host name of its own, and to some addresses only. Elsewhere it does not exist. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { callerAddress, trustedProxy } from './caller-address.ts';

export interface ConsolePlace {
  /** The host name in requests, without a port. Absent: any. */
  readonly host: string | undefined;
  /** Addresses and ranges of its callers; empty: any. */
  readonly from: readonly string[];
}

/** Of a route as it is declared, so that no spelling of a path passes by. */
const isOfConsole = (route: string): boolean =>
  route === '/console' || route.startsWith('/console/') || route.startsWith('/api/operator/');

/** `/console` at port 8443 of "console.example" has the host name "console.example". */
function hostOf({ headers }: IncomingMessage): string {
  const origin = `http://${headers.host ?? ''}`;
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}

/** Whether a request may reach this route or socket. */
export function consoleGate(
  place: ConsolePlace,
  trustedProxies: readonly string[],
): (route: string, request: IncomingMessage) => boolean {
  const addressOf = callerAddress(trustedProxies);
  const isListed = trustedProxy(place.from);
  return (route, request) => {
    if (!isOfConsole(route)) return true;
    const isHere = place.host === undefined || hostOf(request) === place.host;
    return isHere && (place.from.length === 0 || isListed(addressOf(request)));
  };
}

/** Answers as if there were no console; `deny` writes the answer of an unknown path. */
export function limitConsole(
  app: FastifyInstance,
  mayReach: ReturnType<typeof consoleGate>,
  deny: (lang: string) => object,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (mayReach(request.routeOptions.url ?? '', request.raw)) return done();
    const { lang } = request.headers;
    void reply.code(404).send(deny(typeof lang === 'string' ? lang : ''));
  });
}
