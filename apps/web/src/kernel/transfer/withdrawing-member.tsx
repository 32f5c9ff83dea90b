/** What any withdrawal asks of the member: when they may, and their withdrawal password. */
import { Button, CtaBar, formatDate, Note, TextButton, TextField, useNumberLocale } from '@tern/ui';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useLinks } from '../../platform/navigation/links.ts';
import type { FieldProps } from '../form.ts';
import { pages } from '../pages.ts';
import type { User } from '../session.ts';
import { serverNow } from '../site-config.ts';

/** Until when the member may not withdraw after a change of password (spec §4), ISO 8601; undefined when they may. */
export function blockedUntil(user: User | undefined): string | undefined {
  const until = user?.withdrawalsBlockedUntil ?? null;
  return until !== null && Date.parse(until) > serverNow() ? until : undefined;
}

/** Says that withdrawals rest, or that this one is looked at by hand after they did. */
export function StandingNote({ user }: { user: User | undefined }) {
  const t = useT();
  const locale = useNumberLocale();
  const until = blockedUntil(user);
  if (until !== undefined) {
    const time = formatDate(until, { locale });
    return <Note kind="warn">{t('transfer.blocked', { time })}</Note>;
  }
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}

/** Nothing for a member who has none: the screen asks them to set one. */
export function PayPasswordField({ user, field }: { user: User | undefined; field: FieldProps }) {
  const t = useT();
  const to = useLinks();
  if (user?.hasPayPassword === false) return null;
  return (
    <TextField
      {...field}
      label={t('transfer.password')}
      labelAside={
        <TextButton tone="accent" isFlush {...to(pages.resetWithdrawPassword)}>
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

/** The button that sends the form; while withdrawals rest it says until when. */
export function SendBar({ user, label, isBusy, isOff }: SendBarProps) {
  const t = useT();
  const locale = useNumberLocale();
  const until = blockedUntil(user);
  return (
    <CtaBar>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        isDisabled={isOff || until !== undefined}
      >
        {until === undefined
          ? label
          : t('transfer.availableFrom', { time: formatDate(until, { locale, detail: 'short' }) })}
      </Button>
    </CtaBar>
  );
}
