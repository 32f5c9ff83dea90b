/** Address book and bank cards: selecting a destination with a link to add one, and deleting one. */
import { Button, ConfirmDialog, Sheet, showToast } from '@tern/ui';
import type { ReactNode } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import type { Params, Path } from '../../../../platform/navigation/route.ts';

export interface DestinationSheetProps {
  isOpen: boolean;
  title: string;
  add: { label: string; page: Path; params?: Params };
  onClose: () => void;
  children: ReactNode;
}

export function DestinationSheet({ isOpen, title, add, onClose, children }: DestinationSheetProps) {
  const navigator = useNavigator();
  const openForm = () => {
    onClose();
    navigator.push(add.page, add.params);
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      footer={
        <Button kind="secondary" isFull onPress={openForm}>
          {add.label}
        </Button>
      }
    >
      {children}
    </Sheet>
  );
}

export interface DeleteDialogProps {
  /** Undefined while the dialog is closed. */
  id: number | undefined;
  question: string;
  /** The toast afterwards. */
  deleted: string;
  remove: (id: number) => Promise<void>;
  onClose: () => void;
  /** What is deleted. */
  children: ReactNode;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { id, question, deleted, remove, onClose, children } = props;
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (of: number) => remove(of),
    onDone: () => {
      showToast(deleted, 'done');
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={id !== undefined}
      question={question}
      confirmLabel={t('transfer.delete')}
      confirmKind="danger"
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      onConfirm={() => id !== undefined && submit(id)}
      onCancel={onClose}
    >
      <p>{t('transfer.deleteText')}</p>
      {children}
    </ConfirmDialog>
  );
}
