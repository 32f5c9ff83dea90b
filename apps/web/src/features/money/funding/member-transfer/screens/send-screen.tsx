/** Send to a member: whom, how much and a note, all on one page, then one press. */
import {
  AmountText,
  amountPlaces,
  Button,
  CtaBar,
  formatAmount,
  formatDate,
  Inline,
  KeyValue,
  KeyValues,
  ScreenBody,
  Sheet,
  StateBlock,
  TextButton,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import { type Amount, decimal, formatDecimal, subtract } from '@tern/money';
import { type FormEvent, useState } from 'react';
import {
  blockedUntil,
  type Obstacle,
  withdrawalObstacle,
} from '../../../../../kernel/account-status.ts';
import { AccountStatusBanner } from '../../../../../kernel/account-status-banner.tsx';
import { ExactAmount, exactPlaces } from '../../../../../kernel/exact-amount.tsx';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { useMember } from '../../../../../kernel/member.ts';
import { pages } from '../../../../../kernel/pages.ts';
import { RecordsHeader } from '../../../../../kernel/record-screen.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../../platform/navigation/links.ts';
import { CoinChoice, recentWithdrawals } from '../../request/coin-choice.tsx';
import formStyles from '../../request/form.module.css';
import { CoinButton } from '../../request/form-parts.tsx';
import { OutgoingAmount, PasswordSheet, PayPasswordField } from '../../request/outgoing-parts.tsx';
import { useWithdrawableCoins } from '../../request/use-withdrawable-coins.ts';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';
import styles from '../parts/member-transfer.module.css';
import { ReceiverField } from '../parts/receiver-field.tsx';
import { MyCodeSheet, SentSheet } from '../parts/send-sheets.tsx';
import { NOTE_MAX, type Sending, useSendForm } from '../use-send-form.ts';

const FIRST = 'USDT';

export function SendScreen() {
  const t = useT();
  const { coin: named = FIRST } = useParams();
  return (
    <>
      <RecordsHeader title={t('member-transfer.title')} page={pages.sendHistory} />
      <ScreenBody isPadded foot="cta">
        <Loaded query={useWithdrawableCoins()}>
          {(coins) => {
            const coin = coins.find(({ asset }) => asset === named.toUpperCase()) ?? coins[0];
            return coin === undefined ? (
              <StateBlock kind="empty" title={t('member-transfer.noCoins')} />
            ) : (
              <Send coin={coin} coins={coins} />
            );
          }}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Send({ coin, coins }: { coin: WithdrawableCoin; coins: WithdrawableCoin[] }) {
  const t = useT();
  const to = useLinks();
  const navigator = useNavigator();
  const user = useMember();
  const sending = useSendForm(coin, user);
  const { form, places, over, note, max } = sending;
  const [opened, setOpened] = useState<'coins' | 'code'>();
  const close = () => setOpened(undefined);
  const obstacle = withdrawalObstacle(user);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) sending.send();
  };
  const amount = form.field('amount');
  return (
    <>
      <form
        ref={form.ref}
        noValidate
        className={formStyles.form}
        aria-label={t('member-transfer.title')}
        onSubmit={submit}
      >
        {obstacle !== undefined && (
          <AccountStatusBanner
            {...{ user, obstacle }}
            verifyTitle={t('member-transfer.verifyToSend')}
          />
        )}
        <ReceiverField sending={sending} isDisabled={obstacle !== undefined} />
        <CoinButton asset={coin.asset} logo={coin.logo} onPress={() => setOpened('coins')} />
        <OutgoingAmount
          coin={coin}
          field={{ ...amount, error: amount.error ?? over }}
          places={places}
          isDisabled={obstacle !== undefined}
          max={max}
        />
        <Costs coin={coin} sending={sending} />
        <TextField
          label={t('member-transfer.note')}
          hint={t('member-transfer.noteHint')}
          value={note}
          onChange={sending.setNote}
          slot={
            <span className={styles.count}>
              {t('member-transfer.noteCount', { count: [...note].length, max: NOTE_MAX })}
            </span>
          }
          disabled={obstacle !== undefined}
        />
        <PayPasswordField user={user} field={form.field('password')} />
        <p className={styles.warning}>{t('member-transfer.warning')}</p>
        <Inline gap={16} isWrapped>
          <TextButton tone="accent" isFlush {...to(pages.scan)}>
            {t('member-transfer.scanCode')}
          </TextButton>
          <TextButton tone="accent" isFlush onPress={() => setOpened('code')}>
            {t('member-transfer.showMyCode')}
          </TextButton>
        </Inline>
        <SendBar {...{ coin, sending, obstacle }} />
      </form>
      <Sheet isOpen={opened === 'coins'} onClose={close} title={t('member-transfer.chooseCoin')}>
        <CoinChoice
          coins={coins}
          none={t('member-transfer.noCoins')}
          recent={recentWithdrawals}
          chosen={coin.asset}
          holdingOf={({ asset, available, places: scale }) => (
            <AmountText value={available} places={amountPlaces(asset, scale)} />
          )}
          onChoose={(chosen) => {
            close();
            if (chosen !== coin.asset) navigator.redirect(pages.send, { coin: chosen });
          }}
        />
      </Sheet>
      <MyCodeSheet memberId={user?.ID} isOpen={opened === 'code'} onClose={close} />
      <PasswordSheet isOpen={sending.isPasswordMissing} onClose={sending.onPasswordLater} />
      <SentSheet made={sending.made} onClose={sending.done} />
    </>
  );
}

function Costs({ coin, sending }: { coin: WithdrawableCoin; sending: Sending }) {
  const t = useT();
  const { form, places, isSendable } = sending;
  const { asset, available } = coin;
  const sum = isSendable ? form.values.amount : undefined;
  const left = sum && formatDecimal(subtract(decimal<Amount>(available), decimal<Amount>(sum)));
  return (
    <KeyValues>
      <KeyValue
        name={t('transfer.fee')}
        value={<ExactAmount value="0" places={places} unit={asset} />}
      />
      <KeyValue
        name={t('member-transfer.theyReceive')}
        value={<ExactAmount value={sum} places={places} unit={asset} />}
      />
      <KeyValue
        isTotal
        name={t('member-transfer.leftWithYou')}
        value={<ExactAmount value={left} places={places} unit={asset} />}
      />
    </KeyValues>
  );
}

interface SendBarProps {
  coin: WithdrawableCoin;
  sending: Sending;
  obstacle: Obstacle | undefined;
}

/** "Send 250.00 USDT"; off while something stands against it, with what ends it. */
function SendBar({ coin: { asset }, sending, obstacle }: SendBarProps) {
  const t = useT();
  const locale = useNumberLocale();
  const user = useMember();
  const { form, places, isBusy, isOff } = sending;
  const { amount } = form.values;
  const sum = formatAmount(amount, { locale, places: exactPlaces(amount, places) });
  const time = formatDate(blockedUntil(user), { locale, detail: 'short' });
  const notes = {
    frozen: undefined,
    blocked: t('transfer.availableFrom', { time }),
    unverified: t('transfer.opensVerified'),
    checking: t('transfer.opensVerified'),
  };
  return (
    <CtaBar note={obstacle && notes[obstacle]}>
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        busyLabel={t('transfer.sending')}
        isDisabled={isOff || obstacle !== undefined}
      >
        {amount === ''
          ? t('member-transfer.sendCoin', { coin: asset })
          : t('member-transfer.sendAmount', { amount: sum, coin: asset })}
      </Button>
    </CtaBar>
  );
}
