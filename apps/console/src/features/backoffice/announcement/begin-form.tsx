/** Creates a draft with its English text. */
import { Button, classNames, Inline, Select } from '@tern/ui';
import { type FormEvent, useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { pages } from '../../../kernel/pages.ts';
import styles from '../../../kernel/page.module.css';
import { Page } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { goTo, hrefOf } from '../../../platform/address.ts';
import { beginInput, type Kind, kinds } from './api.ts';
import own from './announcement.module.css';
import { TextFields } from './text-fields.tsx';

export function BeginForm() {
  const { announcements: labels } = texts;
  const [kind, setKind] = useState<Kind>('announcement');
  const [written, setWritten] = useState({ title: '', body: '' });
  const begin = useAct('POST /operator/announcement/begin', () => labels.begun);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.run(beginInput(kind, written), ({ ID }) => goTo(pages.announcements, { id: String(ID) }));
  };
  return (
    <Page
      back={{ href: hrefOf(pages.announcements), label: labels.back }}
      title={labels.begin}
      line={labels.beginLead}
    >
      <form className={classNames(styles.form, own.wide)} onSubmit={submit}>
        <Select
          label={labels.cate}
          options={kinds.map((key) => ({ key, label: labels.kinds[key] }))}
          value={kind}
          onChange={setKind}
        />
        <TextFields lang="en" text={written} onChange={setWritten} />
        <Inline gap={8} align="center" isWrapped>
          <Button type="submit" kind="primary" isBusy={begin.isBusy}>
            {labels.beginSubmit}
          </Button>
        </Inline>
      </form>
    </Page>
  );
}
