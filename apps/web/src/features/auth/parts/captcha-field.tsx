/** The field for the image code, with the image as the button for a new one. */
import { TextField } from '@tern/ui';
import { useT } from '../../../platform/i18n/i18n.tsx';
import type { Captcha } from './captcha.ts';
import styles from './captcha-field.module.css';

export interface CaptchaFieldProps {
  captcha: Captcha;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function CaptchaField({ captcha, value, error, onChange }: CaptchaFieldProps) {
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
      name="captcha"
      value={value}
      error={error}
      onChange={onChange}
      slot={image}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...(count === undefined ? {} : { placeholder: t('auth.imageCodeHint', { count }) })}
    />
  );
}
