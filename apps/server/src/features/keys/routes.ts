/** The calls of API keys. */
import { keysCalls } from '@tern/protocol';
import type { Bus } from '../../platform/bus.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { createKey, type CreateKeyDeps } from './create-key.ts';
import { deleteKey } from './delete-key.ts';
import { keyRow } from './key-row.ts';
import { listKeys } from './own-keys.ts';
import { KEYS_MAX } from './rules.ts';

export function keysRoutes(deps: CreateKeyDeps & { bus: Bus }): Route[] {
  return [
    route(keysCalls.createApiKey, async ({ input, caller }) => {
      const { name, scopes, ips = [], password } = input;
      const wanted = { name, canTrade: scopes.includes('trade'), ips, password };
      const { key, secret } = await createKey(deps, caller.memberId, wanted);
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
