/** Where a withdrawal stands, in a word or two. */
import { Pill, type PillKind } from '@tern/ui';
import type { MessageKey } from '../../../platform/i18n/message-key.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Withdrawal } from '../withdrawal-pages.ts';

interface Look {
  kind: PillKind;
  words: MessageKey;
}

const UNDER_REVIEW: Look = { kind: 'review', words: 'withdrawal.underReview' };
/** rules §12 */
const LOOKS: Readonly<Record<number, Look>> = {
  1: UNDER_REVIEW,
  2: { kind: 'done', words: 'withdrawal.completed' },
  3: { kind: 'bad', words: 'withdrawal.notApproved' },
  4: { kind: 'neutral', words: 'withdrawal.cancelled' },
};

export function WithdrawalPill({ status, isApproved }: Pick<Withdrawal, 'status' | 'isApproved'>) {
  const t = useT();
  const { kind, words } = LOOKS[status] ?? UNDER_REVIEW;
  const isOnItsWay = status === 1 && isApproved;
  return (
    <Pill kind={kind} dot="self">
      {t(isOnItsWay ? 'withdrawal.onItsWay' : words)}
    </Pill>
  );
}
