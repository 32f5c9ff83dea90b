/** A loan's status in one word. */
import { Pill, type PillKind } from '@tern/ui';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { LoanFilter, LoanStatus } from '../api.ts';

export const STATUS_WORDS = {
  all: 'transfer.all',
  underReview: 'transfer.underReview',
  active: 'loan.running',
  overdue: 'loan.overdue',
  repaid: 'loan.repaid',
  rejected: 'transfer.notApproved',
} as const satisfies Record<LoanFilter, string>;

const KINDS: Readonly<Record<LoanStatus, PillKind>> = {
  underReview: 'review',
  active: 'review',
  overdue: 'bad',
  repaid: 'done',
  rejected: 'bad',
};

export function StatusPill({ status }: { status: LoanStatus }) {
  const t = useT();
  return (
    <Pill kind={KINDS[status]} dot="self">
      {t(STATUS_WORDS[status])}
    </Pill>
  );
}
