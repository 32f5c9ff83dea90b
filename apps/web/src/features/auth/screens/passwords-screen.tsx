/** Password settings: which password to change, or how to get back in. */
import { Card, NavBar, Row, ScreenBody, ScreenHeader } from '@tern/ui';
import { pages } from '../../../kernel/pages.ts';
import { useSession } from '../../../kernel/session.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../platform/navigation/links.ts';

export function PasswordsScreen() {
  const t = useT();
  const to = useLinks();
  const back = useBack();
  const user = useSession()?.user;
  const action = user && (user.hasPayPassword ? t('auth.change') : t('auth.set'));
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('auth.passwordsTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
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
        </Card>
      </ScreenBody>
    </>
  );
}
