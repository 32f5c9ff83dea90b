/** The outgoing transfer of a message that its member can still cancel. */
import type { RecordCard } from '@tern/protocol';
import type { MemberRecords } from '../../../kernel/requests/member-records.ts';
import type { Reader } from '../../../platform/database/database.ts';
import type { Message } from './store-messages.ts';

/** Money leaves by these. */
const OUTGOING = ['withdrawal', 'payout'] as const;
/** More than a member has under review. */
const RECORDS_MAX = 20;

/** The one that is attached, or whose number the text names; undefined without one, or once it can no longer be cancelled. */
export async function cancellableIn(
  records: MemberRecords,
  reader: Reader,
  {
    memberId,
    message,
  }: { memberId: number; message: Pick<Message, 'text' | 'recordKind' | 'recordId'> },
): Promise<RecordCard | undefined> {
  for (const kind of OUTGOING) {
    const latest = await records.latest(reader, memberId, { kind, limit: RECORDS_MAX });
    const found = latest.find(
      ({ ID, recordNo, canCancel }) =>
        canCancel &&
        ((message.recordKind === kind && message.recordId === ID) || names(message.text, recordNo)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a text has the whole number: W-1187 is not in W-11873. */
function names(text: string, recordNo: string): boolean {
  return text
    .toUpperCase()
    .split(/[^A-Z0-9-]+/)
    .includes(recordNo);
}
