/** What every withdrawal and payout form shows: amount, withdrawal password, confirmation, submit button. */
import {
  BigAmountField,
  Button,
  Chip,
  ConfirmDialog,
  CtaBar,
  formatAmount,
  formatDate,
  Inline,
  KeyValue,
  Pill,
  Sheet,
  Stack,
  TextButton,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import type { ReactNode } from 'react';
import {
  blockedUntil,
  type Obstacle,
  withdrawalObstacle,
} from '../../../../kernel/account-status.ts';
import type { Coin } from '../../../../kernel/balances.ts';
import type { Bounds } from '../../../../kernel/coin-networks.ts';
import { ExactAmount, exactPlaces } from '../../../../kernel/exact-amount.tsx';
import type { FieldProps } from '../../../../kernel/form.ts';
import { pages } from '../../../../kernel/pages.ts';
import type { User } from '../../../../kernel/session.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { maxAmount } from '../../../../kernel/amount-limits.ts';
import styles from './form.module.css';

export interface OutgoingAmountProps {
  coin: Coin;
  field: FieldProps;
  /** Decimal places shown. */
  places: number;
  /** Typing is blocked by an obstacle. */
  isDisabled: boolean;
  /** The largest amount besides the balance; undefined while unknown. */
  max: string | undefined;
}

/** The amount field, with the available balance and a Max chip. */
export function OutgoingAmount({ coin, field, places, isDisabled, max }: OutgoingAmountProps) {
  const t = useT();
  const locale = useNumberLocale();
  const { asset, available } = coin;
  const amount = formatAmount(available, { locale, places });
  return (
    <Stack gap={6}>
      <BigAmountField
        {...field}
        size="hero"
        label={t('transfer.amountIn', { coin: asset })}
        placeholder={formatAmount('0', { locale, places: Math.min(places, 2) })}
        places={coin.places}
        unit={asset}
        isDisabled={isDisabled}
      />
      <p className={styles.available}>
        <span>{t('transfer.availableAmount', { amount })}</span>
        {!isDisabled && (
          <Chip onPress={() => field.onChange(maxAmount(available, max, coin.places))}>
            {t('transfer.max')}
          </Chip>
        )}
      </p>
    </Stack>
  );
}

export interface LimitsProps {
  name: string;
  /** In the asset; undefined while unknown. */
  limits: Pick<Bounds, 'min' | 'max'> | undefined;
  asset: string;
  places: number;
}

/** "10.00 – 500.00 USDT" */
export function LimitsLine({ name, limits, asset, places }: LimitsProps) {
  const value = limits && (
    <>
      <ExactAmount value={limits.min} places={places} /> –{' '}
      <ExactAmount value={limits.max} places={places} unit={asset} />
    </>
  );
  return <KeyValue name={name} value={value ?? '---'} />;
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

/** Asks the member to set a withdrawal password first. */
export function PasswordSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const set = () => {
    onClose();
    navigator.push(pages.resetWithdrawPassword);
  };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('transfer.setPasswordFirst')}>
      <div className={styles.sheet}>
        <p>{t('transfer.setPasswordText')}</p>
        <Button kind="primary" isFull onPress={set}>
          {t('transfer.setIt')}
        </Button>
        <Button kind="secondary" isFull onPress={onClose}>
          {t('transfer.later')}
        </Button>
      </div>
    </Sheet>
  );
}

export interface SendBarProps {
  user: User | undefined;
  asset: string;
  /** As typed. */
  amount: string;
  /** Decimal places shown. */
  places: number;
  isBusy: boolean;
  isOff: boolean;
}

/** The submit button, "Withdraw 2,500.00 USDT"; disabled by an obstacle, with a note on what resolves it. */
export function SendBar({ user, asset, amount, places, isBusy, isOff }: SendBarProps) {
  const t = useT();
  const locale = useNumberLocale();
  const obstacle = withdrawalObstacle(user);
  const unlockNote = useUnlockNote(user, obstacle);
  const sum = formatAmount(amount, { locale, places: exactPlaces(amount, places) });
  return (
    <CtaBar note={unlockNote}>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        isDisabled={isOff || obstacle !== undefined}
      >
        {amount === ''
          ? t('transfer.withdrawCoin', { coin: asset })
          : t('transfer.withdrawAmount', { amount: sum, coin: asset })}
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

export interface ConfirmSendingProps {
  /** Undefined while the dialog is closed. */
  asset: string | undefined;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** The confirmation before money is sent. */
export function ConfirmSending({ asset, children, ...dialog }: ConfirmSendingProps) {
  const t = useT();
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={asset !== undefined}
      question={t('transfer.question', { coin: asset ?? '' })}
      confirmLabel={t('transfer.confirm')}
      cancelLabel={t('common.cancel')}
      busyLabel={t('transfer.sending')}
    >
      {children}
    </ConfirmDialog>
  );
}

/** The confirmed amount; `places` are those shown of the asset. */
export function ConfirmedAmount(props: { amount: string; asset: string; places: number }) {
  const t = useT();
  const { amount, asset, places } = props;
  return (
    <KeyValue
      name={t('transfer.amount')}
      value={
        <Inline as="span" gap={8} rowGap={4} align="center" justify="end" isWrapped isInText>
          <Pill kind="sim">{t('common.paper')}</Pill>
          <ExactAmount value={amount} places={places} unit={asset} />
        </Inline>
      }
    />
  );
}
