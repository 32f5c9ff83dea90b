/** The captcha of a form: loaded with the form, replaced after every failure, and at a tap. */
import { TextField } from '@tern/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldProps } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import { type CaptchaImage, loadCaptcha } from '../api.ts';
import styles from './form.module.css';

/** A captcha expires after two minutes (rules §10); replace it before that. */
const STALE_MS = 100_000;

export interface Captcha {
  /** Undefined while loading or after a failure. */
  image: CaptchaImage | undefined;
  /** Of the image, for sending. */
  captchaId: string;
  hasFailed: boolean;
  /** Loads another image. */
  renew: () => void;
}

export function useCaptcha(): Captcha {
  const [image, setImage] = useState<Captcha['image']>();
  const [hasFailed, setFailed] = useState(false);
  const [fetchedAt, setFetchedAt] = useState(0);

  const fetchImage = async () => {
    try {
      setImage(await loadCaptcha());
      setFetchedAt(Date.now());
      setFailed(false);
    } catch {
      setImage(undefined);
      setFailed(true);
    }
  };
  const renewStale = useEffectEvent(() => {
    if (Date.now() - fetchedAt > STALE_MS) void fetchImage();
  });
  useEffect(() => renewStale(), []);
  return { image, captchaId: image?.id ?? '', hasFailed, renew: () => void fetchImage() };
}

export interface CaptchaFieldProps {
  captcha: Captcha;
  field: FieldProps;
}

export function CaptchaField({ captcha, field }: CaptchaFieldProps) {
  const t = useT();
  const count = captcha.image?.length;
  const image = (
    <button
      type="button"
      className={styles.image}
      aria-label={t('auth.newImage')}
      onClick={captcha.renew}
    >
      {captcha.image && <img src={captcha.image.image} alt={t('auth.imageAlt')} />}
      {captcha.hasFailed && <span>{t('auth.imageFailed')}</span>}
    </button>
  );
  return (
    <TextField
      label={t('auth.imageCode')}
      {...field}
      slot={image}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...(count === undefined ? {} : { placeholder: t('auth.imageCodeHint', { count }) })}
    />
  );
}
