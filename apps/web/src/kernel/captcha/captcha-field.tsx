/** The captcha of a form: loaded with the form, replaced after every failure, and at a tap. Pages that have one load the texts of `auth`. */
import { TextField } from '@tern/ui';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../platform/http/call.ts';
import { useT } from '../../platform/i18n/i18n.tsx';
import type { FieldProps } from '../form.ts';
import styles from './captcha-field.module.css';

/** A captcha expires after two minutes; replace it before that. */
const STALE_MS = 100_000;

export interface CaptchaImage {
  id: string;
  /** A data URL. */
  image: string;
  /** Number of characters. */
  length: number;
}

async function loadCaptcha(): Promise<CaptchaImage> {
  const { captchaId, picPath, captchaLength } = await call('POST /base/captcha', {});
  return { id: captchaId, image: picPath, length: captchaLength };
}

/** A captcha as typed, with the id of its image. */
export interface SolvedCaptcha {
  captcha: string;
  captchaId: string;
}

export interface Captcha {
  /** Undefined while loading or after a failure. */
  image: CaptchaImage | undefined;
  /** Of the image, for sending. */
  captchaId: string;
  hasFailed: boolean;
  /** Loads another image. */
  renew: () => void;
}

/** `isLoadedFirst`: with the form; otherwise at the first `renew`. */
export function useCaptcha(isLoadedFirst = true): Captcha {
  const [image, setImage] = useState<Captcha['image']>();
  const [hasFailed, setFailed] = useState(false);
  const [fetchedAt, setFetchedAt] = useState(0);

  const fetchImage = async () => {
    // Whoever types what the old image shows would be refused.
    setImage(undefined);
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
    if (isLoadedFirst && Date.now() - fetchedAt > STALE_MS) void fetchImage();
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
