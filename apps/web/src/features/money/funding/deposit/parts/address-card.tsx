/** The deposit address as QR code and text, with a warning about wrong assets. */
import {
  Button,
  Card,
  copyIcon,
  headsetIcon,
  Icon,
  Note,
  StateBlock,
  Text,
  warningIcon,
} from '@tern/ui';
import { useCopy } from '../../../../../kernel/copyable.tsx';
import { pages } from '../../../../../kernel/pages.ts';
import { QrCode } from '../../../../../kernel/qr-code.tsx';
import { useIsSimulated } from '../../../../../kernel/site-config.ts';
import { useT } from '../../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../../platform/navigation/current-page.ts';
import type { Network } from '../../../../../kernel/coin-networks.ts';
import styles from './deposit.module.css';

export interface AddressCardProps {
  coin: string;
  network: Network;
  address: string;
}

export function AddressCard({ coin, network, address }: AddressCardProps) {
  const t = useT();
  const isSimulated = useIsSimulated();
  const copy = useCopy();
  return (
    <>
      <Card isPadded={false} className={styles.addressCard ?? ''}>
        {/* A paper address has no QR code. */}
        <AddressCode
          text={isSimulated ? t('deposit.qrSentence') : address}
          label={t(isSimulated ? 'deposit.qrSimulation' : 'deposit.qrLabel')}
          stamp={isSimulated ? t('deposit.simulation') : undefined}
        />
        <div className={styles.addressWords}>
          <Text size="cap" tone="faint">
            {t('deposit.addressOn', { network: network.code })}
          </Text>
          <Address address={address} />
          <Button
            isSmall
            isFull
            icon={copyIcon}
            label={t('deposit.copyAddress')}
            onPress={() => copy(address)}
          >
            {t('deposit.copy')}
          </Button>
        </div>
      </Card>
      <p className={styles.warning}>
        <Icon of={warningIcon} size={16} />
        <span>{t('deposit.onlyCoin', { coin, network: network.name })}</span>
      </p>
      {isSimulated ? (
        <Note kind="paper">{t('deposit.paperAddress')}</Note>
      ) : (
        <Note>{t('deposit.watched', { count: network.confirmations })}</Note>
      )}
    </>
  );
}

const END = 6;

/** Highlights both ends, which people compare. */
function Address({ address }: { address: string }) {
  return (
    <p className={styles.address}>
      <b>{address.slice(0, END)}</b>
      {address.slice(END, -END)}
      <b>{address.slice(-END)}</b>
    </p>
  );
}

/** The network has no address available. */
export function NoAddress({ network }: { network: Network }) {
  const t = useT();
  const navigator = useNavigator();
  return (
    <StateBlock
      kind="empty"
      title={t('deposit.noAddress', { network: network.name })}
      text={t('deposit.noAddressHint')}
      action={
        navigator.has(pages.support) && (
          <Button isSmall icon={headsetIcon} onPress={() => navigator.push(pages.support)}>
            {t('common.contactUs')}
          </Button>
        )
      }
    />
  );
}

interface AddressCodeProps {
  text: string;
  label: string;
  stamp: string | undefined;
}

/** The stamp covers the middle of the code. */
function AddressCode({ text, label, stamp }: AddressCodeProps) {
  return (
    <QrCode text={text} label={label} isCovered={stamp !== undefined} className={styles.qr}>
      {stamp !== undefined && (
        <span className={styles.stamp} aria-hidden="true">
          {stamp}
        </span>
      )}
    </QrCode>
  );
}
