/** Wires as the wire shows them, and what their live event says. */
import { formatDecimal } from '@tern/money';
import { transferStatus, type WireEvent } from '@tern/protocol';
import type { MemberEvent } from '../../../kernel/events/member-events.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Wire } from './store.ts';
import { statusOf, timeOrNull } from '../request/transfer-status.ts';

export function wireRow(wire: Wire): WireEvent {
  const { id, received } = wire;
  const isCredited = statusOf(wire.state) === transferStatus.completed;
  return {
    ID: id,
    CreatedAt: isoTime(wire.createdAt),
    UpdatedAt: isoTime(wire.updatedAt),
    recordNo: `F-${id}`,
    cate: 2,
    coinname: wire.asset,
    num: formatDecimal(wire.amount),
    received: isCredited && received !== null ? formatDecimal(received) : null,
    email: wire.email,
    reference: wire.reference,
    status: statusOf(wire.state),
    isArrived: received !== null,
    reason: wire.reason,
    heldUntil: timeOrNull(wire.heldUntil),
    dueAt: isoTime(wire.dueAt),
    decidedAt: timeOrNull(wire.decidedAt),
  };
}

export function wireChanged(wire: Wire): MemberEvent {
  return { memberId: wire.memberId, topic: 'wire.changed', data: wireRow(wire) };
}
