/** Filter chips above the records: asset and type; sheets show the long lists. */
import { Chip, CoinMark, chevronDownIcon, Icon, Row, Sheet, TextField } from '@tern/ui';
import { useState } from 'react';
import { useCoins } from '../../../kernel/balances.ts';
import { pages } from '../../../kernel/pages.ts';
import { isSimulated } from '../../../kernel/site-config.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../platform/navigation/current-page.ts';
import { quickTypes, recordTypes, useRecordTypeName } from '../record-types.ts';
import { listedCoins } from '../view-model.ts';
import styles from './record-filters.module.css';

export interface RecordFiltersProps {
  coinname: string | undefined;
  type: number | undefined;
  onType: (type: number | undefined) => void;
}

type Opened = 'coin' | 'type';

export function RecordFilters({ coinname, type, onType }: RecordFiltersProps) {
  const t = useT();
  const nameOf = useRecordTypeName();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const quick = quickTypes(isSimulated());
  const isRare = type !== undefined && !quick.includes(type);
  return (
    <>
      <div className={styles.chips}>
        <Chip onPress={() => setOpened('coin')}>
          {coinname ?? t('assets.allCoins')}
          <Icon of={chevronDownIcon} size={16} />
        </Chip>
        <Chip isOn={type === undefined} onPress={() => onType(undefined)}>
          {t('assets.all')}
        </Chip>
        {quick.map((common) => (
          <Chip key={common} isOn={type === common} onPress={() => onType(common)}>
            {nameOf(common)}
          </Chip>
        ))}
        <Chip isOn={isRare} onPress={() => setOpened('type')}>
          {isRare ? nameOf(type) : t('assets.moreTypes')}
          <Icon of={chevronDownIcon} size={16} />
        </Chip>
      </div>
      <Sheet isOpen={opened === 'coin'} onClose={close} title={t('assets.chooseCoin')}>
        <CoinChoices chosen={coinname} />
      </Sheet>
      <Sheet isOpen={opened === 'type'} onClose={close} title={t('assets.chooseType')}>
        <TypeChoices
          chosen={type}
          onChoose={(next) => {
            onType(next);
            close();
          }}
        />
      </Sheet>
    </>
  );
}

function CoinChoices({ chosen }: { chosen: string | undefined }) {
  const t = useT();
  const navigator = useNavigator();
  const [wanted, setWanted] = useState('');
  const word = wanted.trim().toLowerCase();
  const coins = listedCoins(useCoins().data?.list ?? [], false).filter(
    ({ coinname, name }) =>
      coinname.toLowerCase().includes(word) || name.toLowerCase().includes(word),
  );
  const show = (params: Record<string, string>) => navigator.redirect(pages.coinRecords, params);
  return (
    <div className={styles.choices}>
      <TextField
        label={t('assets.searchCoins')}
        type="search"
        value={wanted}
        onChange={setWanted}
        autoComplete="off"
      />
      <div className={styles.rows}>
        {word === '' && (
          <Row
            title={t('assets.allCoins')}
            isChosen={chosen === undefined}
            hasChevron={false}
            onPress={() => show({})}
          />
        )}
        {coins.map(({ coinname, name, logo }) => (
          <Row
            key={coinname}
            mark={<CoinMark symbol={coinname} logo={logo} size={32} />}
            title={coinname}
            note={name}
            isChosen={coinname === chosen}
            hasChevron={false}
            onPress={() => show({ coin: coinname })}
          />
        ))}
      </div>
    </div>
  );
}

interface TypeChoicesProps {
  chosen: number | undefined;
  onChoose: (type: number | undefined) => void;
}

function TypeChoices({ chosen, onChoose }: TypeChoicesProps) {
  const t = useT();
  const nameOf = useRecordTypeName();
  return (
    <div className={styles.rows}>
      <Row
        title={t('assets.allTypes')}
        isChosen={chosen === undefined}
        hasChevron={false}
        onPress={() => onChoose(undefined)}
      />
      {recordTypes.map((type) => (
        <Row
          key={type}
          title={nameOf(type)}
          isChosen={type === chosen}
          hasChevron={false}
          onPress={() => onChoose(type)}
        />
      ))}
    </div>
  );
}
