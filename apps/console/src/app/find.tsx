/** Global search: a record number, a transaction or an address on a network opens the queue, anything else the customers. */
import { Icon, searchIcon } from '@tern/ui';
import { type FormEvent, type RefObject, useState } from 'react';
import { pages } from '../kernel/pages.ts';
import { texts } from '../kernel/texts.ts';
import { goTo } from '../platform/address.ts';
import styles from './shell.module.css';

/** "W-20418", "d20007"; a transaction, or a part of an address on a network: letters with digits, without a gap. */
const RECORD = /^[a-z]-?\d+$|^(?=.*\d)(?=.*[a-z])[a-z0-9]{6,}$/i;

interface FindProps {
  field: RefObject<HTMLInputElement | null>;
  /** Whether the operator's roles open the queue, and the customers. */
  hasQueue: boolean;
  hasCustomers: boolean;
}

export function Find({ field, hasQueue, hasCustomers }: FindProps) {
  const [text, setText] = useState('');
  const find = (event: FormEvent) => {
    event.preventDefault();
    const search = text.trim();
    if (search === '') return;
    const isRecord = RECORD.test(search);
    goTo(hasQueue && (isRecord || !hasCustomers) ? pages.queue : pages.customers, { search });
    setText('');
    field.current?.blur();
  };
  return (
    <form role="search" className={styles.find} onSubmit={find}>
      <Icon of={searchIcon} size={16} />
      <input
        ref={field}
        type="search"
        name="find"
        aria-label={texts.nav.find}
        placeholder={texts.nav.findShort}
        title={texts.nav.find}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
