/** Selects the asset to pay with, showing the balance of each. */
import { AmountText, amountPlaces, CoinMark, Row, Sheet } from '@tern/ui';
import type { Coin } from '../../../../../kernel/balances.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';

export interface CoinSheetProps {
  isOpen: boolean;
  coins: readonly Coin[];
  chosen: string;
  onClose: () => void;
  onChoose: (asset: string) => void;
}

export function CoinSheet({ isOpen, coins, chosen, onClose, onChoose }: CoinSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('fiat.giveWhich')}>
      {coins.map(({ asset, name, logo, available, places }) => (
        <Row
          key={asset}
          mark={<CoinMark symbol={asset} logo={logo} size={36} />}
          title={asset}
          note={name}
          isChosen={asset === chosen}
          hasChevron={false}
          onPress={() => onChoose(asset)}
          value={<AmountText value={available} places={amountPlaces(asset, places)} />}
        />
      ))}
    </Sheet>
  );
}
