/** Wire calls in the app's own terms, their cache and live updates. */
import type { Output } from '@tern/protocol/client';
import { onMemberEvent } from '../../../../kernel/member-events.ts';
import { call } from '../../../../platform/http/call.ts';
import { BANK_MONEY } from '../currencies/api.ts';
import { requestOf, requestStore } from '../request/api.ts';
import type { FundingRequest } from '../request/request.ts';

type Answer = Output<'GET /recharge/findWire'>;
type WireDto = Answer['rewire'];

export interface Wire extends FundingRequest {
  /** Money was received: it can no longer be cancelled. */
  isArrived: boolean;
  /** Credited; null before. */
  received: string | null;
  email: string;
  /** Payment reference: "TERN-4K7Q-9XW2" */
  reference: string;
  /** As mailed; only of a single wire. */
  instructions?: Answer['instructions'];
}

const wireOf = (row: WireDto): Wire => requestOf(row);

export const wires = requestStore<WireDto, Wire>({
  key: [BANK_MONEY, 'wires'],
  translate: wireOf,
  loadList: (input, signal) => call('GET /recharge/myWireList', input, { signal }),
  loadOne: async (id, signal) => {
    const { rewire, instructions } = await call('GET /recharge/findWire', { ID: id }, { signal });
    return { ...wireOf(rewire), instructions };
  },
  merge: (row, known) => known && { ...known, ...row },
});

const BY_WIRE = 2;

export type WireInput = Pick<Wire, 'asset' | 'amount' | 'email'>;

/** The form's fields of those in the API. */
export const WIRE_FIELDS = { num: 'amount', email: 'email' } as const;

/** `key` makes retries idempotent; returns the id of the wire. */
export async function submitWire(
  { asset, amount, email }: WireInput,
  key: string,
): Promise<number> {
  const options = { idempotencyKey: key };
  const input = { cate: BY_WIRE, coin: asset, num: amount, email };
  return (await call('POST /recharge/createRecharge', input, options)).recharge.ID;
}

export async function cancelWire(id: number, key: string): Promise<Wire> {
  const options = { idempotencyKey: key };
  return wireOf((await call('POST /recharge/cancelWire', { ID: id }, options)).wire);
}

// From the first of these screens on, also for pages kept behind others.
onMemberEvent('wire.changed', (row) => wires.patch(wireOf(row)));
