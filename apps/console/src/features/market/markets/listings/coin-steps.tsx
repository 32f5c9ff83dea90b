/** The steps of the coin: what is listed, its code and name, its networks with bounds and fees. */
import { AmountField, Button, Note, Select, Text, TextField } from '@tern/ui';
import { Part } from '../../../../kernel/page.tsx';
import type { Choices } from './api.ts';
import { CoinNames } from './coin-names.tsx';
import { CoinPicture } from './coin-picture.tsx';
import {
  type Coin,
  type Draft,
  KINDS,
  kindOf,
  type Network,
  newNetwork,
  ofKind,
  withCoin,
  withPicture,
} from './draft.ts';
import styles from './steps.module.css';
import { listingTexts as texts } from './texts.ts';

export interface StepProps {
  readonly draft: Draft;
  readonly choices: Choices;
  /** With a function: made of the draft as it is by then. */
  onChange(draft: Draft | ((former: Draft) => Draft)): void;
}

/** Decimal places while those of the coin are not known. */
const PLACES = 8;
const CODE_MAX = 10;
const NAME_MAX = 40;
const CONTRACT_MAX = 100;
const NETWORKS_MAX = 8;

const placesOf = (scale: string) => (/^\d{1,2}$/.test(scale) ? Number(scale) : PLACES);

export function CoinStep({ draft, choices, onChange }: StepProps) {
  const { coin, market } = draft;
  return (
    <>
      <Select
        label={texts.what}
        name="kind"
        options={KINDS.map((key) => ({ key, label: texts.whats[key] }))}
        value={kindOf(draft)}
        onChange={(kind) => onChange(ofKind(draft, kind))}
      />
      {coin !== null && (
        <>
          <CoinFields coin={coin} onChange={(next) => onChange(withCoin(draft, next))} />
          <CoinPicture
            coin={coin}
            onPicture={(picture) => onChange((former) => withPicture(former, picture))}
          />
          <CoinNames coin={coin} onChange={(next) => onChange(withCoin(draft, next))} />
        </>
      )}
      {coin === null && market !== null && (
        <Select
          label={texts.coin.existing}
          name="base"
          options={[
            { key: '', label: '' },
            ...choices.coins.map(({ code, name }) => ({ key: code, label: `${code}, ${name}` })),
          ]}
          value={market.base}
          onChange={(base) => onChange({ ...draft, market: { ...market, base } })}
        />
      )}
    </>
  );
}

function CoinFields({ coin, onChange }: { coin: Coin; onChange: (coin: Coin) => void }) {
  const { code, name, scale } = coin;
  return (
    <>
      <div className={styles.pair}>
        <TextField
          label={texts.coin.code}
          name="code"
          maxLength={CODE_MAX}
          autoCapitalize="characters"
          spellCheck={false}
          value={code}
          onChange={(typed) =>
            onChange({ ...coin, code: typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') })
          }
        />
        <TextField
          label={texts.coin.name}
          name="name"
          maxLength={NAME_MAX}
          hint={texts.coin.nameHint}
          value={name}
          onChange={(typed) =>
            onChange({ ...coin, name: typed.replaceAll(/[^A-Za-z0-9 .&'()-]/g, '') })
          }
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label={texts.coin.scale}
          name="scale"
          inputMode="numeric"
          maxLength={2}
          hint={texts.coin.scaleHint}
          value={scale}
          onChange={(typed) => onChange({ ...coin, scale: typed.replaceAll(/\D/g, '') })}
        />
      </div>
    </>
  );
}

export function NetworksStep({ draft, choices, onChange }: StepProps) {
  const { coin } = draft;
  if (coin === null) return <Note>{texts.network.inCoins}</Note>;
  const put = (networks: Network[]) => onChange(withCoin(draft, { ...coin, networks }));
  const free = choices.networks.filter(
    ({ code }) => !coin.networks.some(({ network }) => network === code),
  );
  return (
    <>
      {coin.networks.length === 0 && <Note>{texts.network.none}</Note>}
      {coin.networks.map((network, place) => (
        <NetworkFields
          key={network.network}
          network={network}
          coin={coin}
          choice={choices.networks.find(({ code }) => code === network.network)}
          onChange={(next) => put(coin.networks.with(place, next))}
          onRemove={() => put(coin.networks.toSpliced(place, 1))}
        />
      ))}
      {free.length > 0 && coin.networks.length < NETWORKS_MAX && (
        <Select
          label={texts.network.add}
          name="network"
          options={[
            { key: '', label: '' },
            ...free.map(({ code, name }) => ({ key: code, label: name })),
          ]}
          value=""
          onChange={(code) => code !== '' && put([...coin.networks, newNetwork(code)])}
        />
      )}
    </>
  );
}

interface NetworkFieldsProps {
  readonly network: Network;
  readonly coin: Coin;
  readonly choice: Choices['networks'][number] | undefined;
  onChange(network: Network): void;
  onRemove(): void;
}

const AMOUNTS = [
  'depositMin',
  'withdrawMin',
  'depositMax',
  'withdrawMax',
  'depositFee',
  'withdrawFee',
] as const;

function NetworkFields({ network, coin, choice, onChange, onRemove }: NetworkFieldsProps) {
  const { code, scale } = coin;
  const name = choice?.name ?? network.network;
  return (
    <Part
      title={name}
      aside={
        <Button isSmall onPress={onRemove}>
          {texts.network.remove(name)}
        </Button>
      }
    >
      {choice !== undefined && (
        <Text as="p" size="label" tone="soft">
          {texts.network.facts(choice.family, choice.confirmations)}
        </Text>
      )}
      <div className={styles.pair}>
        {AMOUNTS.map((field) => (
          <AmountField
            key={field}
            label={texts.network[field]}
            name={`${network.network}.${field}`}
            places={placesOf(scale)}
            unit={code}
            value={network[field]}
            onChange={(value) => onChange({ ...network, [field]: value })}
          />
        ))}
      </div>
      <TextField
        label={texts.network.contract}
        name={`${network.network}.contract`}
        maxLength={CONTRACT_MAX}
        spellCheck={false}
        hint={texts.network.contractHint}
        value={network.contract}
        onChange={(typed) =>
          onChange({ ...network, contract: typed.replaceAll(/[^A-Za-z0-9:._-]/g, '') })
        }
      />
    </Part>
  );
}
