/** Withdrawals to saved addresses only: on immediately, off a day later, with the login password. */
import { formatDate, pinIcon, Row, showToast, Switch } from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type AddressLock, turnLockOff, turnLockOn } from '../api.ts';
import { PasswordSheet } from './password-sheet.tsx';

export function AddressLockRow({ lock }: { lock: AddressLock }) {
  const { t, locale } = useI18n();
  const [isAsking, setAsking] = useState(false);
  const { submit, isBusy } = useSubmit({
    send: () => turnLockOn(),
    onDone: () => showToast(t('security.lockIsOn'), 'done'),
  });
  const isEnding = lock.offAt !== null;
  const note = isEnding
    ? t('security.lockUntil', { time: formatDate(lock.offAt, { locale }) })
    : t('security.lockNote');
  return (
    <>
      <Row
        icon={pinIcon}
        title={t('security.lock')}
        note={note}
        value={
          <Switch
            label={t('security.lock')}
            look="bare"
            isOn={lock.isOn && !isEnding}
            isDisabled={isBusy}
            onChange={(isOn) => (isOn ? submit(undefined) : setAsking(true))}
          />
        }
      />
      <PasswordSheet
        isOpen={isAsking}
        title={t('security.lockOffQuestion')}
        text={t('security.lockOffExplain')}
        action={t('security.turnOff')}
        send={turnLockOff}
        onDone={() => setAsking(false)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
