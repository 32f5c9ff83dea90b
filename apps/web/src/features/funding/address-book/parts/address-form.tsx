/** The form of a new address. */
import { Button, Note, Select, showToast, StateBlock, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { type Form, useForm } from '../../../../kernel/form.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { type I18n, useI18n, useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../platform/navigation/current-page.ts';
import { type Address, saveAddress } from '../api.ts';
import { chooseAddress } from '../chosen-address.ts';
import type { WithdrawableCoin } from '../../withdrawal/withdrawable-coins.ts';
import styles from '../../withdrawal/parts/withdrawal.module.css';

type AddressField = 'address' | 'memo' | 'name' | 'remark';

export function AddressForm({ coins }: { coins: readonly WithdrawableCoin[] }) {
  const t = useT();
  const [first] = coins;
  if (first === undefined) return <StateBlock kind="empty" title={t('withdrawal.noCoins')} />;
  return <Fields coins={coins} first={first} />;
}

/** Coin and network: from the URL, otherwise the first. */
function usePlace(coins: readonly WithdrawableCoin[], first: WithdrawableCoin) {
  const params = useParams();
  const [place, setPlace] = useState({ coin: params['coin'] ?? first.coinname, network: '' });
  const coin = coins.find(({ coinname }) => coinname === place.coin) ?? first;
  const network = coin.networks.find(({ czline }) => czline === place.network) ?? coin.networks[0]!;
  return {
    coin,
    network,
    setCoin: (name: string) => setPlace({ coin: name, network: '' }),
    setNetwork: (name: string) => setPlace({ coin: coin.coinname, network: name }),
  };
}

function Fields({ coins, first }: { coins: readonly WithdrawableCoin[]; first: WithdrawableCoin }) {
  const i18n = useI18n();
  const { t } = i18n;
  const navigator = useNavigator();
  const place = usePlace(coins, first);
  const { coin, network } = place;
  const form = useForm<AddressField>({ address: '', memo: '', name: '', remark: '' });
  const { submit, isBusy, isOff } = useSubmit<undefined, Address>({
    send: () => {
      const { address, memo, name, remark } = form.values;
      return saveAddress({
        coin: coin.coinname,
        czline: network.czline,
        addr: address.trim(),
        ...(network.hasMemo && memo.trim() !== '' && { memo: memo.trim() }),
        name: name.trim(),
        remark: remark.trim(),
      });
    },
    onDone: (kept) => {
      chooseAddress(kept.coin, kept.ID);
      showToast(t('withdrawal.addressSaved'), 'done');
      navigator.back();
    },
    onRefused: (error) => showAtField(form, { error, i18n, network: network.name }),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { address, name } = form.values;
    const isFaulty = form.fail({
      ...(address.trim() === '' && { address: t('withdrawal.enterAddress') }),
      ...(name.trim() === '' && { name: t('withdrawal.enterName') }),
    });
    if (!isFaulty) submit(undefined);
  };
  return (
    <form
      ref={form.ref}
      noValidate
      className={styles.form}
      aria-label={t('withdrawal.addAddressTitle')}
      onSubmit={send}
    >
      <PlaceChoice coins={coins} place={place} />
      <Written form={form} hasMemo={network.hasMemo} />
      <Note>{t('withdrawal.onlyThisNetwork', { coin: coin.coinname, network: network.name })}</Note>
      <Button type="submit" kind="primary" isFull isBusy={isBusy} isDisabled={isOff}>
        {t('withdrawal.saveAddress')}
      </Button>
    </form>
  );
}

interface PlaceChoiceProps {
  coins: readonly WithdrawableCoin[];
  place: ReturnType<typeof usePlace>;
}

function PlaceChoice({ coins, place }: PlaceChoiceProps) {
  const { coin, network, setCoin, setNetwork } = place;
  const t = useT();
  return (
    <>
      <Select
        label={t('withdrawal.coin')}
        options={coins.map(({ coinname }) => ({ key: coinname, label: coinname }))}
        value={coin.coinname}
        onChange={setCoin}
      />
      <Select
        label={t('withdrawal.network')}
        options={coin.networks.map(({ czline, name }) => ({ key: czline, label: name }))}
        value={network.czline}
        onChange={setNetwork}
      />
    </>
  );
}

function Written({ form, hasMemo }: { form: Form<AddressField>; hasMemo: boolean }) {
  const t = useT();
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <>
      <TextField
        {...form.field('address')}
        {...plain}
        label={t('withdrawal.address')}
        maxLength={128}
      />
      {hasMemo && (
        <TextField
          {...form.field('memo')}
          {...plain}
          label={t('withdrawal.memo')}
          hint={t('withdrawal.memoHint')}
          maxLength={64}
        />
      )}
      <TextField
        {...form.field('name')}
        label={t('withdrawal.name')}
        hint={t('withdrawal.nameHint')}
        autoComplete="off"
        maxLength={40}
      />
      <TextField
        {...form.field('remark')}
        label={t('withdrawal.remark')}
        autoComplete="off"
        maxLength={200}
      />
    </>
  );
}

interface Refused {
  error: CallError;
  i18n: I18n;
  network: string;
}

function showAtField(form: Form<AddressField>, { error, i18n, network }: Refused): boolean {
  const { t } = i18n;
  const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
  if (error.code === 5016) return form.fail({ address: error.msg });
  if (error.code !== 5001) return false;
  if (fields.includes('addr')) return form.fail({ address: t('withdrawal.notOn', { network }) });
  if (fields.includes('memo')) return form.fail({ memo: t('withdrawal.wrongMemo') });
  return fields.includes('name') && form.fail({ name: t('withdrawal.enterName') });
}
