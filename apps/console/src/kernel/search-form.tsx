/** A field that finds: what is typed goes into the address of its room, trimmed. */
import { Button, TextField } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { goTo } from '../platform/address.ts';
import styles from './room.module.css';

export interface SearchFormProps {
  /** The room, and the parameter of its address that holds what is looked for. */
  page: string;
  name: string;
  label: string;
  submit: string;
  given: string;
}

/** Give it a `key` of what is given, so that it follows the address. */
export function SearchForm({ page, name, label, submit, given }: SearchFormProps) {
  const [text, setText] = useState(given);
  const search = (event: FormEvent) => {
    event.preventDefault();
    goTo(page, { [name]: text.trim() });
  };
  return (
    <form role="search" className={styles.filters} onSubmit={search}>
      <TextField label={label} type="search" name={name} value={text} onChange={setText} />
      <Button type="submit">{submit}</Button>
    </form>
  );
}
