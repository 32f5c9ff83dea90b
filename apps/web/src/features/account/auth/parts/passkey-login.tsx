/** Logs in with a passkey of this device: no name, no password, no second step. */
import { Button, passkeyIcon, Stack } from '@tern/ui';
import { useState } from 'react';
import { NOT_USED } from '../../../../kernel/second-factor/browser-passkeys.ts';
import type { Session } from '../../../../kernel/session.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { logInWithPasskey } from '../api.ts';
import { loginRefusal } from '../login-refusal.ts';
import { FormError } from './login-frame.tsx';

export function PasskeyLogin({ onDone }: { onDone: (session: Session) => void }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [error, setError] = useState<string>();
  const { submit, isBusy, isOff } = useSubmit({
    send: logInWithPasskey,
    onDone: (outcome) => {
      if (outcome === NOT_USED) setError(t('auth.passkeyNotUsed'));
      else onDone(outcome);
    },
    onRefused: (refusal) => {
      const isUnknown = refusal.refusal === 'wrong-second-factor';
      setError(isUnknown ? t('auth.passkeyRefused') : loginRefusal(refusal, i18n));
      return true;
    },
  });
  return (
    <Stack gap={12} top={12}>
      <Button
        kind="outline"
        isFull
        icon={passkeyIcon}
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('auth.passkeyWaiting')}
        onPress={() => {
          setError(undefined);
          submit(undefined);
        }}
      >
        {t('auth.passkeyLogIn')}
      </Button>
      <FormError>{error}</FormError>
    </Stack>
  );
}
