/** The saved replies that fit what was typed: code, title, first words in the customer's language. */
import { texts } from '../../../kernel/texts.ts';
import styles from './inbox.module.css';
import type { OpenMenu } from './use-reply-menu.ts';
import { textIn } from './view-model.ts';

export function ReplyMenu({ listId, replies, at, onPick, lang }: OpenMenu & { lang: string }) {
  return (
    <div className={styles.menu}>
      <p>
        {texts.answer.replies} <kbd aria-hidden="true">/</kbd>
      </p>
      {replies.length === 0 && <p role="status">{texts.answer.noReply}</p>}
      <div id={listId} role="listbox" aria-label={texts.answer.replies}>
        {replies.map((reply, index) => (
          <button
            key={reply.ID}
            id={`${listId}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            // The field keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(reply)}
          >
            <code>/{reply.code}</code>
            <b>{textIn(reply, 'en').title}</b>
            <span>{textIn(reply, lang).text}</span>
            {index === at && <kbd aria-hidden="true">↵</kbd>}
          </button>
        ))}
      </div>
    </div>
  );
}
