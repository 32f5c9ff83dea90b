/** The sheets of the send page: the transfer that was made, and the member's own code. */
import { Button, checkIcon, copyIcon, Icon, Pill, Sheet, Text } from '@tern/ui';
import { useCoinPlaces } from '../../../../../kernel/balances.ts';
import { useCopy } from '../../../../../kernel/copyable.tsx';
import { ExactAmount } from '../../../../../kernel/exact-amount.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { QrCode } from '../../../../../kernel/qr-code.tsx';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../../platform/navigation/current-page.ts';
import type { Transfer } from '../api.ts';
import { memberCode } from '../../request/member-code.ts';
import styles from './member-transfer.module.css';
import { MemberName } from './receiver-field.tsx';

export function SentSheet({ made, onClose }: { made: Transfer | undefined; onClose: () => void }) {
  const t = useT();
  const navigator = useNavigator();
  const view = () => {
    onClose();
    if (made) navigator.push(pages.sendDetail, { id: String(made.ID) });
  };
  return (
    <Sheet
      isOpen={made !== undefined}
      onClose={onClose}
      title={t('member-transfer.sent')}
      isTitleHidden
      footer={
        <div className={styles.buttons}>
          <Button kind="secondary" isFull onPress={view}>
            {t('member-transfer.viewRecord')}
          </Button>
          <Button kind="primary" isFull onPress={onClose}>
            {t('member-transfer.done')}
          </Button>
        </div>
      }
    >
      {made && <Sent {...made} />}
    </Sheet>
  );
}

function Sent({ asset, amount, member, recordNo }: Transfer) {
  const t = useT();
  return (
    <div className={styles.center}>
      <span className={styles.disc}>
        <Icon of={checkIcon} size={28} />
      </span>
      <Text as="h3" size="strong">
        {t('member-transfer.sent')}
      </Text>
      <ExactAmount look="hero" value={amount} places={useCoinPlaces(asset)} unit={asset} />
      <Text tone="soft">
        <MemberName {...member} /> · {recordNo}
      </Text>
      <Pill kind="sim">{t('common.paper')}</Pill>
    </div>
  );
}

export interface MyCodeProps {
  memberId: number | undefined;
  isOpen: boolean;
  onClose: () => void;
}

export function MyCodeSheet({ memberId, isOpen, onClose }: MyCodeProps) {
  const t = useT();
  const copy = useCopy();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t('member-transfer.myCode')}>
      {memberId !== undefined && (
        <div className={styles.center}>
          <QrCode
            text={memberCode(memberId)}
            label={t('member-transfer.myCodeLabel')}
            className={styles.code}
          />
          <Text size="strong">{t('member-transfer.memberOf', { id: String(memberId) })}</Text>
          <Text size="label" tone="soft">
            {t('member-transfer.myCodeText')}
          </Text>
          <Button icon={copyIcon} onPress={() => copy(String(memberId))}>
            {t('member-transfer.copyId')}
          </Button>
        </div>
      )}
    </Sheet>
  );
}
