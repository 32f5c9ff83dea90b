/** Begins a draft with its English words. */
import { Button, classNames, Select } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { pages } from '../../kernel/pages.ts';
import styles from '../../kernel/room.module.css';
import { Room } from '../../kernel/room.tsx';
import { texts } from '../../kernel/texts.ts';
import { goTo, hrefOf } from '../../platform/address.ts';
import own from './announcement.module.css';
import { WordFields } from './word-fields.tsx';

export function BeginForm() {
  const { announcements: words } = texts;
  const [cate, setCate] = useState('1');
  const [written, setWritten] = useState({ title: '', body: '' });
  const begin = useAct('POST /operator/announcement/begin', () => words.begun);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.run({ cate: Number(cate), ...written }, ({ ID }) =>
      goTo(pages.announcements, { id: String(ID) }),
    );
  };
  return (
    <Room
      back={{ href: hrefOf(pages.announcements), label: words.back }}
      title={words.begin}
      line={words.beginLead}
    >
      <form className={classNames(styles.form, own.wide)} onSubmit={submit}>
        <Select
          label={words.cate}
          options={words.cates.map((label, at) => ({ key: String(at + 1), label }))}
          value={cate}
          onChange={setCate}
        />
        <WordFields lang="en" words={written} onChange={setWritten} />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" isBusy={begin.isBusy}>
            {words.beginSubmit}
          </Button>
        </div>
      </form>
    </Room>
  );
}
