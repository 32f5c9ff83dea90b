/** The inbox: conversations by group, the open one, and the customer beside it. */
import { classNames, StateBlock } from '@tern/ui';
import { KeysHint } from '../../../kernel/page.tsx';
import { texts } from '../../../kernel/texts.ts';
import { useAddress } from '../../../platform/address.ts';
import { InboxList } from './inbox-list.tsx';
import styles from './inbox.module.css';
import { ThreadPane } from './thread-pane.tsx';
import { supportTexts } from './texts.ts';

export function InboxScreen() {
  const { params } = useAddress();
  const { id } = params;
  return (
    <div className={classNames(styles.screen, id !== undefined && styles.hasOne)}>
      <section className={styles.list} aria-label={texts.nav.inbox}>
        <InboxList openId={id} />
        <KeysHint
          more={[
            [['R'], texts.keys.reply],
            [['E'], texts.keys.close],
          ]}
        />
      </section>
      <section className={styles.pane}>
        {id === undefined ? (
          <StateBlock
            kind="empty"
            title={supportTexts.inbox.pick}
            text={supportTexts.inbox.pickText}
          />
        ) : (
          <ThreadPane key={id} id={id} />
        )}
      </section>
    </div>
  );
}
