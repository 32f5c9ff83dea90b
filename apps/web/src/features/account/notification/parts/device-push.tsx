/** Whether this browser takes pushes, what they show, and the member's other browsers. */
import { bellIcon, Card, eyeIcon, Icon, showToast, Switch, Text, TextButton } from '@tern/ui';
import { useEffect, useState } from 'react';
import { useReportError } from '../../../../kernel/report-error.ts';
import { CallError } from '../../../../platform/http/call-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type PushState, pushState } from '../../../../platform/shell/push.ts';
import {
  type Preferences,
  setDetails,
  switchDeviceOff,
  switchDeviceOn,
  switchOthersOff,
} from '../preferences.ts';
import styles from './preferences.module.css';

/** The browser's own state, read again after each change and when the member comes back from its settings. */
function usePushState(): [PushState | undefined, () => Promise<void>] {
  const [state, setState] = useState<PushState>();
  const refresh = async () => setState(await pushState());
  useEffect(() => {
    const read = () => void refresh();
    read();
    addEventListener('focus', read);
    return () => removeEventListener('focus', read);
  }, []);
  return [state, refresh];
}

export function DevicePush({ preferences }: { preferences: Preferences }) {
  const t = useT();
  const report = useReportError();
  const [state, refresh] = usePushState();
  const [isBusy, setBusy] = useState(false);
  const isOn = state === 'on';
  const others = preferences.devices - (isOn ? 1 : 0);

  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof CallError) report(error);
      else showToast(t('notification.pushFailed'), 'error');
    } finally {
      await refresh();
      setBusy(false);
    }
  };
  const toggle = (next: boolean) =>
    void run(() => (next ? switchDeviceOn(preferences.pushKey) : switchDeviceOff()));

  return (
    <Card isPadded={false}>
      <div className={styles.setting}>
        <Icon of={bellIcon} size={22} />
        <span className={styles.words}>
          <span>{t('notification.thisDevice')}</span>
          <Text as="small" size="cap" tone="faint">
            {t(`notification.${state ?? 'off'}Hint`)}
          </Text>
        </span>
        <Switch
          look="bare"
          label={t('notification.thisDevice')}
          isOn={isOn}
          isDisabled={
            isBusy || state === undefined || state === 'denied' || state === 'unsupported'
          }
          onChange={toggle}
        />
      </div>
      {preferences.devices > 0 && (
        <div className={styles.setting}>
          <Icon of={eyeIcon} size={22} />
          <span className={styles.words}>
            <span>{t('notification.details')}</span>
            <Text as="small" size="cap" tone="faint">
              {t('notification.detailsHint')}
            </Text>
          </span>
          <Switch
            look="bare"
            label={t('notification.details')}
            isOn={preferences.showsDetails}
            onChange={(next) => void setDetails(next).catch(report)}
          />
        </div>
      )}
      {others > 0 && (
        <div className={styles.others}>
          <span>{t('notification.others', { count: others })}</span>
          <TextButton isFlush onPress={() => void run(switchOthersOff)}>
            {t('notification.othersOff')}
          </TextButton>
        </div>
      )}
    </Card>
  );
}
