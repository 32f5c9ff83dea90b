/** All products by kind, with a link to the member's orders. */
import { NavBar, ScreenBody, ScreenHeader, TabPanel, Tabs, TextButton } from '@tern/ui';
import { pages } from '../../../../kernel/pages.ts';
import { type LoadedTab, productParams } from '../../../../kernel/products/product-tabs.ts';
import { useRefresh } from '../../../../kernel/refresh.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useBack, useLinks } from '../../../../platform/navigation/links.ts';
import { useKind } from '../use-kind.ts';

const TABS = 'products';

/** The screen for these tabs, the first one open. */
export function listScreen(tabs: readonly LoadedTab[]) {
  return function ListScreen() {
    const t = useT();
    const to = useLinks();
    const back = useBack();
    const refresh = useRefresh();
    const [{ kind, screens }, setKind] = useKind(tabs);
    return (
      <>
        <ScreenHeader>
          <NavBar
            title={t('staking.title')}
            back={back}
            action={
              <TextButton {...to(pages.stakeOrder, productParams(kind))}>
                {t('staking.ordersTitle')}
              </TextButton>
            }
          />
          <Tabs
            id={TABS}
            label={t('staking.kinds')}
            value={kind}
            onChange={setKind}
            items={tabs.map((tab) => ({ key: tab.kind, label: t(tab.label) }))}
          />
        </ScreenHeader>
        <ScreenBody onRefresh={refresh}>
          <TabPanel tabs={TABS} value={kind}>
            <screens.List />
          </TabPanel>
        </ScreenBody>
      </>
    );
  };
}
