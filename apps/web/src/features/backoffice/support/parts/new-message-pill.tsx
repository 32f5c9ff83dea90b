/** Keeps the newest message in view; to a reader who scrolled up it only offers to go there. */
import { arrowDownIcon, Icon } from '@tern/ui';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import styles from './support.module.css';

/** Closer to the end counts as being there. */
const NEAR_PX = 120;

const isAtEnd = () => {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - window.innerHeight - window.scrollY < NEAR_PX;
};

const goToEnd = () => window.scrollTo(0, document.documentElement.scrollHeight);

export interface NewMessagePillProps {
  /** Messages shown. */
  count: number;
  /** The newest is one's own: then the page goes there in any case. */
  isOwn: boolean;
}

export function NewMessagePill({ count, isOwn }: NewMessagePillProps) {
  const t = useT();
  const [isNew, setNew] = useState(false);
  const wasAtEnd = useRef(true);
  useEffect(() => {
    const follow = () => {
      wasAtEnd.current = isAtEnd();
      if (wasAtEnd.current) setNew(false);
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  useEffect(() => {
    if (count === 0) return;
    if (isOwn || wasAtEnd.current) goToEnd();
    else setNew(true);
  }, [count, isOwn]);
  if (!isNew) return null;
  return (
    <button
      type="button"
      className={styles.pill}
      onClick={() => {
        setNew(false);
        goToEnd();
      }}
    >
      <Icon of={arrowDownIcon} size={16} />
      {t('support.newMessage')}
    </button>
  );
}
