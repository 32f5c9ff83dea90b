/** Why a request was rejected or paused, and where the money is now. */
import { Note } from '@tern/ui';
import type { ReviewedRecord } from './review-timeline.tsx';

export interface ReasonNoteProps {
  record: Pick<ReviewedRecord, 'status'> & { reason: string };
  /** Shown if it was rejected or cancelled: "Returned to your balance." */
  over?: string;
}

export function ReasonNote({ record: { status, reason }, over }: ReasonNoteProps) {
  const after = status === 3 || status === 4 ? over : undefined;
  if (after === undefined && reason === '') return null;
  return (
    <Note kind={status === 3 ? 'warn' : 'info'}>
      {reason !== '' && <p>{reason}</p>}
      {after !== undefined && <p>{after}</p>}
    </Note>
  );
}
