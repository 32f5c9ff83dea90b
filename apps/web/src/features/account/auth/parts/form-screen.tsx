/** A page that is one form, and showing refusals at its fields. */
import type { RefusalName } from '@tern/protocol/refusals';
import { Button, NavBar, ScreenBody, ScreenHeader } from '@tern/ui';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { sentenceOf } from '../../../../kernel/error-sentence.ts';
import type { FieldErrors } from '../../../../kernel/form.ts';
import type { CallError } from '../../../../platform/http/call-error.ts';
import { useI18n } from '../../../../platform/i18n/i18n.tsx';
import { useBack } from '../../../../platform/navigation/links.ts';
import styles from './form.module.css';

export interface FormScreenProps {
  title: string;
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: (event: FormEvent) => void;
  /** The submit button's text. */
  submit: string;
  isBusy?: boolean;
  /** Shown while busy. */
  busyLabel?: string;
  isOff?: boolean;
  children: ReactNode;
}

export function FormScreen(props: FormScreenProps) {
  const { title, formRef, onSubmit, submit, isBusy = false, busyLabel, isOff = false } = props;
  const back = useBack();
  return (
    <>
      <ScreenHeader>
        <NavBar title={title} back={back} />
      </ScreenHeader>
      <ScreenBody>
        <form
          ref={formRef}
          className={`${styles.form} ${styles.page}`}
          onSubmit={onSubmit}
          noValidate
        >
          {props.children}
          <Button
            kind="primary"
            type="submit"
            isFull
            isBusy={isBusy}
            isDisabled={isOff}
            {...(busyLabel === undefined ? {} : { busyLabel })}
          >
            {submit}
          </Button>
        </form>
      </ScreenBody>
    </>
  );
}

/**
 * Returns the function that shows a refusal at its field; false if it has none. `texts` replace the usual
 * sentences; a wrong image code also says that there is a new image.
 */
export function useRefusalAtField<Field extends string>(
  fail: (errors: FieldErrors<Field>) => boolean,
  fields: Partial<Record<RefusalName, Field>>,
  texts: Partial<Record<RefusalName, string>> = {},
): (error: CallError) => boolean {
  const i18n = useI18n();
  return (error) => {
    const { refusal } = error;
    const field = refusal && fields[refusal];
    if (field === undefined) return false;
    const own = { 'wrong-captcha': i18n.t('auth.imageCodeWrong'), ...texts };
    const sentence = own[refusal as RefusalName] ?? sentenceOf(error, i18n, false);
    return fail({ [field]: sentence } as FieldErrors<Field>);
  };
}
