/** The wire form, with what happens after sending. */
import {
  AmountField,
  Button,
  CtaBar,
  formatAmount,
  TextButton,
  TextField,
  useNumberLocale,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { pages } from '../../../../../kernel/pages.ts';
import { useLinks } from '../../../../../platform/navigation/links.ts';
import { AccountStatusBanner } from '../../../../../kernel/account-status-banner.tsx';
import { exactPlaces } from '../../../../../kernel/exact-amount.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { CoinButton, NextSteps, PaperNote } from '../../request/form-parts.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { Currency } from '../../currencies/api.ts';
import { useWireForm } from '../use-wire-form.ts';
import { CurrencySheet } from '../../currencies/currency-sheet.tsx';
import styles from '../../currencies/bank-money.module.css';

export interface WireFormProps {
  /** The currencies open for wires. */
  currencies: readonly [Currency, ...Currency[]];
  /** In display order. */
  all: readonly Currency[];
}

export function WireForm({ currencies, all }: WireFormProps) {
  const t = useT();
  const wire = useWireForm(currencies);
  const { form, user, obstacle, currency, choose, send } = wire;
  const [isPicking, setPicking] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) send();
  };
  return (
    <>
      <form
        ref={form.ref}
        noValidate
        className={styles.form}
        aria-label={t('fiat.depositTitle')}
        onSubmit={submit}
      >
        {obstacle !== undefined && (
          <AccountStatusBanner
            {...{ user, obstacle }}
            verifyTitle={t('transfer.verifyToDeposit')}
          />
        )}
        <CoinButton asset={currency.asset} onPress={() => setPicking(true)} />
        <Fields wire={wire} />
        <TermsNotes kind="currency" asset={currency.asset} direction="in" />
        <PaperNote>{t('fiat.paperWire')}</PaperNote>
        <NextSteps
          steps={[
            { title: t('fiat.weMail'), text: t('fiat.withReference') },
            { title: t('fiat.youSend'), text: t('fiat.ownAccount') },
            { title: t('fiat.personMatches'), text: t('transfer.youAreTold') },
          ]}
        />
        <SubmitBar wire={wire} />
      </form>
      <CurrencySheet
        isOpen={isPicking}
        currencies={all}
        of="wires"
        chosen={currency.asset}
        onClose={() => setPicking(false)}
        onChoose={(asset) => {
          choose(asset);
          setPicking(false);
        }}
      />
    </>
  );
}

type WireFormState = ReturnType<typeof useWireForm>;

function Fields({
  wire: { form, obstacle, currency, places, isFundsAsked },
}: {
  wire: WireFormState;
}) {
  const t = useT();
  const to = useLinks();
  const locale = useNumberLocale();
  const { asset, wires } = currency;
  const minimum = formatAmount(wires.min, { locale, places });
  return (
    <>
      <AmountField
        {...form.field('amount')}
        label={t('transfer.amountIn', { coin: asset })}
        labelAside={t('fiat.least', { amount: minimum })}
        places={currency.places}
        unit={asset}
        disabled={obstacle !== undefined}
      />
      {isFundsAsked && (
        <TextButton tone="accent" isFlush {...to(pages.realName)}>
          {t('transfer.verifyIdentity')}
        </TextButton>
      )}
      <TextField
        {...form.field('email')}
        label={t('fiat.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        disabled={obstacle !== undefined}
      />
    </>
  );
}

function SubmitBar({ wire }: { wire: WireFormState }) {
  const { form, obstacle, currency, places, isBusy, isOff } = wire;
  const t = useT();
  const locale = useNumberLocale();
  const { amount: typed } = form.values;
  const amount = formatAmount(typed, { locale, places: exactPlaces(typed, places) });
  return (
    <CtaBar
      note={
        obstacle === 'unverified' || obstacle === 'checking'
          ? t('transfer.opensVerified')
          : undefined
      }
    >
      <Button
        type="submit"
        kind="primary"
        isFull
        isBusy={isBusy}
        busyLabel={t('transfer.sending')}
        isDisabled={isOff || obstacle !== undefined}
      >
        {typed === '' ? t('fiat.submit') : t('fiat.submitAmount', { amount, coin: currency.asset })}
      </Button>
    </CtaBar>
  );
}
