/** The deposit address as QR code and text, with a warning about wrong assets. */
import { Button, Card, copyIcon, headsetIcon, Icon, Note, StateBlock, warningIcon } from '@tern/ui';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { useCopy } from '../../../../kernel/copyable.tsx';
import { pages } from '../../../../kernel/pages.ts';
import { useIsSimulated } from '../../../../kernel/site-config.ts';
import { useT } from '../../../../platform/i18n/i18n.tsx';
import { useNavigator } from '../../../../platform/navigation/current-page.ts';
import type { Network } from '../../../../kernel/coin-networks.ts';
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
        {/* A paper address has no QR code (design: paper strip). */}
        <QrCode
          text={isSimulated ? t('deposit.qrSentence') : address}
          label={t(isSimulated ? 'deposit.qrSimulation' : 'deposit.qrLabel')}
          stamp={isSimulated ? t('deposit.simulation') : undefined}
        />
        <div className={styles.addressWords}>
          <p className={styles.quiet}>{t('deposit.addressOn', { network: network.code })}</p>
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
        navigator.has(pages.service) && (
          <Button isSmall icon={headsetIcon} onPress={() => navigator.push(pages.service)}>
            {t('transfer.contactUs')}
          </Button>
        )
      }
    />
  );
}

interface QrCodeProps {
  text: string;
  label: string;
  /** Covers the middle of the code, which then needs more redundancy. */
  stamp?: string | undefined;
}

/** Drawn as one path, dark on a white card in both themes: cameras cannot read light on dark. */
function QrCode({ text, label, stamp }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text, stamp === undefined ? 'M' : 'H'), [text, stamp]);
  return (
    <div className={styles.qr}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={path} />
      </svg>
      {stamp !== undefined && (
        <span className={styles.stamp} aria-hidden="true">
          {stamp}
        </span>
      )}
    </div>
  );
}

/** `ecc`: M tolerates 15 % covered, H 30 %. */
function drawn(text: string, ecc: 'M' | 'H'): { size: number; path: string } {
  const { size, data } = encode(text, { ecc, border: 0 });
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')),
  );
  return { size, path: squares.join('') };
}
