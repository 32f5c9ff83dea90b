/** The calls of API keys. */
import { keysCalls, type OutputOf } from '@tern/protocol';
import type { Bus } from '../../../platform/bus.ts';
import { isoTime } from '../../../platform/clock.ts';
import { sensitiveCall } from '../../../kernel/second-factor/sensitive-call.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  type ApiKey,
  createKey,
  type CreateKeyDeps,
  deleteKey,
  KEYS_MAX,
  listKeys,
} from './manage-keys.ts';

export function keysRoutes(deps: CreateKeyDeps & { bus: Bus }): Route[] {
  return [
    route(keysCalls.createApiKey, async (context) => {
      const { name, scopes, ips = [], password } = context.input;
      const newKey = { name, canTrade: scopes.includes('trade'), ips, password };
      const { key, secret } = await createKey(
        deps,
        sensitiveCall(keysCalls.createApiKey, context),
        newKey,
      );
      return { apiKey: keyRow(key), secret };
    }),
    route(keysCalls.getApiKeyList, async ({ caller }) => {
      const keys = await listKeys(deps.database, caller.memberId);
      return { list: keys.map(keyRow), max: KEYS_MAX };
    }),
    route(keysCalls.deleteApiKey, async ({ input, caller }) => {
      await deleteKey(deps, caller.memberId, Number(input.ID));
      return {};
    }),
  ];
}

type KeyRow = OutputOf<typeof keysCalls.createApiKey>['apiKey'];

/** Lists the fields one by one, so that the secret is never included. */
function keyRow(key: ApiKey): KeyRow {
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
