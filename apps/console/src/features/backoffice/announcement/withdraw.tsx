/** Withdraws a proposal, or unpublishes a text, with a reason. */
import { Button, ConfirmDialog, Inline, Text } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { ReasonField } from '../../../kernel/reason.tsx';
import styles from '../../../kernel/page.module.css';
import { Part } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import type { Draft } from './api.ts';

type Target = 'coming' | 'published';

export function Withdraw({ draft: { ID, coming, publishedAt } }: { draft: Draft }) {
  const { withdraw: labels } = texts.announcements;
  const [reason, setReason] = useState('');
  const [confirming, setConfirming] = useState<Target>();
  const act = useAct('POST /operator/announcement/takeBack', () => labels.done);
  const exists: Record<Target, boolean> = {
    coming: coming !== null,
    published: publishedAt !== null,
  };
  const offered = (['coming', 'published'] as const).filter((what) => exists[what]);
  const givenReason = reason.trim();
  return (
    <Part title={labels.title}>
      <div className={styles.form}>
        <Text size="label" tone="soft">
          {labels.lead}
        </Text>
        <ReasonField
          label={labels.reason}
          name="take-back-reason"
          isOptional
          value={reason}
          onChange={setReason}
        />
        <Inline gap={8} align="center" isWrapped>
          {offered.map((what) => (
            <Button key={what} isDisabled={givenReason === ''} onPress={() => setConfirming(what)}>
              {labels[what]}
            </Button>
          ))}
        </Inline>
      </div>
      <ConfirmDialog
        isOpen={confirming !== undefined}
        question={labels.question}
        confirmLabel={confirming === undefined ? labels.title : labels[confirming]}
        confirmKind="primary"
        cancelLabel={texts.review.cancel}
        isBusy={act.isBusy}
        onConfirm={() => {
          if (confirming === undefined) return;
          act.run({ ID, what: confirming, reason: givenReason }, () => setReason(''));
          setConfirming(undefined);
        }}
        onCancel={() => setConfirming(undefined)}
      >
        <p>{givenReason}</p>
      </ConfirmDialog>
    </Part>
  );
}
