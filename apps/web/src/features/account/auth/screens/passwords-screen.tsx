/** Password settings: change or recover a password. */
import {
  Card,
  formatDate,
  NavBar,
  Note,
  Row,
  ScreenBody,
  ScreenHeader,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { useSession } from '../../../../kernel/session.ts';
import { blockedUntil } from '../../../../kernel/account-status.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import styles from '../parts/form.module.css';

export function PasswordsScreen() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const user = useSession()?.user;
  const locale = useNumberLocale();
  const until = blockedUntil(user);
  const action = user && (user.hasPayPassword ? t('auth.change') : t('auth.set'));
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.passwordsTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        {until !== undefined && (
          <div className={styles.above}>
            <Note kind="warn">
              {t('auth.pausedUntil', { time: formatDate(until, { locale }) })}
            </Note>
          </div>
        )}
        <Card isPadded={false}>
          <Row
            title={t('auth.loginPassword')}
            value={user && t('auth.change')}
            {...to(pages.resetPassword)}
          />
          <Row
            title={t('auth.withdrawPassword')}
            value={action}
            {...to(pages.resetWithdrawPassword)}
          />
          <Row title={t('auth.forgotLogin')} {...to(pages.forgetPassword)} />
          {user?.hasPayPassword && (
            <Row title={t('auth.forgetWithdrawTitle')} {...to(pages.forgetWithdrawPassword)} />
          )}
        </Card>
        {user && (
          <Text as="div" top={16}>
            <Card isPadded={false}>
              {user.phoneProven ? (
                <Row title={t('auth.phone')} value={t('auth.confirmed')} />
              ) : (
                <Row title={t('auth.phone')} value={t('auth.confirm')} {...to(pages.provePhone)} />
              )}
            </Card>
          </Text>
        )}
      </ScreenBody>
    </>
  );
}
