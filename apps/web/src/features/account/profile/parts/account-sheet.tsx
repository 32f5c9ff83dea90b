/** Account information in full. */
import { DateText, KeyValue, KeyValues, Sheet } from '@tern/ui';
import type { User } from '../../../../kernel/session.ts';
import { blockedUntil } from '../../../../kernel/account-status.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { maskEmail, maskPhone } from '../view-model.ts';

export interface AccountSheetProps {
  user: User;
  isOpen: boolean;
  onClose: () => void;
}

export function AccountSheet({ user, isOpen, onClose }: AccountSheetProps) {
  const t = useT();
  const until = blockedUntil(user);
  const isPaused = until !== undefined;
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('profile.accountInformation')}>
      <KeyValues>
        <KeyValue name={t('profile.email')} value={maskEmail(user.email)} />
        <KeyValue
          name={t('profile.phone')}
          value={user.phone === '' ? '---' : `+${user.countryCode} ${maskPhone(user.phone)}`}
        />
        <KeyValue
          name={t('profile.phoneState')}
          value={t(user.phoneProven ? 'profile.phoneConfirmed' : 'profile.phoneUnconfirmed')}
        />
        <KeyValue name={t('profile.memberId')} value={String(user.ID)} />
        <KeyValue
          name={t('profile.identity')}
          value={t(user.verified ? 'profile.verified' : 'profile.unverified')}
        />
        <KeyValue name={t('profile.creditScore')} value={String(user.creditScore)} />
        <KeyValue name={t('profile.inviteCode')} value={user.inviteCode} />
        <KeyValue
          name={t('profile.memberSince')}
          value={<DateText at={user.CreatedAt} detail="day" />}
        />
        <KeyValue
          name={t(isPaused ? 'profile.withdrawalsPaused' : 'profile.withdrawals')}
          value={isPaused ? <DateText at={until} /> : t('profile.withdrawalsOpen')}
        />
      </KeyValues>
    </Sheet>
  );
}
