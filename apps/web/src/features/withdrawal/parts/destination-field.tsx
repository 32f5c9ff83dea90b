/** Where the money goes: an address of the book, which also says the network. */
import { chevronRightIcon, classNames, Icon, warningIcon } from '@tern/ui';
import { useEffect, useId, useRef } from 'react';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Address } from '../api.ts';
import { shortAddress } from '../withdrawal-sums.ts';
import styles from './withdrawal.module.css';

export interface DestinationFieldProps {
  address: Address | undefined;
  error: string | undefined;
  onPress: () => void;
}

export function DestinationField({ address, error, onPress }: DestinationFieldProps) {
  const t = useT();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const isWrong = error !== undefined;
  useEffect(() => {
    if (isWrong) button.current?.focus();
  }, [isWrong]);
  return (
    <div>
      <div className={classNames(styles.destination, isWrong && styles.bad)}>
        <button
          ref={button}
          type="button"
          className={styles.to}
          aria-describedby={isWrong ? id : undefined}
          onClick={onPress}
        >
          <span className={styles.name}>{t('withdrawal.to')}</span>
          <span className={styles.words}>
            {address === undefined ? (
              <span className={styles.quiet}>{t('withdrawal.chooseAddress')}</span>
            ) : (
              <>
                {address.name}
                <small>{shortAddress(address.addr)}</small>
              </>
            )}
          </span>
          <Icon of={chevronRightIcon} size={18} />
        </button>
        <div className={styles.network}>
          <span className={styles.name}>{t('withdrawal.network')}</span>
          <span className={styles.words}>{address?.czline ?? '---'}</span>
          <span className={styles.quiet}>{t('withdrawal.setByAddress')}</span>
        </div>
      </div>
      {isWrong && (
        <div id={id} role="alert" className={styles.complaint}>
          <Icon of={warningIcon} size={14} />
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
