/** Takes back what is on its way, or what members read now, with a reason. */
import { Button, ConfirmDialog } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../kernel/act.ts';
import { ReasonField } from '../../kernel/reason-field.tsx';
import styles from '../../kernel/room.module.css';
import { texts } from '../../kernel/texts.ts';
import type { Draft } from './api.ts';

type What = 'coming' | 'published';

export function TakeBack({ draft: { ID, coming, publishedAt } }: { draft: Draft }) {
  const { takeBack: words, words: labels } = texts.announcements;
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState<What>();
  const act = useAct('POST /operator/announcement/takeBack', () => words.done);
  const there: Record<What, boolean> = {
    coming: coming !== null,
    published: publishedAt !== null,
  };
  const offered = (['coming', 'published'] as const).filter((what) => there[what]);
  const said = reason.trim();
  return (
    <section className={styles.part}>
      <h2>{words.title}</h2>
      <div className={styles.form}>
        <p className={styles.quiet}>{words.lead}</p>
        <ReasonField
          label={words.reason}
          name="take-back-reason"
          isOptional
          value={reason}
          onChange={setReason}
        />
        <div className={styles.buttons}>
          {offered.map((what) => (
            <Button key={what} isDisabled={said === ''} onPress={() => setAsked(what)}>
              {words[what]}
            </Button>
          ))}
        </div>
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={words.question}
        confirmLabel={asked === undefined ? words.title : words[asked]}
        confirmKind="primary"
        cancelLabel={labels.keep}
        isBusy={act.isBusy}
        onConfirm={() => {
          if (asked === undefined) return;
          act.run({ ID, what: asked, reason: said }, () => setReason(''));
          setAsked(undefined);
        }}
        onCancel={() => setAsked(undefined)}
      >
        <p>{said}</p>
      </ConfirmDialog>
    </section>
  );
}
