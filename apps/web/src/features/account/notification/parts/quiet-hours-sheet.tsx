/** The times of quiet hours, in the time zone of this device; saved immediately. */
import { Select, Sheet, Stack, Switch, Text } from '@tern/ui';
import { useReportError } from '../../../../kernel/report-error.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Preferences, setQuietHours } from '../preferences.ts';
import styles from './preferences.module.css';

export interface QuietHoursSheetProps {
  isOpen: boolean;
  preferences: Preferences;
  onClose: () => void;
}

export function QuietHoursSheet({ isOpen, onClose, preferences }: QuietHoursSheetProps) {
  const t = useT();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('notification.quiet')}>
      <QuietHoursForm preferences={preferences} />
    </Sheet>
  );
}

const NIGHT = { from: '22:00', until: '07:00' };
const HALF_HOURS = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

/** The half hours, and a time that another client set. */
const timesWith = (set: string, other: string) =>
  [...new Set([...HALF_HOURS, set])]
    .filter((time) => time !== other)
    .toSorted()
    .map((time) => ({ key: time, label: time }));

function QuietHoursForm({
  preferences: { quiet, timeZone },
}: Pick<QuietHoursSheetProps, 'preferences'>) {
  const t = useT();
  const report = useReportError();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const save = (hours: typeof quiet) =>
    void setQuietHours({ ...hours, timeZone: here }).catch(report);
  return (
    <Stack gap={16}>
      <Switch
        look="spread"
        label={t('notification.quiet')}
        isOn={quiet !== null}
        onChange={(isOn) => save(isOn ? NIGHT : null)}
      />
      {quiet !== null && (
        <div className={styles.times}>
          <Select
            label={t('notification.quietFrom')}
            value={quiet.from}
            options={timesWith(quiet.from, quiet.until)}
            onChange={(from) => save({ ...quiet, from })}
          />
          <Select
            label={t('notification.quietUntil')}
            value={quiet.until}
            options={timesWith(quiet.until, quiet.from)}
            onChange={(until) => save({ ...quiet, until })}
          />
        </div>
      )}
      <Text size="cap" tone="faint">
        {t('notification.quietNote', { zone: quiet === null ? here : timeZone })}
      </Text>
    </Stack>
  );
}
