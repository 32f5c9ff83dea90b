/** The lock of an operator's account: who locked it, until when, and locking, confirming and unlocking. */
import { Button, DateText, Inline } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Facts, Part } from '../../../kernel/page.tsx';
import { ReasonDialog } from '../../../kernel/reason.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import type { Account } from './api.ts';

const { locks } = texts.operators;

type LockAct = 'lock' | 'confirm' | 'unlock';

/** Nobody decides on a lock of the own account; one's own is locked on the own page. */
export function AccountLock({ account }: { account: Account }) {
  const { lock, isActive } = account;
  const [act, setAct] = useState<LockAct>();
  const own = useSession()?.operator.login;
  const mayDecide = usePermission('reviews.first', 'reviews.second');
  const acts: LockAct[] = [];
  if (lock === null && isActive) acts.push('lock');
  if (lock !== null && mayDecide) {
    if (lock.confirmedBy === null && lock.by !== own) acts.push('confirm');
    if (lock.askedBy !== own) acts.push('unlock');
  }
  const end = () => setAct(undefined);
  return (
    <Part title={locks.title}>
      {lock === null ? <p>{locks.lockLead}</p> : <LockFacts lock={lock} />}
      <Inline gap={8} align="center" isWrapped>
        {acts.map((each) => (
          <Button
            key={each}
            kind={each === 'lock' ? 'danger' : 'secondary'}
            onPress={() => setAct(each)}
          >
            {locks[each]}
          </Button>
        ))}
      </Inline>
      <LockDialog account={account} isOpen={act === 'lock'} onEnd={end} />
      <ConfirmDialog account={account} isOpen={act === 'confirm'} onEnd={end} />
      <UnlockDialog account={account} isOpen={act === 'unlock'} onEnd={end} />
    </Part>
  );
}

function LockFacts({ lock }: { lock: NonNullable<Account['lock']> }) {
  const { by, reason, beganAt, until, confirmedBy, askedBy } = lock;
  return (
    <Facts
      rows={[
        [locks.by, by],
        [locks.since, <DateText key="since" at={beganAt} />],
        [locks.until, until === null ? locks.untilUnlocked : <DateText key="until" at={until} />],
        [locks.reason, reason],
        ...(confirmedBy === null ? [] : [[locks.confirmedBy, confirmedBy] as const]),
        ...(askedBy === null ? [] : [[locks.askedBy, askedBy] as const]),
      ]}
    />
  );
}

interface DialogProps {
  account: Pick<Account, 'ID' | 'login'>;
  isOpen: boolean;
  onEnd: () => void;
}

export function LockDialog({ account: { ID, login }, isOpen, onEnd }: DialogProps) {
  const act = useAct('POST /operator/account/lock', () => locks.done.lock);
  const isOwn = useSession()?.operator.login === login;
  return (
    <ReasonDialog
      isOpen={isOpen}
      question={isOwn ? locks.lockOwnQuestion : locks.lockQuestion(login)}
      confirmLabel={isOwn ? locks.lockOwn : locks.lock}
      confirmKind="danger"
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => act.run({ ID, reason }, onEnd)}
    >
      <p>{isOwn ? locks.lockOwnLead : locks.lockLead}</p>
    </ReasonDialog>
  );
}

function ConfirmDialog({ account: { ID, login }, isOpen, onEnd }: DialogProps) {
  const act = useAct('POST /operator/account/confirmLock', () => locks.done.confirm);
  return (
    <ReasonDialog
      isOpen={isOpen}
      question={locks.confirmQuestion(login)}
      confirmLabel={locks.confirm}
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => act.run({ ID, reason }, onEnd)}
    >
      <p>{locks.confirmLead}</p>
    </ReasonDialog>
  );
}

function UnlockDialog({ account, isOpen, onEnd }: DialogProps & { account: Account }) {
  const { ID, login, lock } = account;
  const act = useAct('POST /operator/account/unlock', ({ isUnlocked }) =>
    isUnlocked ? locks.done.unlock : locks.done.ask,
  );
  const isFirst = lock !== null && lock.confirmedBy !== null && lock.askedBy === null;
  return (
    <ReasonDialog
      isOpen={isOpen}
      question={locks.unlockQuestion(login)}
      confirmLabel={locks.unlock}
      isBusy={act.isBusy}
      onCancel={onEnd}
      onConfirm={(reason) => act.run({ ID, reason }, onEnd)}
    >
      <p>{isFirst ? locks.unlockFirstLead : locks.unlockLead}</p>
    </ReasonDialog>
  );
}
