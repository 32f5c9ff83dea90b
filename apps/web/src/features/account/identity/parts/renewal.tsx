/** Why a verified member sends documents again, and where newer ones stand. The verification stays meanwhile. */
import { Button, formatDate, Note, Stack, useNumberLocale } from '@tern/ui';
import { serverNow } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import type { Identity } from '../api.ts';
import { renewalOf } from '../view-model.ts';

export function Renewal({ identity, onStart }: { identity: Identity; onStart: () => void }) {
  const t = useT();
  const locale = useNumberLocale();
  const today = new Date(serverNow()).toISOString().slice(0, 10);
  const { key, day, reason, isDue, canStart } = renewalOf(identity, today);
  const shownDay = day === '' ? '' : formatDate(day, { locale, detail: 'day', timeZone: 'UTC' });
  return (
    <Stack gap={12}>
      {key !== undefined && (
        <Note kind={isDue ? 'warn' : 'info'}>{t(key, { day: shownDay, reason })}</Note>
      )}
      {canStart && (
        <Button kind={isDue ? 'primary' : 'secondary'} isFull onPress={onStart}>
          {t(isDue ? 'identity.renew' : 'identity.change')}
        </Button>
      )}
    </Stack>
  );
}
