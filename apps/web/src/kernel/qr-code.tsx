/** QR codes: drawn as one path, dark on white in both themes, because cameras cannot read light on dark. */
import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import styles from './qr-code.module.css';

export interface QrCodeProps {
  text: string;
  label: string;
  /** `children` cover the middle, so the code needs more redundancy. */
  isCovered?: boolean;
  /** Size and margin of the white card. */
  className?: string | undefined;
  children?: ReactNode;
}

export function QrCode({ text, label, isCovered = false, className = '', children }: QrCodeProps) {
  const { size, path } = useMemo(() => drawn(text, isCovered ? 'H' : 'M'), [text, isCovered]);
  return (
    <div className={`${styles.code} ${className}`}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={label}
      >
        <path d={path} />
      </svg>
      {children}
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
