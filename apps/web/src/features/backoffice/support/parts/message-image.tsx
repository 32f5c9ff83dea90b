/** An image in a message: small, and at a tap as large as the screen. */
import { useQuery } from '@tanstack/react-query';
import { Sheet } from '@tern/ui';
import { useState } from 'react';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { imageQuery } from '../api.ts';
import type { Message } from '../thread.ts';
import styles from './support.module.css';

const WIDTH = 94;

export interface MessageImageProps {
  conversationId: number;
  image: NonNullable<Message['image']>;
}

export function MessageImage({ conversationId, image }: MessageImageProps) {
  const { data } = useQuery(imageQuery(conversationId, image.ID));
  const height = Math.min(160, Math.round((WIDTH * image.height) / Math.max(1, image.width)));
  return <Picture src={data} height={Math.max(44, height)} />;
}

export interface PictureProps {
  /** Undefined while it loads. */
  src: string | undefined;
  height: number;
}

export function Picture({ src, height }: PictureProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        style={{ width: WIDTH, height }}
        aria-label={t('support.openImage')}
        disabled={src === undefined}
        onClick={() => setOpen(true)}
      >
        {src !== undefined && <img src={src} alt="" />}
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('support.image')}>
        {src !== undefined && (
          <div className={styles.whole}>
            <img src={src} alt={t('support.image')} />
          </div>
        )}
      </Sheet>
    </>
  );
}
