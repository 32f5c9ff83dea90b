/** The three sections of the page: passkeys, authenticator, recovery codes. */
import {
  Button,
  Card,
  formatDate,
  keyIcon,
  Note,
  Pill,
  plusIcon,
  Row,
  Section,
  timerIcon,
  useNumberLocale,
  documentIcon,
} from '@tern/ui';
import { canUsePasskeys } from '../../../../kernel/second-factor/browser-passkeys.ts';
import { useSubmit } from '../../../../kernel/submit.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { type Factors, type Passkey, RECOVERY_CODES, replaceRecoveryCodes } from '../api.ts';
import styles from './factors.module.css';

export interface PasskeysSectionProps {
  factors: Factors;
  onAdd: () => void;
  onShow: (passkey: Passkey) => void;
}

export function PasskeysSection({ factors, onAdd, onShow }: PasskeysSectionProps) {
  const t = useT();
  const usedText = useUsedText();
  const { passkeys, passkeysMax, passkeysAvailable } = factors;
  const canAdd = passkeysAvailable && canUsePasskeys();
  return (
    <Section isQuiet title={t('second-factor.passkeys')}>
      <Card isPadded={false}>
        {passkeys.map((passkey) => (
          <Row
            key={passkey.ID}
            icon={keyIcon}
            title={passkey.name}
            note={usedText(passkey)}
            onPress={() => onShow(passkey)}
          />
        ))}
        {canAdd && passkeys.length < passkeysMax && (
          <Row icon={plusIcon} title={t('second-factor.addPasskey')} onPress={onAdd} />
        )}
      </Card>
      {!canAdd && <Note>{t('second-factor.passkeysMissing')}</Note>}
      {passkeys.length >= passkeysMax && (
        <Note>{t('second-factor.passkeysFull', { max: String(passkeysMax) })}</Note>
      )}
    </Section>
  );
}

export interface AuthenticatorSectionProps {
  totp: Factors['totp'];
  onSetUp: () => void;
  onRemove: () => void;
}

export function AuthenticatorSection({ totp, onSetUp, onRemove }: AuthenticatorSectionProps) {
  const t = useT();
  const usedText = useUsedText();
  if (totp === null) {
    return (
      <Section isQuiet title={t('second-factor.authenticator')}>
        <Card isPadded={false}>
          <Row icon={timerIcon} title={t('second-factor.setUpAuthenticator')} onPress={onSetUp} />
        </Card>
      </Section>
    );
  }
  return (
    <Section isQuiet title={t('second-factor.authenticator')}>
      <Card isPadded={false}>
        <Row
          icon={timerIcon}
          title={t('second-factor.authenticator')}
          note={usedText(totp)}
          value={<Pill>{t('second-factor.on')}</Pill>}
        />
        <Row title={t('second-factor.replaceAuthenticator')} onPress={onSetUp} />
        <Row title={t('second-factor.removeAuthenticator')} onPress={onRemove} />
      </Card>
    </Section>
  );
}

/** From here on the page advises new codes. */
const FEW_CODES = 3;

export interface RecoverySectionProps {
  left: number;
  onMade: (codes: readonly string[]) => void;
}

export function RecoverySection({ left, onMade }: RecoverySectionProps) {
  const t = useT();
  const { submit, isBusy, isOff } = useSubmit({ send: replaceRecoveryCodes, onDone: onMade });
  return (
    <Section isQuiet title={t('second-factor.recoveryCodes')}>
      <Card isPadded={false}>
        <Row
          icon={documentIcon}
          title={t('second-factor.codesLeft')}
          note={t('second-factor.codesWhat')}
          value={`${left} / ${RECOVERY_CODES}`}
        />
        <div className={styles.add}>
          <Button
            isFull
            isBusy={isBusy}
            isDisabled={isOff}
            busyLabel={t('second-factor.waiting')}
            onPress={() => submit(undefined)}
          >
            {t('second-factor.newCodes')}
          </Button>
        </div>
      </Card>
      {left <= FEW_CODES && <Note kind="warn">{t('second-factor.fewCodes')}</Note>}
    </Section>
  );
}

/** "Last used 12 Nov", or when it was added. */
function useUsedText() {
  const t = useT();
  const locale = useNumberLocale();
  return ({ lastUsedAt, CreatedAt }: { lastUsedAt: string | null; CreatedAt: string }) => {
    const time = formatDate(lastUsedAt ?? CreatedAt, { locale, detail: 'short' });
    return t(lastUsedAt === null ? 'second-factor.addedAt' : 'second-factor.usedAt', { time });
  };
}
