/** The form of a purchase, its amount and its button; and the sheet that shows every figure before it is sent. */
import {
  BigAmountField,
  Button,
  CtaBar,
  formatAmount,
  Note,
  Sheet,
  useNumberLocale,
} from '@tern/ui';
import type { FormEvent, ReactNode } from 'react';
import { useT } from '../../platform/i18n/i18n.tsx';
import { useCoinPlaces } from '../balances.ts';
import type { FieldProps, Form } from '../form.ts';
import styles from './products.module.css';

export interface PurchaseFormProps {
  form: Pick<Form<string>, 'ref'>;
  label: string;
  className: string | undefined;
  onSubmit: () => void;
  children: ReactNode;
}

export function PurchaseForm({ form, label, className, onSubmit, children }: PurchaseFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form.ref} noValidate className={className} aria-label={label} onSubmit={submit}>
      {children}
    </form>
  );
}

export interface PurchaseAmountProps {
  field: FieldProps;
  label: string;
  asset: string;
  /** The most that can be typed. */
  places: number;
  hint?: string;
  isDisabled: boolean;
}

export function PurchaseAmount({ field, asset, ...shown }: PurchaseAmountProps) {
  const locale = useNumberLocale();
  const usual = useCoinPlaces(asset);
  const placeholder = formatAmount('0', { locale, places: Math.min(usual, 2) });
  return (
    <BigAmountField {...field} {...shown} size="hero" placeholder={placeholder} unit={asset} />
  );
}

export interface PurchaseBarProps {
  /** Above the button. */
  note?: string | undefined;
  label: string;
  isDisabled: boolean;
  isBusy?: boolean;
  busyLabel?: string;
  /** Without it the button submits its form. */
  onPress?: () => void;
}

export function PurchaseBar({ note, label, ...button }: PurchaseBarProps) {
  const kind = button.onPress ? {} : ({ type: 'submit' } as const);
  return (
    <CtaBar note={note}>
      <Button kind="primary" isFull {...kind} {...button}>
        {label}
      </Button>
    </CtaBar>
  );
}

/** The figures of an amount could not be fetched. */
export function FiguresFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useT();
  return (
    <Note kind="warn">
      <p>{text}</p>
      <Button isSmall className={styles.retry ?? ''} onPress={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </Note>
  );
}

export interface ReviewSheetProps {
  title: string;
  confirmLabel: ReactNode;
  busyLabel: string;
  isBusy: boolean;
  /** The figures; undefined while nothing is reviewed. */
  children: ReactNode | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

export function ReviewSheet(props: ReviewSheetProps) {
  const { title, confirmLabel, busyLabel, isBusy, children, onConfirm, onClose } = props;
  const t = useT();
  return (
    <Sheet
      isOpen={children !== undefined}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isBusy}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" isBusy={isBusy} busyLabel={busyLabel} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  );
}
