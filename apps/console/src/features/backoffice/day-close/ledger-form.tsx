/** Saves the journal of closed days as a file, which may be as large as the journal. */
import { Button, depositIcon, Text, TextField } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { saveFrom } from '../../../platform/save-file.ts';
import styles from './day-close.module.css';
import { dayCloseTexts } from './texts.ts';

const { ledger } = dayCloseTexts;

/** `newest`: the newest closed day. */
export function LedgerForm({ newest }: { newest: string }) {
  const [days, setDays] = useState({
    from: `${newest.slice(0, '2026-11'.length)}-01`,
    until: newest,
  });
  const file = useAct('GET /operator/dayClose/ledger', () => ledger.saved);
  const range = { from: days.from.trim(), until: days.until.trim() };
  const field = (key: 'from' | 'until', hint = '') => (
    <TextField
      label={ledger[key]}
      {...(hint === '' ? {} : { hint })}
      name={key}
      maxLength={10}
      required
      value={days[key]}
      onChange={(value) => setDays((now) => ({ ...now, [key]: value }))}
    />
  );
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!file.isBusy) file.run(range, ({ path }) => saveFrom(path));
      }}
    >
      <h2>{ledger.title}</h2>
      <Text as="p" size="label" tone="soft">
        {ledger.lead}
      </Text>
      {field('from')}
      {field('until', ledger.hint)}
      <Button type="submit" icon={depositIcon} isBusy={file.isBusy}>
        {ledger.make}
      </Button>
    </form>
  );
}
