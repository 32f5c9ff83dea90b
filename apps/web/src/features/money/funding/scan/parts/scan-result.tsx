/** What a scanned address is: checked against the coin, its networks and the address book, in groups of four letters. */
import {
  Button,
  checkIcon,
  Icon,
  infoIcon,
  KeyValue,
  KeyValues,
  Stack,
  Text,
  TextField,
  warningIcon,
} from '@tern/ui';
import { useState } from 'react';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { useCoinPlaces } from '../../../../../kernel/balances.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import type { Checked, SavedAddress } from '../check-address.ts';
import { differencesFrom } from '../look-alike.ts';
import styles from './scan.module.css';

type Found = Extract<Checked, { kind: 'address' }>;

export interface ScanResultProps {
  checked: Checked;
  asset: string;
  onUse: (saved: SavedAddress, amount: string | undefined) => void;
  /** Opens the form of a new address, filled in. */
  onSave: (network: string, memo: string) => void;
  onAgain: () => void;
}

/** As each chain calls itself. */
const CHAINS = {
  bitcoin: 'Bitcoin',
  litecoin: 'Litecoin',
  dogecoin: 'Dogecoin',
  evm: 'Ethereum',
  tron: 'TRON',
  solana: 'Solana',
  ripple: 'XRP Ledger',
  cardano: 'Cardano',
  cosmos: 'Cosmos',
  move: 'Aptos, Sui',
  stellar: 'Stellar',
  ton: 'TON',
  eos: 'EOS',
} as const;

export function ScanResult(props: ScanResultProps) {
  const { checked, asset, onAgain } = props;
  const t = useT();
  if (checked.kind === 'address') return <FoundAddress {...props} found={checked} />;
  const title =
    checked.kind === 'notAddress'
      ? t('scan.notAddress')
      : t('scan.otherChain', { chain: CHAINS[checked.family], coin: asset });
  return (
    <Stack gap={16}>
      <Outcome kind="bad" title={title} text={t('scan.nothingFilled')} />
      <Button kind="primary" isFull onPress={onAgain}>
        {t('scan.again')}
      </Button>
    </Stack>
  );
}

function FoundAddress({
  found,
  asset,
  onUse,
  onSave,
  onAgain,
}: ScanResultProps & { found: Found }) {
  const { address, networks, amount, saved, lookAlike, isTagOpen } = found;
  const t = useT();
  const places = useCoinPlaces(asset);
  const [network, setNetwork] = useState(networks.length === 1 ? networks[0]!.code : undefined);
  const [memo, setMemo] = useState(found.memo);
  const known = saved ?? lookAlike;
  return (
    <Stack gap={16}>
      {saved !== undefined && <Outcome kind="good" title={saved.name} text={t('scan.isSaved')} />}
      {lookAlike !== undefined && (
        <Outcome
          kind="bad"
          title={t('scan.notTheSaved')}
          text={t('scan.differsFrom', { name: lookAlike.name })}
        />
      )}
      {known === undefined && (
        <Outcome kind="new" title={t('scan.isNew')} text={t('scan.isNewText')} />
      )}
      {lookAlike === undefined ? (
        <Grouped label={t('scan.scanned')} address={address} />
      ) : (
        <Compared address={address} saved={lookAlike} />
      )}
      <KeyValues>
        <KeyValue
          name={t('scan.network')}
          value={
            saved?.network ??
            (networks.length === 1
              ? t('scan.fromAddress', { network: networks[0]!.code })
              : t('scan.severalNetworks'))
          }
        />
        <KeyValue
          name={t('scan.memo')}
          value={saved?.memo || found.memo || t(isTagOpen ? 'scan.tagMissing' : 'scan.tagNone')}
        />
        {amount !== undefined && (
          <KeyValue
            name={t('scan.amountInCode')}
            value={<ExactAmount value={amount} places={places} unit={asset} />}
          />
        )}
      </KeyValues>
      {known === undefined && networks.length > 1 && (
        <div role="group" aria-label={t('scan.chooseNetwork')} className={styles.networks}>
          <Text size="label">{t('scan.chooseNetwork')}</Text>
          {networks.map(({ code, name }) => (
            <Button
              key={code}
              isFull
              kind={code === network ? 'primary' : 'secondary'}
              onPress={() => setNetwork(code)}
            >
              {name}
            </Button>
          ))}
        </div>
      )}
      {known === undefined && isTagOpen && (
        <TextField
          label={t('scan.memo')}
          hint={t('scan.tagText')}
          value={memo}
          onChange={setMemo}
          autoComplete="off"
          maxLength={256}
        />
      )}
      {known === undefined ? (
        <Button
          kind="primary"
          isFull
          isDisabled={network === undefined}
          onPress={() => network !== undefined && onSave(network, memo.trim())}
        >
          {t('scan.save')}
        </Button>
      ) : (
        <Button kind="primary" isFull onPress={() => onUse(known, saved && amount)}>
          {saved === undefined ? t('scan.useNamed', { name: known.name }) : t('scan.use')}
        </Button>
      )}
      <Button kind="secondary" isFull onPress={onAgain}>
        {t('scan.again')}
      </Button>
    </Stack>
  );
}

const ICONS = { good: checkIcon, bad: warningIcon, new: infoIcon } as const;

function Outcome({ kind, title, text }: { kind: keyof typeof ICONS; title: string; text: string }) {
  return (
    <div className={styles.outcome} role={kind === 'bad' ? 'alert' : 'status'}>
      <span className={styles[kind]}>
        <Icon of={ICONS[kind]} size={22} />
      </span>
      <div>
        <Text as="h2" size="strong">
          {title}
        </Text>
        <Text size="label" tone="soft">
          {text}
        </Text>
      </div>
    </div>
  );
}

const GROUP = 4;

/** Never shortened; `marks` stand out. */
function Grouped({ label, address, marks }: { label: string; address: string; marks?: boolean[] }) {
  const letters = [...address];
  const groups = Array.from({ length: Math.ceil(letters.length / GROUP) }, (_, at) => at * GROUP);
  return (
    <div className={styles.address}>
      <Text size="label" tone="soft">
        {label}
      </Text>
      <p role="img" aria-label={address}>
        {groups.map((from) => (
          <span key={from}>
            {letters
              .slice(from, from + GROUP)
              .map((letter, at) =>
                marks?.[from + at] === true ? (
                  <mark key={from + at}>{letter}</mark>
                ) : (
                  <i key={from + at}>{letter}</i>
                ),
              )}
          </span>
        ))}
      </p>
    </div>
  );
}

function Compared({ address, saved }: { address: string; saved: SavedAddress }) {
  const t = useT();
  const { marks, count } = differencesFrom(address, saved.address);
  return (
    <>
      <div className={styles.wrong}>
        <Grouped label={t('scan.scanned')} address={address} marks={marks} />
      </div>
      <Grouped
        label={t('scan.savedNamed', { name: saved.name })}
        address={saved.address}
        marks={differencesFrom(saved.address, address).marks}
      />
      <Text size="label">
        {t('scan.sameEnds', { count, total: [...address].length })} {t('scan.thieves')}
      </Text>
    </>
  );
}
