/** The devices that logged in: this one first, the others can be forgotten. */
import {
  Button,
  Card,
  ConfirmDialog,
  DateText,
  laptopIcon,
  phoneIcon,
  Pill,
  Row,
  showToast,
} from '@tern/ui';
import { useState } from 'react';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Device, forgetDevice } from '../api.ts';
import { isMobile, methodKey } from '../view-model.ts';
import styles from './security.module.css';

export function DevicesCard({ devices }: { devices: readonly Device[] }) {
  const t = useT();
  const [asked, setAsked] = useState<Device>();
  const nameOf = ({ name }: Device) => (name === '' ? t('security.unknownDevice') : name);
  return (
    <>
      <Card isPadded={false}>
        {devices.map((device) => (
          <Row
            key={device.ID}
            icon={isMobile(device) ? phoneIcon : laptopIcon}
            title={nameOf(device)}
            note={<DeviceNote device={device} />}
            value={
              device.isCurrent ? (
                <Pill kind="done">{t('security.thisDevice')}</Pill>
              ) : (
                <Button
                  isSmall
                  label={t('security.forgetNamed', { name: nameOf(device) })}
                  onPress={() => setAsked(device)}
                >
                  {t('security.forget')}
                </Button>
              )
            }
          />
        ))}
      </Card>
      <ForgetDialog
        device={asked}
        name={asked === undefined ? '' : nameOf(asked)}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}

function DeviceNote({ device }: { device: Device }) {
  const t = useT();
  const method = methodKey(device);
  const where = [device.address, method === undefined ? '' : t(method)];
  return (
    <span className={styles.device}>
      <span>{where.filter((part) => part !== '').join(' · ')}</span>
      <span>
        {device.isCurrent ? (
          t('security.now')
        ) : (
          <>
            {t('security.lastSeen')} <DateText at={device.lastSeenAt} />
          </>
        )}
      </span>
      <span>
        {t('security.firstSeen')} <DateText at={device.firstSeenAt} detail="day" />
      </span>
    </span>
  );
}

interface ForgetDialogProps {
  device: Device | undefined;
  name: string;
  onClose: () => void;
}

function ForgetDialog({ device, name, onClose }: ForgetDialogProps) {
  const t = useT();
  const { submit, isBusy } = useSubmit({
    send: (id: number) => forgetDevice(id),
    onDone: () => {
      showToast(t('security.forgotten'), 'done');
      onClose();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={device !== undefined}
      question={t('security.forgetQuestion', { name })}
      confirmLabel={t('security.forget')}
      cancelLabel={t('common.cancel')}
      isBusy={isBusy}
      busyLabel={t('security.forgetting')}
      onConfirm={() => device && submit(device.ID)}
      onCancel={onClose}
    >
      {t('security.forgetText')}
    </ConfirmDialog>
  );
}
