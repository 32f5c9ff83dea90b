/** "This wasn't me": the page behind a security alert's link, which can freeze the account. Opening it changes nothing. */
import { useQuery } from '@tanstack/react-query';
import { Button, formatDate, Note, Stack, StateBlock, Text, useNumberLocale } from '@tern/ui';
import { useState } from 'react';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { currentSession } from '../../../../kernel/session.ts';
import { leaveSession } from '../../../../kernel/session-end.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { type I18n, useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { freezeAccount, loadAlert, type SecurityAlert } from '../api.ts';
import { FormError, LoginFrame } from '../parts/login-frame.tsx';

export function NotMeScreen() {
  const t = useT();
  const { token = '' } = useParams();
  const [isFrozen, setFrozen] = useState(false);
  const query = useQuery({
    queryKey: ['security-alert', token],
    queryFn: ({ signal }) => loadAlert(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isFrozen) return <Frozen />;
  return (
    <LoginFrame heading={t('auth.wasThisYou')}>
      <Loaded query={query}>
        {(alert) =>
          alert === 'gone' ? (
            <Gone />
          ) : (
            <Question alert={alert} token={token} onFrozen={() => setFrozen(true)} />
          )
        }
      </Loaded>
    </LoginFrame>
  );
}

interface QuestionProps {
  alert: SecurityAlert;
  token: string;
  onFrozen: () => void;
}

function Question({ alert, token, onFrozen }: QuestionProps) {
  const { t } = useI18n();
  const locale = useNumberLocale();
  const navigator = useNavigator();
  const [error, setError] = useState<string>();
  const { submit, isBusy } = useSubmit({
    send: () => freezeAccount(token),
    onDone: () => {
      if (currentSession()) leaveSession();
      onFrozen();
    },
    onRefused: ({ msg }) => {
      setError(msg);
      return true;
    },
  });
  return (
    <Stack gap={16} top={14}>
      <Text size="body">{alertMessage(alert, t)}</Text>
      <Text size="label" tone="soft" breaksAnywhere>
        {formatDate(alert.at, { locale })} · {alert.email}
      </Text>
      <Note kind="warn">{t('auth.freezeNote')}</Note>
      <FormError>{error}</FormError>
      <Button
        kind="danger"
        isFull
        isBusy={isBusy}
        busyLabel={t('auth.freezing')}
        onPress={() => submit(undefined)}
      >
        {t('auth.freezeIt')}
      </Button>
      <Button kind="secondary" isFull onPress={() => navigator.relaunch(pages.home)}>
        {t('auth.itWasMe')}
      </Button>
    </Stack>
  );
}

function alertMessage({ kind }: SecurityAlert, t: I18n['t']): string {
  switch (kind) {
    case 'passwordChanged':
      return t('auth.alertPasswordChanged');
    case 'payPasswordReset':
    case 'payPasswordSet':
      return t('auth.alertWithdrawPassword');
    case 'phoneProven':
      return t('auth.alertPhone');
    case 'factorAdded':
    case 'factorReplaced':
      return t('auth.alertFactorAdded');
    case 'factorRemoved':
      return t('auth.alertFactorRemoved');
    case 'recoveryCodesMade':
    case 'recoveryCodeUsed':
      return t('auth.alertRecoveryCodes');
    case 'newDevice':
      return t('auth.alertNewDevice');
    case 'addressAdded':
      return t('auth.alertAddressAdded');
    case 'cardAdded':
      return t('auth.alertCardAdded');
    case 'addressLockOff':
      return t('auth.alertAddressLockOff');
    case 'mailWord':
      return t('auth.alertMailWord');
    case 'keyMade':
      return t('auth.alertKeyMade');
    case 'unfreezeRequested':
      return t('auth.alertUnfreeze');
    case 'exported':
      return t('auth.alertExported');
    case 'closing':
      return t('auth.alertClosing');
    default:
      return t('auth.alertPasswordReset');
  }
}

function Frozen() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <LoginFrame heading={t('auth.frozenHeading')}>
      <Stack gap={16} top={14} role="status">
        <Text size="body">{t('auth.frozenText')}</Text>
        <Text size="label" tone="soft" breaksAnywhere>
          {t('auth.frozenNext')}
        </Text>
        <Button kind="primary" isFull onPress={() => navigator.relaunch(pages.forgetPassword)}>
          {t('auth.setPassword')}
        </Button>
      </Stack>
    </LoginFrame>
  );
}

function Gone() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <StateBlock
      kind="empty"
      title={t('auth.linkGone')}
      text={t('auth.linkGoneText')}
      action={
        <Button kind="secondary" onPress={() => navigator.push(pages.forgetPassword)}>
          {t('auth.setPassword')}
        </Button>
      }
    />
  );
}
