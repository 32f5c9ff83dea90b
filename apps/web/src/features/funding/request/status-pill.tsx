/** The status of a funding request as a pill. */
import { Pill, type PillKind } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import type { ReviewedRecord } from './review-timeline.tsx';

interface Look {
  kind: PillKind;
  words: MessageKey;
}

const UNDER_REVIEW: Look = { kind: 'review', words: 'transfer.underReview' };
/** rules §12 */
const LOOKS: Readonly<Record<number, Look>> = {
  1: UNDER_REVIEW,
  2: { kind: 'done', words: 'transfer.completed' },
  3: { kind: 'bad', words: 'transfer.notApproved' },
  4: { kind: 'neutral', words: 'transfer.cancelled' },
};

const VOIDED: Look = { kind: 'neutral', words: 'transfer.voided' };

export function TransferPill({
  status,
  isApproved,
  isVoided,
}: Pick<ReviewedRecord, 'status' | 'isApproved' | 'isVoided'>) {
  const t = useT();
  const { kind, words } = isVoided === true ? VOIDED : (LOOKS[status] ?? UNDER_REVIEW);
  const isOnItsWay = status === 1 && isApproved === true;
  return (
    <Pill kind={kind} dot="self">
      {t(isOnItsWay ? 'transfer.onItsWay' : words)}
    </Pill>
  );
}
