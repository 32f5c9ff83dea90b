/** One product, of any kind. */
import { pages } from '../../../../kernel/pages.ts';
import type { LoadedTab } from '../../../../kernel/products/product-tabs.ts';
import { RecordScreen, useRecordId } from '../../../../kernel/record-screen.tsx';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useKind } from '../use-kind.ts';

export function detailScreen(tabs: readonly LoadedTab[]) {
  return function DetailScreen() {
    const t = useT();
    const id = useRecordId();
    const [{ screens }] = useKind(tabs);
    if (id !== undefined) return <screens.Detail key={id} id={id} />;
    return (
      <RecordScreen
        title={t('staking.detailTitle')}
        none={{
          title: t('staking.noneChosen'),
          label: t('staking.allProducts'),
          page: pages.stakeList,
        }}
        renderRecord={() => null}
      />
    );
  };
}
