/** A QR code drawn as one path, dark on a white card in both themes: cameras cannot read light on dark. */
import { useMemo } from 'react';
import { encode } from 'uqr';
import styles from './deposit.module.css';

export interface QrCodeProps {
  text: string;
  label: string;
  /** Covers the middle of the code, which then needs more redundancy. */
  stamp?: string | undefined;
}

export function QrCode({ text, label, stamp }: QrCodeProps) {
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
