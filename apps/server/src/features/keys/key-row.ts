/** An API key on the wire. */
import type { keysCalls, OutputOf } from '@tern/protocol';
import { isoTime } from '../../platform/clock.ts';
import type { ApiKey } from './store.ts';

type KeyRow = OutputOf<typeof keysCalls.createApiKey>['apiKey'];

/** Lists the fields one by one, so that the secret is never included. */
export function keyRow(key: ApiKey): KeyRow {
  return {
    ID: key.id,
    CreatedAt: isoTime(key.createdAt),
    name: key.name,
    accessKey: key.accessKey,
    scopes: key.canTrade ? ['read', 'trade'] : ['read'],
    ips: key.addresses,
    lastUsedAt: key.lastUsedAt === null ? null : isoTime(key.lastUsedAt),
  };
}
