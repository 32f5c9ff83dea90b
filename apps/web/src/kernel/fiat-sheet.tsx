/** The two ways of bank money: wire in, payout to a card. */
import { cardIcon, depositIcon, Row, Sheet } from '@tern/ui';
import { pages } from './pages.ts';
import { useT } from '../platform/i18n/i18n.tsx';
import { useNavigator } from '../platform/navigation/current-page.ts';

const WAYS = [
  { path: pages.fiatDeposit, label: 'common.fiatIn', icon: depositIcon },
  { path: pages.fiatWithdraw, label: 'common.fiatOut', icon: cardIcon },
] as const;

export function FiatSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('common.fiat')}>
      {WAYS.map(({ path, label, icon }) => (
        <Row
          key={path}
          icon={icon}
          title={t(label)}
          hasChevron
          onPress={() => {
            onClose();
            navigator.push(path);
          }}
        />
      ))}
    </Sheet>
  );
}
