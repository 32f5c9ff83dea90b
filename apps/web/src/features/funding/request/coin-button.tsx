/** The coin at the head of a form, as a button to select another. */
import { chevronDownIcon, CoinMark, Icon } from '@tern/ui';
import styles from './coin-button.module.css';

export interface CoinButtonProps {
  coin: string;
  logo?: string | undefined;
  onPress: () => void;
}

export function CoinButton({ coin, logo, onPress }: CoinButtonProps) {
  return (
    <div className={styles.line}>
      <button type="button" className={styles.coin} onClick={onPress}>
        <CoinMark symbol={coin} logo={logo} size={24} />
        {coin}
        <Icon of={chevronDownIcon} size={16} />
      </button>
    </div>
  );
}
