/** The calls of the log. */
import { publicLogCalls } from '@tern/protocol';
import { isoTime } from '../../../platform/clock.ts';
import { pageOf } from '../../../kernel/requests/page.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { createKeptList } from './keep-checkpoints.ts';
import { listPublishedKeys } from './list-keys.ts';
import { makeReceipt, makeSealed } from './make-receipt.ts';

export interface LogRouteDeps {
  readonly database: Database;
  origin(): string;
  /** Seals what was committed, for a record of this second. */
  seal(): Promise<void>;
}

export function publicLogRoutes({ database, origin, seal }: LogRouteDeps): Route[] {
  const listKept = createKeptList();
  return [
    route(publicLogCalls.recordReceipt, async ({ caller, input }) => {
      const request = { memberId: caller.memberId, recordId: Number(input.ID) };
      const receipt = await makeSealed({ database, seal }, (reader) =>
        makeReceipt(reader, request),
      );
      if (receipt === undefined) throw new Refusal('not-found');
      // Another process seals it now.
      if (receipt === 'unsealed') throw new Refusal('busy');
      return { receipt: receipt.text };
    }),
    route(publicLogCalls.logCheckpoints, async ({ input }) => {
      const kept = await listKept(database, pageOf(input));
      const list = kept.list.map(({ size, at, root, witnesses }) => ({
        ID: size,
        CreatedAt: isoTime(at),
        root,
        witnesses: [...witnesses],
      }));
      return { ...kept, list };
    }),
    route(publicLogCalls.logKeys, async () => {
      const keys = await database.snapshot((reader) => listPublishedKeys(reader, origin()));
      const list = keys.map(({ id, createdAt, key, receipt, loss }) => ({
        ID: id,
        CreatedAt: isoTime(createdAt),
        key,
        receipt: receipt ?? null,
        loss: loss ?? null,
      }));
      return { origin: origin(), list };
    }),
  ];
}
