/** What customers see of a question, and the act that shows its newest version to them. */
import { Button, ConfirmDialog, Inline } from '@tern/ui';
import { useState } from 'react';
import { useAct } from '../../../kernel/act.ts';
import { Part } from '../../../kernel/page.tsx';
import { usePermission, useSession } from '../../../kernel/session.ts';
import { texts } from '../../../kernel/texts.ts';
import type { Reply } from './api.ts';
import { textIn } from './view-model.ts';
import { supportTexts } from './texts.ts';

export function Publication({ reply }: { reply: Reply }) {
  const { replies: labels } = supportTexts;
  const { version, published, changedBy } = reply;
  const me = useSession()?.operator.login;
  const mayPublish = usePermission('content.write', 'reviews.second') && changedBy !== me;
  const isNewest = published?.version === version;
  return (
    <Part title={labels.publication}>
      <p>
        {published === null
          ? labels.unpublished
          : labels.published(published.version, published.login)}
      </p>
      {published !== null && !isNewest && <p>{labels.waits(version)}</p>}
      {mayPublish && !isNewest && <Publish reply={reply} />}
    </Part>
  );
}

function Publish({ reply }: { reply: Reply }) {
  const { replies: labels } = supportTexts;
  const { ID, version } = reply;
  const [isAsked, setAsked] = useState(false);
  const publishing = useAct('POST /operator/service/publishReply', () => labels.publishedNow);
  return (
    <Inline gap={8} align="center" isWrapped>
      <Button isSmall onPress={() => setAsked(true)}>
        {labels.publish(version)}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        question={labels.publishQuestion(textIn(reply, 'en').title)}
        confirmLabel={labels.publish(version)}
        cancelLabel={texts.review.cancel}
        isBusy={publishing.isBusy}
        onCancel={() => setAsked(false)}
        onConfirm={() => publishing.run({ ID, version }, () => setAsked(false))}
      >
        {labels.publishText}
      </ConfirmDialog>
    </Inline>
  );
}
