/** The tab bar, fixed at the foot of the column. */
import { type Press, Pressable } from '../actions/pressable.tsx';
import { Icon } from '../icons/icon.tsx';
import { usePinnedFoot } from '../screen/screen-body.tsx';
import styles from './tab-bar.module.css';

export interface TabBarItem extends Press {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly isCurrent: boolean;
}

export interface TabBarProps {
  /** Accessible name: "Main". */
  readonly label: string;
  readonly items: readonly TabBarItem[];
}

export function TabBar({ label, items }: TabBarProps) {
  return (
    <nav ref={usePinnedFoot<HTMLElement>()} className={styles.bar} aria-label={label}>
      <ul>
        {items.map((item) => (
          <li key={item.key}>
            <Pressable
              href={item.href}
              onPress={item.onPress}
              isCurrent={item.isCurrent}
              className={styles.tab}
            >
              <Icon of={item.icon} />
              {item.label}
            </Pressable>
          </li>
        ))}
      </ul>
    </nav>
  );
}
