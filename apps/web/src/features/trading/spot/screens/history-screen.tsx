/** Order records: open and closed, filtered by pair, side, type and days. */
import {
  Button,
  filterIcon,
  IconButton,
  NavBar,
  ScreenBody,
  ScreenHeader,
  TabPanel,
  Tabs,
} from '@tern/ui';
import { useState } from 'react';
import { pages } from '../../../../kernel/pages.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useBack } from '../../../../platform/navigation/links.ts';
import type { OrderFilter } from '../order-pages.ts';
import { type Choices, FilterSheet, noChoices } from '../parts/filter-sheet.tsx';
import { OrderList } from '../parts/order-list.tsx';

const TABS = 'order-records';

export function HistoryScreen() {
  const t = useT();
  const refresh = useRefresh();
  const back = useBack();
  const [part, setPart] = useState<OrderFilter['part']>('open');
  const [choices, setChoices] = useState<Choices>(noChoices);
  const [isFiltering, setFiltering] = useState(false);
  const isFiltered = Object.keys(choices).length > 0;
  return (
    <>
      <ScreenHeader>
        <NavBar
          title={t('spot.historyTitle')}
          back={back}
          action={
            <IconButton
              icon={filterIcon}
              label={t(isFiltered ? 'spot.filterOn' : 'spot.filter')}
              hasDot={isFiltered}
              onPress={() => setFiltering(true)}
            />
          }
        />
        <Tabs
          id={TABS}
          label={t('spot.orders')}
          value={part}
          onChange={setPart}
          items={[
            { key: 'open', label: t('spot.open') },
            { key: 'done', label: t('spot.done') },
          ]}
        />
      </ScreenHeader>
      <ScreenBody onRefresh={refresh}>
        <TabPanel tabs={TABS} value={part}>
          <OrderList
            key={part}
            filter={{ part, ...choices }}
            emptyAction={
              isFiltered ? <ClearButton onClear={() => setChoices(noChoices)} /> : <TradeButton />
            }
          />
        </TabPanel>
      </ScreenBody>
      <FilterSheet
        isOpen={isFiltering}
        choices={choices}
        onClose={() => setFiltering(false)}
        onApply={(next) => {
          setChoices(next);
          setFiltering(false);
        }}
      />
    </>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  const t = useT();
  return (
    <Button isSmall onPress={onClear}>
      {t('spot.clearFilter')}
    </Button>
  );
}

function TradeButton() {
  const t = useT();
  const navigator = useNavigator();
  return (
    <Button isSmall onPress={() => navigator.switchTab(pages.deal)}>
      {t('spot.trade')}
    </Button>
  );
}
