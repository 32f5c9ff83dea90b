/** A full page without its screen: loading, or a message with one action; and the tab pages. */
import {
  BigTitle,
  Button,
  NavBar,
  ScreenBody,
  ScreenHeader,
  SkeletonRows,
  StateBlock,
  homeIcon,
  marketIcon,
  tradeIcon,
  walletIcon,
} from '@tern/ui';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n/i18n.tsx';
import { usePath } from '../platform/navigation/current-page.ts';
import { useBack } from '../platform/navigation/links.ts';
import { pages } from '../kernel/pages.ts';

/** The four tab pages and their labels. */
export const tabs = [
  { path: pages.home, label: 'common.tabHome', icon: homeIcon },
  { path: pages.market, label: 'common.tabMarkets', icon: marketIcon },
  { path: pages.deal, label: 'common.tabTrade', icon: tradeIcon },
  { path: pages.assets, label: 'common.tabAssets', icon: walletIcon },
] as const;

interface PlainPageProps {
  title: string;
  children: ReactNode;
}

/** A tab page keeps its place and title while it loads. */
function PlainPage({ title, children }: PlainPageProps) {
  const t = useT();
  const back = useBack();
  const path = usePath();
  const tab = tabs.find((candidate) => candidate.path === path);
  if (tab) {
    return (
      <>
        <ScreenHeader>
          <BigTitle title={t(tab.label)} />
        </ScreenHeader>
        <ScreenBody foot="tab">{children}</ScreenBody>
      </>
    );
  }
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
      </ScreenHeader>
      <ScreenBody>{children}</ScreenBody>
    </>
  );
}

export interface PageStateProps {
  title: string;
  what: string;
  hint?: string;
  action: string;
  /** `empty` for a page that does not exist: that is not an error. */
  kind?: 'empty' | 'error';
  onPress: () => void;
}

export function PageState({ title, what, hint, action, kind = 'error', onPress }: PageStateProps) {
  return (
    <PlainPage title={title}>
      <StateBlock
        kind={kind}
        title={what}
        text={hint}
        action={
          <Button isSmall onPress={onPress}>
            {action}
          </Button>
        }
      />
    </PlainPage>
  );
}

export function PageLoading({ title }: { title: string }) {
  return (
    <PlainPage title={title}>
      <SkeletonRows />
    </PlainPage>
  );
}
