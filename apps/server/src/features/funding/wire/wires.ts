/** Wires as a kind of request: announced by a member, credited with the amount that arrived. */
import { formatDecimal } from '@tern/money';
import { depositCate, type WireEvent } from '@tern/protocol';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import { requestRow } from '../request/list.ts';
import type { RequestKind } from '../request/request-kind.ts';
import { type Wire, wireStore } from './store.ts';

const LETTER = 'F';

function row(wire: Wire): WireEvent {
  const { received, state } = wire;
  return {
    ...requestRow(wire, LETTER),
    cate: depositCate.wire,
    coinname: wire.asset,
    received: state === 'completed' && received !== null ? formatDecimal(received) : null,
    email: wire.email,
    reference: wire.reference,
    isArrived: received !== null,
  };
}

export const wires: RequestKind<Wire, WireEvent> = {
  kind: 'wire',
  letter: LETTER,
  topic: 'wire.changed',
  store: wireStore,
  row,
  assertCancellable({ received }) {
    if (received !== null) throw new Refusal('already-decided');
  },
};
