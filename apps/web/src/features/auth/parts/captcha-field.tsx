/** The captcha field; pressing the image loads a new one. */
import { TextField } from '@tern/ui';
import type { FieldProps } from '../../../kernel/form.ts';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Captcha } from './captcha.ts';
import styles from './captcha-field.module.css';

export interface CaptchaFieldProps {
  captcha: Captcha;
  field: FieldProps;
}

export function CaptchaField({ captcha, field }: CaptchaFieldProps) {
  const t = useT();
  const count = captcha.image?.captchaLength;
  const image = (
    <button
      type="button"
      className={styles.image}
      aria-label={t('auth.newImage')}
      onClick={captcha.renew}
    >
      {captcha.image && <img src={captcha.image.picPath} alt={t('auth.imageAlt')} />}
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
