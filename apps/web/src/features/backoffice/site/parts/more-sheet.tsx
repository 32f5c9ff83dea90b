/** All features as rows with their page titles: only those that exist. */
import {
  bankIcon,
  bellIcon,
  cardIcon,
  cpuIcon,
  depositIcon,
  globeIcon,
  headsetIcon,
  infoIcon,
  loanIcon,
  megaphoneIcon,
  Row,
  Sheet,
  slidersIcon,
  sproutIcon,
  swapIcon,
  timerIcon,
  tradeIcon,
  userIcon,
  usersIcon,
  withdrawIcon,
} from '@tern/ui';
import { useState } from 'react';
import { useContractsAreOff } from '../../../../kernel/contract-terms.ts';
import { pages } from '../../../../kernel/pages.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import { useLinks } from '../../../../platform/navigation/links.ts';
import { TileOrder } from './tile-order.tsx';

const features = [
  { path: pages.deal, icon: tradeIcon },
  { path: pages.futures, icon: timerIcon },
  { path: pages.offering, icon: sproutIcon },
  { path: pages.stakeList, icon: cpuIcon },
  { path: pages.loan, icon: loanIcon },
  { path: pages.swap, icon: swapIcon },
  { path: pages.depositList, icon: depositIcon },
  { path: pages.withdrawList, icon: withdrawIcon },
  { path: pages.fiatDeposit, icon: bankIcon },
  { path: pages.fiatWithdraw, icon: cardIcon },
  { path: pages.invite, icon: usersIcon },
  { path: pages.notifications, icon: bellIcon },
  { path: pages.announcements, icon: megaphoneIcon },
  { path: pages.my, icon: userIcon },
  { path: pages.support, icon: headsetIcon },
  { path: pages.language, icon: globeIcon },
  { path: pages.about, icon: infoIcon },
] as const;

export function MoreSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const to = useLinks();
  const { routes } = useNavigator();
  const areContractsOff = useContractsAreOff();
  const [isOrdering, setOrdering] = useState(false);
  const close = () => {
    setOrdering(false);
    onClose();
  };
  if (isOrdering) {
    return (
      <Sheet isOpen={isOpen} onClose={close} title={t('site.tileOrder')}>
        <TileOrder />
      </Sheet>
    );
  }
  return (
    <Sheet isOpen={isOpen} onClose={close} title={t('site.more')}>
      {features.map(({ path, icon }) => {
        const route = routes.get(path);
        const isOff = path === pages.futures && areContractsOff;
        if (route === undefined || isOff) return null;
        const { href, onPress } = to(path);
        return (
          <Row
            key={path}
            icon={icon}
            title={t(route.title)}
            href={href}
            onPress={() => {
              close();
              onPress();
            }}
          />
        );
      })}
      <Row icon={slidersIcon} title={t('site.tileOrder')} onPress={() => setOrdering(true)} />
    </Sheet>
  );
}
