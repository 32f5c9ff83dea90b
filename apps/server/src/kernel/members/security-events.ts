/** The security timeline: logins and changes of the security of an account, written with them and never changed (ADR 43). */
import { int4, int8, json, nullable, text, timestamptz } from '../../platform/database/columns.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineQuery, defineStatement, type RowOf } from '../../platform/database/query.ts';

/** Without a place, that of the newest login. */
const insertEvent = defineStatement({
  name: 'kernel.insertSecurityEvent',
  text: `insert into security_events (member_id, kind, values, device, address, created_at)
    select $1, $2, $3, coalesce($4, d.name, ''), coalesce($5, d.address, ''), $6
    from (select 1) as one left join lateral (
      select name, address from member_devices where member_id = $1 order by logged_in_at desc, id desc limit 1
    ) d on $4::text is null`,
  params: [int8, text, json<object>(), nullable(text), nullable(text), timestamptz],
});

const row = {
  id: int8,
  kind: text,
  values: json<Record<string, string>>(),
  device: text,
  address: text,
  createdAt: timestamptz,
} as const;
const COLUMNS = 'id, kind, values, device, address, created_at';

const eventsOfMember = defineQuery({
  name: 'kernel.securityEventsOfMember',
  text: `select ${COLUMNS} from security_events where member_id = $1
    order by id desc limit $2 offset $3`,
  params: [int8, int8, int8],
  row,
});

/** Newest first, those before an id or all. */
export const securityEventsBefore = defineQuery({
  name: 'kernel.securityEventsBefore',
  text: `select ${COLUMNS} from security_events
    where member_id = $1 and ($2::bigint is null or id < $2) order by id desc limit $3`,
  params: [int8, nullable(int8), int8],
  row,
});

const countEvents = defineQuery({
  name: 'kernel.countSecurityEvents',
  text: 'select count(*)::int as total from security_events where member_id = $1',
  params: [int8],
  row: { total: int4 },
});

/** Newest first, for `readPage`. */
export const securityEventPages = { list: eventsOfMember, count: countEvents };

export type SecurityEvent = RowOf<typeof eventsOfMember>;

/** Where it was done from. */
export interface EventPlace {
  device: string;
  address: string;
}

/** Of a change that no session made: by a code, a link, staff or the server. */
export const NOWHERE: EventPlace = { device: '', address: '' };

/** Whether notices of this kind belong on the timeline. */
export function isSecurityKind(kind: string): boolean {
  return kind.startsWith('security.') || /^staff\.(un)?(ban|freeze|verify)$/.test(kind);
}

/**
 * Adds an event. `notify` does so for all notices of security. `place`: absent for what the member's session did, whose
 * device is then the newest to have logged in.
 */
export async function recordSecurityEvent(
  tx: Tx,
  event: { memberId: number; kind: string; values: object; place?: EventPlace | undefined },
  at: number,
): Promise<void> {
  const { memberId, kind, values } = event;
  const place = kind.startsWith('staff.') ? NOWHERE : event.place;
  await tx.run(insertEvent, [
    memberId,
    kind,
    values,
    place?.device ?? null,
    place?.address ?? null,
    at,
  ]);
}
