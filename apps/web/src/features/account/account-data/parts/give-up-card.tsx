/** Machines in term: with all that is lost by giving them up, which lets the account be closed. */
import {
  Button,
  Card,
  Checkbox,
  formatAmount,
  formatDate,
  KeyValue,
  KeyValues,
  showToast,
  Stack,
  Text,
  useNumberLocale,
} from '@tern/ui';
import { useState } from 'react';
import { ExactAmount } from '../../../../kernel/exact-amount.tsx';
import { useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { giveUpMachines, type Machine } from '../api.ts';
import { lossesOf } from '../view-model.ts';
import { PasswordSheet } from './password-sheet.tsx';

/** Prices are in USDT. */
const LEAST_PLACES = 2;

export function GiveUpCard({ machines }: { machines: readonly Machine[] }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // To these sums alone: a payout that changes them clears the tick.
  const [agreed, setAgreed] = useState<string>();
  const count = machines.length;
  const losses = useLosses(machines);
  const isAgreed = agreed === losses;
  const close = () => {
    setOpen(false);
    setAgreed(undefined);
  };
  return (
    <>
      <Card>
        <Stack gap={16}>
          <Text as="h3" size="head" isTight>
            {t('account-data.giveUpTitle')}
          </Text>
          <Text size="body" tone="soft">
            {t('account-data.giveUpText')}
          </Text>
          {machines.map((machine) => (
            <MachineFacts key={machine.ID} machine={machine} />
          ))}
          <Button kind="outline" isFull onPress={() => setOpen(true)}>
            {t('account-data.giveUp', { count })}
          </Button>
        </Stack>
      </Card>
      <PasswordSheet
        isOpen={isOpen}
        isDanger
        title={t('account-data.giveUpQuestion')}
        text={t('account-data.giveUpFinal')}
        action={t('account-data.giveUp', { count })}
        busy={t('account-data.sending')}
        consent={
          <Checkbox
            name="giveUp"
            isChecked={isAgreed}
            onChange={(isTicked) => setAgreed(isTicked ? losses : undefined)}
          >
            {t('account-data.giveUpConsent', { count, sums: losses })}
          </Checkbox>
        }
        isReady={isAgreed}
        send={(password) => giveUpMachines(machines, password)}
        onDone={() => {
          close();
          showToast(t('account-data.gaveUp', { count }), 'done');
        }}
        onRefused={(refusal) => {
          // Other figures than those agreed to: the page shows the new ones.
          if (refusal === 'terms-changed' || refusal === 'already-decided') close();
          return false;
        }}
        onClose={close}
      />
    </>
  );
}

function MachineFacts({ machine }: { machine: Machine }) {
  const { t, locale } = useI18n();
  const { name, orderNo, expireAt, payCoin, invested, yieldCoin, toCome, coinname, frozen } =
    machine;
  const exact = (value: string, unit: string) => (
    <ExactAmount value={value} places={LEAST_PLACES} unit={unit} />
  );
  return (
    <section aria-label={name}>
      <p>
        <strong>{name}</strong> {orderNo}
      </p>
      <KeyValues>
        <KeyValue
          name={t('account-data.ends')}
          value={formatDate(expireAt, { locale, detail: 'day' })}
        />
        <KeyValue name={t('account-data.pricePaid')} value={exact(invested, payCoin)} />
        <KeyValue name={t('account-data.yieldLost')} value={exact(toCome, yieldCoin)} />
        {frozen !== '0' && (
          <KeyValue name={t('account-data.frozenLost')} value={exact(frozen, coinname)} />
        )}
      </KeyValues>
    </section>
  );
}

/** "0.0123 BTC, 12.50 USDT" */
function useLosses(machines: readonly Machine[]): string {
  const locale = useNumberLocale();
  return lossesOf(machines)
    .map(({ asset, amount }) => {
      const places = Math.max(LEAST_PLACES, amount.split('.')[1]?.length ?? 0);
      return `${formatAmount(amount, { locale, places })} ${asset}`;
    })
    .join(', ');
}
