/** Sets up an authenticator: the login password for the first factor, then QR code and key, then its first code. */
import { Button, copyIcon, IconButton, Inline, Note, Sheet, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { useForm } from '../../../../kernel/form.ts';
import { QrCode } from '../../../../kernel/qr-code.tsx';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { type AuthenticatorOffer, beginAuthenticator, finishAuthenticator } from '../api.ts';
import styles from './factors.module.css';
import { passwordFault } from './password-fault.ts';

export interface AuthenticatorSheetProps {
  isOpen: boolean;
  /** The first factor needs the login password. */
  isFirst: boolean;
  /** Replaces an authenticator: withdrawals pause. */
  isReplaced: boolean;
  onClose: () => void;
  onAdded: (recoveryCodes: string[] | null) => void;
}

export function AuthenticatorSheet({ isOpen, onClose, ...steps }: AuthenticatorSheetProps) {
  const { t } = useI18n();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('second-factor.authenticator')}>
      <Steps {...steps} />
    </Sheet>
  );
}

function Steps({ onAdded, ...first }: Omit<AuthenticatorSheetProps, 'isOpen' | 'onClose'>) {
  const [offer, setOffer] = useState<AuthenticatorOffer>();
  return offer === undefined ? (
    <BeginForm {...first} onBegun={setOffer} />
  ) : (
    <CodeForm offer={offer} onAdded={onAdded} onExpired={() => setOffer(undefined)} />
  );
}

interface BeginFormProps {
  isFirst: boolean;
  isReplaced: boolean;
  onBegun: (offer: AuthenticatorOffer) => void;
}

function BeginForm({ isFirst, isReplaced, onBegun }: BeginFormProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const form = useForm({ password: '' });
  const { submit, isBusy, isOff } = useSubmit({
    send: beginAuthenticator,
    onDone: onBegun,
    onRefused: (refusal) => {
      const password = passwordFault(refusal, i18n);
      return password !== undefined && form.fail({ password });
    },
    onFailed: () => form.clear('password'),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { password } = form.values;
    if (isFirst && password === '') form.fail({ password: t('second-factor.enterPassword') });
    else submit(password);
  };
  return (
    <form ref={form.ref} className={styles.form} onSubmit={send} noValidate>
      <p className={styles.lead}>{t('second-factor.authenticatorWhat')}</p>
      {isReplaced && <Note kind="warn">{t('second-factor.pauseNote')}</Note>}
      {isFirst && (
        <TextField
          {...form.field('password')}
          label={t('second-factor.password')}
          type="password"
          autoComplete="current-password"
        />
      )}
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.waiting')}
      >
        {t('second-factor.continue')}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  offer: AuthenticatorOffer;
  onAdded: AuthenticatorSheetProps['onAdded'];
  onExpired: () => void;
}

function CodeForm({ offer, onAdded, onExpired }: CodeFormProps) {
  const { t } = useI18n();
  const form = useForm({ code: '' });
  const copy = useCopy('error');
  const { submit, isBusy, isOff } = useSubmit({
    send: finishAuthenticator,
    onDone: onAdded,
    onRefused: ({ refusal, data }) => {
      if (refusal !== 'wrong-second-factor') return false;
      const { triesLeft: count } = data as { triesLeft: number };
      return form.fail({ code: t('second-factor.wrong', { count }) });
    },
    onFailed: ({ refusal }) => {
      form.clear('code');
      if (refusal === 'confirmation-expired') onExpired();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const code = form.values.code.trim();
    if (code === '') form.fail({ code: t('second-factor.enterCode') });
    else submit(code);
  };
  return (
    <form ref={form.ref} className={styles.form} onSubmit={send} noValidate>
      <p className={styles.lead}>{t('second-factor.scan')}</p>
      <QrCode text={offer.uri} label={t('second-factor.qr')} className={styles.qr} />
      <Inline gap={8} align="center" justify="between">
        <div>
          <div className={styles.label}>{t('second-factor.key')}</div>
          <div className={styles.secret}>{offer.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</div>
        </div>
        <IconButton
          icon={copyIcon}
          label={t('second-factor.copyKey')}
          onPress={() => copy(offer.secret)}
        />
      </Inline>
      <TextField
        {...form.field('code')}
        label={t('second-factor.code')}
        hint={t('second-factor.firstCodeHint')}
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
      />
      <Button
        kind="primary"
        type="submit"
        isFull
        isBusy={isBusy}
        isDisabled={isOff}
        busyLabel={t('second-factor.confirming')}
      >
        {t('second-factor.turnOn')}
      </Button>
    </form>
  );
}
