/** The member's fee level: what orders pay, what was traded in 30 days, the way to the next level, and all levels. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { NavBar, ScreenBody, ScreenHeader, SkeletonRows, Stack, Text } from '@tern/ui';
import { Loaded } from '../../../../kernel/loaded.tsx';
import { feeLevelQuery } from '../../../../kernel/own-fees.ts';
import { useRatioText } from '../../../../kernel/ratio-text.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { call } from '../../../../platform/http/call.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import { ComingTable, LevelTable } from '../parts/level-table.tsx';
import { NextSentence, TradedCard } from '../parts/traded-card.tsx';
import { comingLevels, type FeeLevel } from '../view-model.ts';

const comingQuery = queryOptions({
  queryKey: ['fee-level', 'coming'],
  queryFn: async ({ signal }) =>
    comingLevels((await call('GET /base/announcedChanges', { pageSize: 100 }, { signal })).list) ??
    null,
});

export function FeeLevelScreen() {
  const t = useT();
  const back = useBack();
  const refresh = useRefresh();
  const level = useQuery(feeLevelQuery);
  return (
    <>
      <ScreenHeader>
        <NavBar title={t('fee-level.title')} back={back} />
      </ScreenHeader>
      <ScreenBody isPadded onRefresh={refresh}>
        <Loaded query={level} skeleton={<SkeletonRows />}>
          {(own) => <Level own={own} />}
        </Loaded>
      </ScreenBody>
    </>
  );
}

function Level({ own }: { own: FeeLevel }) {
  const t = useT();
  const ratio = useRatioText(3);
  const coming = useQuery(comingQuery).data;
  const isOne = own.maker === own.taker;
  return (
    <Stack gap={14}>
      <section>
        <Text size="label" tone="soft">
          {t('fee-level.youPay', { level: own.level })}
        </Text>
        <Text size="hero" top={2}>
          {ratio(own.maker)}
        </Text>
        <Text size="label" tone="soft" top={4}>
          {isOne ? t('fee-level.ofEach') : t('fee-level.ofWaiting', { taker: ratio(own.taker) })}
        </Text>
      </section>
      <TradedCard own={own} />
      <NextSentence own={own} />
      <LevelTable own={own} />
      {coming && <ComingTable {...coming} />}
      <Text size="cap" tone="faint">
        {t('fee-level.setDaily')} {t('fee-level.keeps')}
      </Text>
    </Stack>
  );
}
