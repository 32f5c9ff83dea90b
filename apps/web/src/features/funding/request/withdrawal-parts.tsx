/** What every withdrawal needs of the member: their account status and withdrawal password. */
import { Button, CtaBar, formatDate, Note, TextButton, TextField, useNumberLocale } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { FieldProps } from '../../../kernel/form.ts';
import { pages } from '../../../kernel/pages.ts';
import type { User } from '../../../kernel/session.ts';
import { blockedUntil, type Obstacle, withdrawalObstacle } from '../../../kernel/account-status.ts';
import { AccountStatusBanner } from './account-status-banner.tsx';

/** Why withdrawals are unavailable, or that this one will be reviewed manually after a pause. */
export function AccountStatusNote({ user }: { user: User | undefined }) {
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  if (obstacle !== undefined)
    return <AccountStatusBanner direction="out" {...{ user, obstacle }} />;
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}

/** Hidden if the member has no password, which the screen asks them to set, or if there is an obstacle. */
export function PayPasswordField({ user, field }: { user: User | undefined; field: FieldProps }) {
  const t = useT();
  const to = useLinks();
  if (user?.hasPayPassword === false || withdrawalObstacle(user) !== undefined) return null;
  return (
    <TextField
      {...field}
      label={t('transfer.password')}
      labelAside={
        <TextButton tone="accent" isFlush {...to(pages.forgetWithdrawPassword)}>
          {t('transfer.forgot')}
        </TextButton>
      }
      type="password"
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
    />
  );
}

export interface SendBarProps {
  user: User | undefined;
  /** "Withdraw 2,500.00 USDT" */
  label: string;
  isBusy: boolean;
  isOff: boolean;
}

/** The submit button; disabled by an obstacle, with a note on what resolves it. */
export function SendBar({ user, label, isBusy, isOff }: SendBarProps) {
  const obstacle = withdrawalObstacle(user);
  const unlockNote = useUnlockNote(user, obstacle);
  return (
    <CtaBar note={unlockNote}>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        isDisabled={isOff || obstacle !== undefined}
      >
        {label}
      </Button>
    </CtaBar>
  );
}

function useUnlockNote(user: User | undefined, obstacle: Obstacle | undefined): string | undefined {
  const t = useT();
  const locale = useNumberLocale();
  if (obstacle === undefined || obstacle === 'frozen') return undefined;
  if (obstacle !== 'blocked') return t('transfer.opensVerified');
  const time = formatDate(blockedUntil(user), { locale, detail: 'short' });
  return t('transfer.availableFrom', { time });
}
