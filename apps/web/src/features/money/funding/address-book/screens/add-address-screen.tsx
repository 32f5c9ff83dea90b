/** Add an address: coin, network, address, and a label. */
import {
  Button,
  KeyValue,
  KeyValues,
  NavBar,
  Note,
  ScreenBody,
  ScreenHeader,
  Select,
  showToast,
  StateBlock,
  TextField,
} from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { type Form, useForm } from '../../../../../kernel/form.ts';
import { Loaded } from '../../../../../kernel/loaded.tsx';
import { useSubmit } from '../../../../../kernel/submit.ts';
import type { CallError } from '../../../../../platform/http/call-error.ts';
import { type I18n, useI18n, useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator, useParams } from '../../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../../platform/navigation/links.ts';
import { chooseDestination } from '../../request/chosen-destination.ts';
import { useWithdrawableCoins } from '../../request/use-withdrawable-coins.ts';
import styles from '../../withdrawal/parts/withdrawal.module.css';
import type { WithdrawableCoin } from '../../request/withdrawable-coins.ts';
import { type Address, ADDRESS_FIELDS, saveAddress } from '../api.ts';
import { destinationFaults } from '../destination-faults.ts';

export function AddAddressScreen() {
  const t = useT();
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('withdrawal.addAddressTitle')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded>
        <Loaded query={useWithdrawableCoins()}>{(coins) => <AddressForm coins={coins} />}</Loaded>
      </ScreenBody>
    </>
  );
}

type AddressField = 'address' | 'memo' | 'name' | 'remark';

function AddressForm({ coins }: { coins: readonly WithdrawableCoin[] }) {
  const t = useT();
  const [first] = coins;
  if (first === undefined) return <StateBlock kind="empty" title={t('withdrawal.noCoins')} />;
  return <Fields coins={coins} first={first} />;
}

/** Coin and network: from the URL, otherwise the first. */
function usePlace(coins: readonly WithdrawableCoin[], first: WithdrawableCoin) {
  const params = useParams();
  const [place, setPlace] = useState({
    coin: params['coin'] ?? first.asset,
    network: params['network'] ?? '',
  });
  const coin = coins.find(({ asset }) => asset === place.coin) ?? first;
  const network = coin.networks.find(({ code }) => code === place.network) ?? coin.networks[0]!;
  return {
    coin,
    network,
    setCoin: (name: string) => setPlace({ coin: name, network: '' }),
    setNetwork: (name: string) => setPlace({ coin: coin.asset, network: name }),
  };
}

function Fields({ coins, first }: { coins: readonly WithdrawableCoin[]; first: WithdrawableCoin }) {
  const i18n = useI18n();
  const { t } = i18n;
  const navigator = useNavigator();
  const place = usePlace(coins, first);
  const { coin, network } = place;
  // Filled in by a scan.
  const { address = '', memo = '' } = useParams();
  const form = useForm<AddressField>({ address, memo, name: '', remark: '' });
  const [alike, setAlike] = useState<{ known: KnownAddress; written: string }>();
  const { submit, isBusy, isOff } = useSubmit<undefined, Address>({
    send: () => {
      const typed = form.values;
      return saveAddress({
        asset: coin.asset,
        network: network.code,
        address: typed.address.trim(),
        memo: network.hasMemo ? typed.memo.trim() : '',
        name: typed.name.trim(),
        remark: typed.remark.trim(),
      });
    },
    onDone: (kept) => {
      chooseDestination(kept.asset, kept.ID);
      showToast(t('withdrawal.addressSaved'), 'done');
      navigator.back();
    },
    onRefused: (error) => {
      const { lookAlike } = (error.data ?? {}) as { lookAlike?: KnownAddress };
      setAlike(lookAlike && { known: lookAlike, written: form.values.address.trim() });
      return showAtField(form, { error, i18n, network: network.name });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    const { name } = form.values;
    const isFaulty = form.fail({
      ...destinationFaults(i18n, network, form.values),
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
      {alike?.written === form.values.address.trim() && <SideBySide {...alike} />}
      <Note>{t('withdrawal.onlyThisNetwork', { coin: coin.asset, network: network.name })}</Note>
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
        options={coins.map(({ asset }) => ({ key: asset, label: asset }))}
        value={coin.asset}
        onChange={setCoin}
      />
      <Select
        label={t('withdrawal.network')}
        options={coin.networks.map(({ code, name }) => ({ key: code, label: name }))}
        value={network.code}
        onChange={setNetwork}
      />
    </>
  );
}

/** An address that the member saved (with its name) or was paid at. */
interface KnownAddress {
  address: string;
  name: string;
}

/** Both addresses below each other, letter under letter, so that the difference is seen. */
function SideBySide({ known, written }: { known: KnownAddress; written: string }) {
  const t = useT();
  const { address, name } = known;
  const mono = (text: string) => <span className={styles.mono}>{text}</span>;
  return (
    <KeyValues>
      <KeyValue name={t('withdrawal.youEntered')} value={mono(written)} />
      <KeyValue
        name={name === '' ? t('withdrawal.youKnow') : t('withdrawal.savedAs', { name })}
        value={mono(address)}
      />
    </KeyValues>
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
          maxLength={256}
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
  if (error.refusal === 'already-exists' || error.refusal === 'unlikely-destination')
    return form.fail({ address: error.msg });
  if (error.refusal !== 'invalid-request') return false;
  const { fields = [] } = (error.data ?? {}) as { fields?: readonly string[] };
  const wrong = {
    address: t('withdrawal.notOn', { network }),
    memo: t('withdrawal.wrongMemo'),
    name: t('withdrawal.enterName'),
  };
  const [, field] = Object.entries(ADDRESS_FIELDS).find(([name]) => fields.includes(name)) ?? [];
  return field !== undefined && form.fail({ [field]: wrong[field] });
}
