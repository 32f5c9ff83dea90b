/** Wire calls, cache keys and live patches. */
import { queryOptions } from '@tanstack/react-query';
import type { Output } from '@tern/protocol/client';
import { onMemberEvent } from '../../../kernel/member-events.ts';
import { queryClient } from '../../../kernel/query-client.ts';
import { call } from '../../../platform/http/call.ts';
import { BANK_MONEY } from '../currencies/api.ts';
import { patchLists, requestsQuery } from '../request/request-lists.ts';
import { isNewer } from '../request/request-pages.ts';

export type WireDetail = Output<'GET /recharge/findWire'>;
export type Wire = WireDetail['rewire'];

const BY_WIRE = 2;
const LISTS = [BANK_MONEY, 'wires'];
const keyOf = (id: number) => [BANK_MONEY, 'wire', id];

export const wiresQuery = (status: number) =>
  requestsQuery(LISTS, status, (input, signal) =>
    call('GET /recharge/myWireList', input, { signal }),
  );

export const wireQuery = (id: number) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /recharge/findWire', { ID: id }, { signal }),
  });

export interface WireInput {
  coin: string;
  num: string;
  email: string;
}

/** `key` makes retries idempotent; returns the id of the wire. */
export async function submitWire(input: WireInput, key: string): Promise<number> {
  const options = { idempotencyKey: key };
  const wire = { ...input, cate: BY_WIRE };
  return (await call('POST /recharge/createRecharge', wire, options)).recharge.ID;
}

export async function cancelWire(id: number, key: string): Promise<Wire> {
  return (await call('POST /recharge/cancelWire', { ID: id }, { idempotencyKey: key })).wire;
}

/** Updates a wire in every list and page that shows it. */
export function patchWire(row: Wire): void {
  const known = queryClient.getQueryData<WireDetail>(keyOf(row.ID));
  if (!isNewer(row, known?.rewire)) return;
  if (known) queryClient.setQueryData<WireDetail>(keyOf(row.ID), { ...known, rewire: row });
  patchLists(LISTS, row);
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('wire.changed', patchWire);
