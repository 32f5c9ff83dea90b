/** The form of a withdrawal, with what it costs and what happens after it is sent. */
import {
  AmountField,
  AmountText,
  Button,
  chevronDownIcon,
  CoinMark,
  CtaBar,
  formatAmount,
  formatDate,
  Icon,
  KeyValue,
  KeyValues,
  Note,
  TextButton,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent } from 'react';
import { pages } from '../../../kernel/pages.ts';
import type { User } from '../../../kernel/session.ts';
import { serverNow } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useLinks } from '../../../platform/navigation/links.ts';
import type { useWithdrawalForm } from '../use-withdrawal-form.ts';
import type { WithdrawableCoin } from '../withdrawable-coins.ts';
import { exactPlaces, mostOf, receivedOf } from '../withdrawal-sums.ts';
import { DestinationField } from './destination-field.tsx';
import { ThreeSteps } from './three-steps.tsx';
import styles from './withdrawal.module.css';

export interface WithdrawalFormProps {
  coin: WithdrawableCoin;
  user: User | undefined;
  withdrawal: ReturnType<typeof useWithdrawalForm>;
  onPick: (what: 'coin' | 'address') => void;
}

/** Until when the member may not withdraw after a change of password; undefined when they may. */
function blockedUntil(user: User | undefined): string | undefined {
  const until = user?.withdrawalsBlockedUntil ?? null;
  return until !== null && Date.parse(until) > serverNow() ? until : undefined;
}

export function WithdrawalForm(props: WithdrawalFormProps) {
  const { coin, user, withdrawal, onPick } = props;
  const { form, address } = withdrawal;
  const t = useT();
  const to = useLinks();
  const until = blockedUntil(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (until === undefined) withdrawal.review();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('withdrawal.title')}
      onSubmit={submit}
    >
      <StandingNote user={user} until={until} />
      <div className={styles.coinLine}>
        <button type="button" className={styles.coin} onClick={() => onPick('coin')}>
          <CoinMark symbol={coin.coinname} logo={coin.logo} size={24} />
          {coin.coinname}
          <Icon of={chevronDownIcon} size={16} />
        </button>
      </div>
      <GivenAmount {...props} />
      <DestinationField
        address={address}
        error={form.errors.to === '' ? undefined : form.errors.to}
        onPress={() => onPick('address')}
      />
      <Costs coin={coin} withdrawal={withdrawal} />
      {user?.hasPayPassword !== false && (
        <TextField
          {...form.field('password')}
          label={t('withdrawal.password')}
          labelAside={
            <TextButton tone="accent" isFlush {...to(pages.resetWithdrawPassword)}>
              {t('withdrawal.forgot')}
            </TextButton>
          }
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
        />
      )}
      <ThreeSteps />
      <SendBar {...props} until={until} />
    </form>
  );
}

function StandingNote({ user, until }: { user: User | undefined; until: string | undefined }) {
  const t = useT();
  const locale = useNumberLocale();
  if (until !== undefined) {
    const time = formatDate(until, { locale });
    return <Note kind="warn">{t('withdrawal.blocked', { time })}</Note>;
  }
  const wasBlocked = (user?.withdrawalsBlockedUntil ?? null) !== null;
  return wasBlocked ? <Note>{t('withdrawal.byHand')}</Note> : null;
}

function GivenAmount({ coin, withdrawal }: WithdrawalFormProps) {
  const { form, network, places } = withdrawal;
  const t = useT();
  const locale = useNumberLocale();
  const available = formatAmount(coin.available, { locale, places });
  return (
    <AmountField
      {...form.field('num')}
      label={t('withdrawal.amountIn', { coin: coin.coinname })}
      labelAside={t('withdrawal.availableAmount', { amount: available })}
      places={coin.places}
      unit={coin.coinname}
      action={{
        label: t('withdrawal.max'),
        onPress: () => form.set('num', mostOf(coin.available, network, coin.places)),
      }}
    />
  );
}

function Costs({ coin, withdrawal }: Pick<WithdrawalFormProps, 'coin' | 'withdrawal'>) {
  const { form, network, places } = withdrawal;
  const t = useT();
  const received = network && receivedOf(form.values.num, network);
  const unit = coin.coinname;
  return (
    <KeyValues>
      <KeyValue
        name={t('withdrawal.fee')}
        value={<AmountText value={network?.withdrawFee} places={places} unit={unit} />}
      />
      <KeyValue
        name={t('withdrawal.limits')}
        value={
          network === undefined ? (
            '---'
          ) : (
            <>
              <AmountText value={network.withdrawMin} places={places} /> –{' '}
              <AmountText value={network.withdrawMax} places={places} unit={unit} />
            </>
          )
        }
      />
      <KeyValue
        isTotal
        name={t('withdrawal.youReceive')}
        value={<AmountText value={received} places={places} unit={unit} />}
      />
    </KeyValues>
  );
}

function SendBar({ coin, withdrawal, until }: WithdrawalFormProps & { until: string | undefined }) {
  const { form, places, isBusy, isOff } = withdrawal;
  const t = useT();
  const locale = useNumberLocale();
  const { num } = form.values;
  const amount = formatAmount(num, { locale, places: exactPlaces(num, places) });
  const withdraw =
    num === ''
      ? t('withdrawal.withdrawCoin', { coin: coin.coinname })
      : t('withdrawal.withdrawAmount', { amount, coin: coin.coinname });
  const label =
    until === undefined
      ? withdraw
      : t('withdrawal.availableFrom', { time: formatDate(until, { locale, detail: 'short' }) });
  return (
    <CtaBar>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        isDisabled={isOff || until !== undefined}
      >
        {label}
      </Button>
    </CtaBar>
  );
}
