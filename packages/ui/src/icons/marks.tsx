/** The logos of coins, and the brand's name and logo. */
import { useState } from 'react';
import { classNames } from '../class-names.ts';
import { rem } from '../rem.ts';
import styles from './marks.module.css';

// One sprite file, loaded by the browser with the first mark, so that no script contains artwork.
import spriteUrl from './coin-marks.svg?no-inline';

const DRAWN = new Set(
  `BTC ETH SOL XRP BNB DOGE ADA TRX LTC LINK AVAX DOT ATOM UNI SHIB PEPE BCH ETC NEAR FIL APT ARB OP SUI XLM ALGO AAVE INJ TON HBAR
  USDT USDC VRD OST KLP XAU XAG XPT XPD USD EUR GBP JPY CAD AUD NZD CHF HKD KRW VND`.split(/\s+/),
);

export interface CoinMarkProps {
  /** The asset's symbol; case does not matter. */
  readonly symbol: string;
  /** URL of the server's logo; replaced if it fails to load. */
  readonly logo?: string | undefined;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** The server's image, otherwise our own drawing, otherwise a disc with its letter. */
export function CoinMark({ symbol, logo, size = 36, className }: CoinMarkProps) {
  const [failed, setFailed] = useState<string>();
  const name = symbol.toUpperCase();
  const box = classNames(styles.mark, className);
  if (logo && logo !== failed) {
    const onError = () => setFailed(logo);
    const sides = { width: rem(size), height: rem(size) };
    return <img className={box} src={logo} style={sides} alt="" onError={onError} />;
  }
  if (DRAWN.has(name)) {
    return (
      <svg
        className={box}
        width={rem(size)}
        height={rem(size)}
        viewBox="0 0 32 32"
        aria-hidden="true"
      >
        <use href={`${spriteUrl}#${name}`} />
      </svg>
    );
  }
  return (
    <svg
      className={box}
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="16" className={styles.disc} />
      <text x="16" y="21.4" textAnchor="middle" className={styles.letter}>
        {name.slice(0, 1)}
      </text>
    </svg>
  );
}

export const BRAND_NAME = 'Tern';

/** A forked wing that also reads as a rising line. */
export function BrandMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.2 9.6C9 9.2 12.4 12.4 14 18.4 15.2 11 19 6.2 25 4.4" />
      <path d="M9.6 22.8c2.3-.3 3.7-1.7 4.4-4.4 1.2 2.6 3.2 4 6 4.2" opacity=".55" />
    </svg>
  );
}
