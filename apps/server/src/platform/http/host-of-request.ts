/** Whether a request names this machine: the defence of listeners without a login against DNS rebinding. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';

/**
 * False for any other name than `localhost` and this machine's own. A page elsewhere can have its own name resolve to
 * our address, and its visitor's browser then sends that name; it cannot do so with an address.
 */
export function isForThisMachine({ headers }: IncomingMessage): boolean {
  const origin = `http://${headers.host ?? ''}`;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  if (url.pathname !== '/' || url.username !== '') return false;
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(name) !== 0 || name === 'localhost' || name === hostname().toLowerCase();
}

/** True only with an `Origin` that is this request's own host; programs other than browsers must send one too. */
export const isFromOwnPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined && headers.origin === `http://${headers.host ?? ''}`;

/** No page may show these answers inside itself. */
export const NO_FRAMES = {
  'x-frame-options': 'DENY',
  'content-security-policy': "frame-ancestors 'none'",
};
