/** The deposit form: address, amount and proof. */
import { decimal, ZERO } from '@tern/money';
import {
  AmountField,
  amountPlaces,
  Button,
  chevronRightIcon,
  CoinMark,
  CtaBar,
  formatAmount,
  Icon,
  Inline,
  KeyValue,
  KeyValues,
  Segmented,
  Select,
  Skeleton,
  useNumberLocale,
} from '@tern/ui';
import type { RefusalName } from '@tern/protocol/refusals';
import type { FormEvent } from 'react';
import { AccountStatusBanner } from '../../../../../kernel/account-status-banner.tsx';
import type { Network } from '../../../../../kernel/coin-networks.ts';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { ExactAmount, exactPlaces } from '../../../../../kernel/exact-amount.tsx';
import { TermsNotes } from '../../request/terms-notes.tsx';
import { CallError } from '../../../../../platform/http/call-error.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { DepositableCoin } from '../api.ts';
import { afterFee } from '../../request/amounts.ts';
import type { useDepositForm } from '../use-deposit-form.ts';
import { AddressCard, NoAddress } from './address-card.tsx';
import styles from './deposit.module.css';
import { ProofField } from './proof-field.tsx';
import { SampleNote } from './sample-note.tsx';

export interface DepositFormProps {
  coin: DepositableCoin;
  deposit: ReturnType<typeof useDepositForm>;
  onPickCoin: () => void;
}

/** The network has no address now; other networks may have one. */
const NO_ADDRESS: ReadonlySet<RefusalName | undefined> = new Set(['not-listed', 'not-available']);

export function DepositForm({ coin, deposit, onPickCoin }: DepositFormProps) {
  const { form, user, obstacle, network, address, send, isBusy, isOff } = deposit;
  const t = useT();
  const { error } = address;
  const hasNone = error instanceof CallError && NO_ADDRESS.has(error.refusal);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (obstacle === undefined) send();
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('deposit.title')}
      onSubmit={submit}
    >
      {obstacle !== undefined && (
        <AccountStatusBanner {...{ user, obstacle }} verifyTitle={t('transfer.verifyToDeposit')} />
      )}
      <button type="button" className={styles.coin} onClick={onPickCoin}>
        <CoinMark symbol={coin.asset} logo={coin.logo} size={32} />
        <span className={styles.coinWords}>
          {coin.asset}
          <small>{coin.name}</small>
        </span>
        <Inline as="span" gap={6} align="center" size="label" tone="soft">
          {t('deposit.change')}
          <Icon of={chevronRightIcon} size={16} />
        </Inline>
      </button>
      <NetworkChoice networks={coin.networks} network={network} onChoose={deposit.setNetwork} />
      <TermsNotes kind="network" asset={coin.asset} network={network.code} direction="in" />
      {obstacle === undefined && hasNone && <NoAddress network={network} />}
      {obstacle === undefined && !hasNone && <Steps coin={coin} deposit={deposit} />}
      <CtaBar>
        <Button
          type="submit"
          kind="primary"
          isFull
          isBusy={isBusy}
          busyLabel={t('transfer.sending')}
          isDisabled={isOff || obstacle !== undefined || address.data === undefined}
        >
          {t('deposit.submit')}
        </Button>
      </CtaBar>
    </form>
  );
}

/** The number of options and characters that fit in one row at 375 px. */
const SEGMENTS_MAX = 4;
const LETTERS_MAX = 24;

function fitsSideBySide(networks: readonly Network[]): boolean {
  const letters = networks.reduce((sum, { code }) => sum + code.length, 0);
  return networks.length <= SEGMENTS_MAX && letters <= LETTERS_MAX;
}

interface NetworkChoiceProps {
  networks: readonly Network[];
  network: Network;
  onChoose: (code: string) => void;
}

function NetworkChoice({ networks, network, onChoose }: NetworkChoiceProps) {
  const t = useT();
  if (networks.length === 1) {
    return (
      <p className={styles.network}>
        {t('deposit.network')} <b>{network.name}</b>
      </p>
    );
  }
  const choice = { label: t('deposit.network'), value: network.code, onChange: onChoose };
  if (!fitsSideBySide(networks)) {
    return (
      <Select
        {...choice}
        options={networks.map(({ code, name }) => ({ key: code, label: name }))}
      />
    );
  }
  return (
    <Segmented {...choice} options={networks.map(({ code }) => ({ key: code, label: code }))} />
  );
}

function Steps({ coin, deposit }: Omit<DepositFormProps, 'onPickCoin'>) {
  const { form, network, address, proof } = deposit;
  const t = useT();
  return (
    <ol className={styles.steps}>
      <li>
        <h2>{t('deposit.sendTo', { coin: coin.asset })}</h2>
        <Loaded query={address} skeleton={<Skeleton height="152px" />}>
          {(known) => <AddressCard coin={coin.asset} network={network} address={known} />}
        </Loaded>
      </li>
      <li>
        <h2>{t('deposit.tellUs')}</h2>
        <SentAmount coin={coin} deposit={deposit} />
        <ProofField proof={proof} error={form.errors.proof} />
        <SampleNote
          proof={proof}
          sentence={{ asset: coin.asset, network: network.name, amount: form.values.amount }}
        />
      </li>
    </ol>
  );
}

function SentAmount({ coin, deposit }: Omit<DepositFormProps, 'onPickCoin'>) {
  const { form, network } = deposit;
  const t = useT();
  const locale = useNumberLocale();
  const { asset } = coin;
  const { min, fee } = network.deposits;
  const places = amountPlaces(asset, coin.places);
  const minimum = formatAmount(min, { locale, places: exactPlaces(min, places) });
  const credited = afterFee(form.values.amount, fee);
  return (
    <>
      <AmountField
        {...form.field('amount')}
        label={t('transfer.amount')}
        labelAside={t('deposit.minimumAside', { amount: minimum, coin: asset })}
        places={coin.places}
        unit={asset}
      />
      {decimal(fee) > ZERO && (
        <KeyValues>
          <KeyValue
            name={t('transfer.fee')}
            value={<ExactAmount value={fee} places={places} unit={asset} />}
          />
          <KeyValue
            name={t('deposit.credited')}
            value={<ExactAmount value={credited} places={places} unit={asset} />}
          />
        </KeyValues>
      )}
    </>
  );
}
