/** Opens the search from the rail: as a field would look there, with its key. */
import { Icon, searchIcon } from '@tern/ui';
import { texts } from '../../kernel/texts.ts';
import styles from '../shell.module.css';

export function FindButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.find} title={texts.nav.find} onClick={onOpen}>
      <Icon of={searchIcon} size={16} />
      <span>{texts.nav.findShort}</span>
      <kbd aria-hidden="true">/</kbd>
    </button>
  );
}
