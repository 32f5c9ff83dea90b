/** The form of a withdrawal or payout: coin, amount, what its kind asks for, password, what happens next, and the button. */
import { Note } from '@tern/ui';
import type { FormEvent, ReactNode } from 'react';
import { AccountStatusBanner } from '../../../../kernel/account-status-banner.tsx';
import { withdrawalObstacle } from '../../../../kernel/account-status.ts';
import type { Coin } from '../../../../kernel/balances.ts';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { CoinButton, NextSteps } from './form-parts.tsx';
import styles from './form.module.css';
import { OutgoingAmount, PayPasswordField, SendBar } from './outgoing-parts.tsx';
import type { useOutgoingForm } from './use-outgoing-form.ts';

export interface OutgoingFormProps {
  title: string;
  coin: Coin;
  user: User | undefined;
  outgoing: Pick<
    ReturnType<typeof useOutgoingForm>,
    'form' | 'places' | 'over' | 'isBusy' | 'isOff'
  > & {
    /** Validates, then asks for confirmation. */
    review: () => void;
  };
  /** The largest amount besides the balance; undefined while unknown. */
  max: string | undefined;
  onPickCoin: () => void;
  /** What follows the review by a person. */
  lastStep: { title: string; text: string };
  /** After the password. */
  note?: ReactNode;
  /** Destination, costs and terms. */
  children: ReactNode;
}

export function OutgoingForm(props: OutgoingFormProps) {
  const { title, coin, user, outgoing, max, onPickCoin, lastStep, note, children } = props;
  const { form, places, over, isBusy, isOff, review } = outgoing;
  const amount = form.field('amount');
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) review();
  };
  return (
    <form ref={form.ref} noValidate className={styles.form} aria-label={title} onSubmit={submit}>
      <AccountStatusNote user={user} />
      <CoinButton asset={coin.asset} logo={coin.logo} onPress={onPickCoin} />
      <OutgoingAmount
        coin={coin}
        field={{ ...amount, error: amount.error ?? over }}
        places={places}
        isDisabled={obstacle !== undefined}
        max={max}
      />
      {children}
      <PayPasswordField user={user} field={form.field('password')} />
      {note}
      {obstacle === undefined && (
        <NextSteps
          steps={[
            { title: t('transfer.youSubmit'), text: t('transfer.now') },
            { title: t('transfer.personChecks'), text: t('transfer.youAreTold') },
            lastStep,
          ]}
        />
      )}
      <SendBar
        {...{ user, places, isBusy, isOff }}
        asset={coin.asset}
        amount={form.values.amount}
      />
    </form>
  );
}

/** Why withdrawals are unavailable, or that this one will be reviewed manually after a pause. */
function AccountStatusNote({ user }: { user: User | undefined }) {
  const t = useT();
  const obstacle = withdrawalObstacle(user);
  if (obstacle !== undefined) {
    const verifyTitle = t('transfer.verifyToWithdraw');
    return <AccountStatusBanner {...{ user, obstacle, verifyTitle }} />;
  }
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('transfer.byHand')}</Note> : null;
}
