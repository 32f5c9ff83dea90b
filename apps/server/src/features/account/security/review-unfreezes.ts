/** The review of requests to lift a freeze by the owner: two operators check that the owner asks (ADR 43). */
import { liftOwnersFreeze } from '../../../kernel/members/account-status.ts';
import { devicesOfMember } from '../../../kernel/members/devices.ts';
import { freezeOf, isVerified, lockMember, memberById } from '../../../kernel/members/members.ts';
import { NOWHERE, recordSecurityEvent } from '../../../kernel/members/security-events.ts';
import { Refusal } from '../../../kernel/requests/refusal.ts';
import {
  comparisonRow,
  type Decision,
  type ReviewCheck,
  type ReviewKind,
  subjectReview,
} from '../../../kernel/review/review-kind.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import { isoTime } from '../../../platform/clock.ts';
import type { Reader, Tx } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { authSettings } from '../auth/index.ts';
import { endUnfreeze, type Unfreeze, unfreezeById, unfreezeForUpdate } from './store.ts';

async function checksOf(
  reader: Reader,
  { memberId, earliestAt }: Unfreeze,
  at: number,
): Promise<ReviewCheck[]> {
  const member = await memberById(reader, memberId);
  const isByOwner = member !== undefined && freezeOf(member)?.by === 'owner';
  const isKnown = member !== undefined && isVerified(member);
  return [
    { name: 'frozen-by-owner-only', isPassed: isByOwner, level: 'stop' },
    {
      name: 'waited-24h',
      isPassed: at >= earliestAt,
      level: 'stop',
      detail: `possible from ${isoTime(earliestAt)}`,
    },
    // Never passes automatically: each operator confirms that they compared the person with what we know.
    {
      name: 'identity-compared',
      isPassed: false,
      level: 'warning',
      detail: isKnown
        ? 'compare the person with the verified documents'
        : 'no verified documents: compare with e-mail, phone and past logins',
    },
  ];
}

const DEVICES_SHOWN = 5;

async function evidenceOf(reader: Reader, { memberId, note, frozenAt, createdAt }: Unfreeze) {
  const member = await memberById(reader, memberId);
  const devices = await devicesOfMember(reader, memberId);
  const row = (label: string, value: string) => comparisonRow(label, [value]);
  return {
    summary: 'frozen by the owner · lifted on approval',
    columns: ['Account'],
    rows: [
      row('Member', member?.email ?? ''),
      row('Phone', member === undefined ? '' : `+${member.countryCode} ${member.phone}`),
      row('Phone proven', member?.phoneProvenAt ? 'yes' : 'no'),
      row('Identity verified', member !== undefined && isVerified(member) ? 'yes' : 'no'),
      row('Frozen', isoTime(frozenAt)),
      row('Requested', isoTime(createdAt)),
      row('Note of the member', note === '' ? 'none' : note),
      ...devices
        .slice(0, DEVICES_SHOWN)
        .map((device, index) =>
          row(
            `Device ${index + 1}`,
            `${device.name || 'unknown'}, ${device.address}, since ${isoTime(device.firstSeenAt)}`,
          ),
        ),
    ],
    images: [],
  };
}

const read = (reader: Reader, id: number) => reader.one(unfreezeById, [id]);

export function reviewUnfreezes({ settings }: { settings: Settings }): ReviewKind {
  /** @throws already-decided */
  async function lift(tx: Tx, { subjectId, at }: Decision): Promise<void> {
    const request = await tx.one(unfreezeForUpdate, [subjectId]);
    const { memberId } = request;
    const member = await lockMember(tx, memberId);
    if (request.state !== 'open' || member === undefined) throw new Refusal('already-decided');
    const until = at + settings.read(authSettings.withdrawalPauseHours) * HOUR_MS;
    await liftOwnersFreeze(tx, { memberId, withdrawalsBlockedUntil: until }, at);
    await tx.one(endUnfreeze, [subjectId, 'approved', '', at]);
    const values = { until: isoTime(until) };
    const event = { memberId, kind: 'security.unfrozen', values, place: NOWHERE };
    await recordSecurityEvent(tx, event, at);
  }

  return {
    kind: 'unfreeze',
    letter: 'U',
    movesMoney: false,
    approvals: 2,
    ...subjectReview(read, {
      facts: ({ memberId, frozenAt, earliestAt }) => ({
        memberId,
        frozenAt: isoTime(frozenAt),
        earliestAt: isoTime(earliestAt),
      }),
      checks: (request, reader, at) => checksOf(reader, request, at),
      evidence: (request, reader) => evidenceOf(reader, request),
    }),
    approve: lift,
    async reject(tx, { subjectId, message, at }) {
      await tx.one(endUnfreeze, [subjectId, 'rejected', message, at]);
    },
  };
}
