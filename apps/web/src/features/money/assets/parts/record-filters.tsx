/** Filter chips above the records: asset and type; sheets show the long lists. */
import { chevronDownIcon, Chip, CoinMark, Icon, Row, Sheet, Text, TextField } from '@tern/ui';
import { useState } from 'react';
import { useCoins } from '../../../../kernel/balances.ts';
import { findCoins } from '../../../../kernel/market-choice/market-search.ts';
import { pages } from '../../../../kernel/pages.ts';
import { isSimulated } from '../../../../platform/appearance.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { quickTypes, type RecordType, recordTypes, useRecordTypeName } from '../record-types.ts';
import { listedCoins } from '../view-model.ts';
import styles from './records.module.css';

export interface RecordFiltersProps {
  asset: string | undefined;
  type: RecordType | undefined;
  onType: (type: RecordType | undefined) => void;
}

type Opened = 'coin' | 'type';

export function RecordFilters({ asset, type, onType }: RecordFiltersProps) {
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
          {asset ?? t('assets.allCoins')}
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
        <CoinChoices chosen={asset} />
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
  const coins = findCoins(listedCoins(useCoins().data ?? [], false), wanted);
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
      <Text as="div" top={8}>
        {wanted.trim() === '' && (
          <Row
            title={t('assets.allCoins')}
            isChosen={chosen === undefined}
            hasChevron={false}
            onPress={() => show({})}
          />
        )}
        {coins.map(({ asset, name, logo }) => (
          <Row
            key={asset}
            mark={<CoinMark symbol={asset} logo={logo} size={32} />}
            title={asset}
            note={name}
            isChosen={asset === chosen}
            hasChevron={false}
            onPress={() => show({ coin: asset })}
          />
        ))}
      </Text>
    </div>
  );
}

interface TypeChoicesProps {
  chosen: RecordType | undefined;
  onChoose: (type: RecordType | undefined) => void;
}

function TypeChoices({ chosen, onChoose }: TypeChoicesProps) {
  const t = useT();
  const nameOf = useRecordTypeName();
  return (
    <Text as="div" top={8}>
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
    </Text>
  );
}
