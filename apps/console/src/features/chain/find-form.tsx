/** Finds within the room: what is typed joins what its address already says. */
import { Button, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import { goTo } from '../../platform/address.ts';

interface FindFormProps {
  label: string;
  /** What stays in the address. */
  kept: Readonly<Record<string, string>>;
  given: string;
}

/** Give it a `key` of what is given, so that it follows the address. */
export function FindForm({ label, kept, given }: FindFormProps) {
  const [text, setText] = useState(given);
  const search = (event: FormEvent) => {
    event.preventDefault();
    goTo(pages.chain, { ...kept, search: text.trim() });
  };
  return (
    <form role="search" className={styles.filters} onSubmit={search}>
      <TextField label={label} type="search" name="search" value={text} onChange={setText} />
      <Button type="submit">{texts.chain.search}</Button>
    </form>
  );
}
