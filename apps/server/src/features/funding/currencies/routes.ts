/** Fiat currencies on the wire: the call to its use case and back; no decision, no SQL. */
import { fiatCalls } from '@tern/protocol';
import type { AssetBook } from '../../../kernel/catalog/assets.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { listCurrencies } from './list-currencies.ts';

export function currencyRoutes({
  database,
  assets,
}: {
  database: Database;
  assets: AssetBook;
}): Route[] {
  return [
    route(fiatCalls.fiatCurrencies, async () => ({ list: await listCurrencies(database, assets) })),
  ];
}
