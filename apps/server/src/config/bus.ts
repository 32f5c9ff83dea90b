/** Reads which NATS servers join the instances of a deployment. */
import { readFileSync } from 'node:fs';
import { describeSettings, type Given, type NameOf } from './setting.ts';
import type { NatsSettings } from '../platform/nats-bus.ts';

export const busSettings = describeSettings({
  NATS_URL: {
    description:
      'The NATS servers that join the instances of a deployment; keep it secret when it has a password.',
    format:
      '`nats://host:port` or, with TLS, `tls://host:port`, before the host perhaps `user:password@` or `token@`; several separated by commas',
    default: 'none: one instance serves, and others on the same database wait for it to end',
    rationale:
      'Orders of members sent over a network that others can read, or to a server that takes anyone: use `tls://` and a password.',
  },
  NATS_CREDS: {
    description: 'The credentials of NATS; it goes only with `NATS_URL`.',
    format: 'the path of a `.creds` file',
    rationale: 'A start with a file that cannot be read: it is named.',
  },
});

type Name = NameOf<typeof busSettings>;

/** Absent: this instance is alone. Faults are added to `faults`. */
export function readBus(given: Given<Name>, faults: string[]): NatsSettings | undefined {
  const [text, file] = [given('NATS_URL'), given('NATS_CREDS')];
  if (text === undefined) {
    if (file !== undefined) faults.push('NATS_CREDS only goes with NATS_URL');
    return undefined;
  }
  const urls = text.split(',').map((each) => each.trim());
  if (!urls.every(isNatsUrl)) {
    faults.push(
      'NATS_URL must be nats://host:port or tls://host:port, several separated by commas',
    );
    return undefined;
  }
  const [first, ...others] = urls.map((url) => new URL(url));
  const loginOf = (url: URL) => `${url.protocol}//${url.username}:${url.password}`;
  if (others.some((other) => loginOf(other) !== loginOf(first!))) {
    faults.push('NATS_URL must have the same scheme, user and password for all servers');
  }
  const [name, password] = [first!.username, first!.password].map(decodeURIComponent);
  return {
    servers: urls
      .map((url) => new URL(url))
      .map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    isEncrypted: first!.protocol === 'tls:',
    ...(password === ''
      ? { user: undefined, password: name || undefined }
      : { user: name, password }),
    credentials: file === undefined ? undefined : readCredentials(file, faults),
  };
}

const isNatsUrl = (text: string) =>
  URL.canParse(text) &&
  ['nats:', 'tls:'].includes(new URL(text).protocol) &&
  new URL(text).hostname !== '';

function readCredentials(path: string, faults: string[]): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    faults.push(`NATS_CREDS cannot be read: ${(error as NodeJS.ErrnoException).code}`);
    return undefined;
  }
}
