/** Addresses of files: a browser downloads one by its address, so a sealed token takes the place of a session. */
import { MINUTE_MS } from '../../../platform/durations.ts';
import { openToken, sealToken } from '../../../platform/sealed-token.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { Month } from './months.ts';

const monthFormats = ['pdf', 'csv', 'proof'] as const;
export type FileFormat = (typeof monthFormats)[number];
const taxFormats = ['koinly', 'lots'] as const;
export type TaxFormat = (typeof taxFormats)[number];
const fileFormats = [...monthFormats, ...taxFormats];

export const isTaxFormat = (format: FileFormat | TaxFormat): format is TaxFormat =>
  taxFormats.some((each) => each === format);

export interface FileLink {
  readonly memberId: number;
  /** Of a tax file, the year: `2026`. */
  readonly period: Month;
  readonly format: FileFormat | TaxFormat;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Long enough to save three files. */
export const LINK_MS = 10 * MINUTE_MS;
const CONTEXT = 'statement-file';

/** Short, because a part of a path has at most 100 characters. */
export function sealLink(
  box: SecretBox,
  { memberId, period, format, expiresAt }: FileLink,
): string {
  return sealToken(box, [memberId, period, format, expiresAt].join(' '), CONTEXT);
}

/** Undefined for a token that is not ours or has expired. */
export function openLink(box: SecretBox, token: string, now: number): FileLink | undefined {
  const [memberId = '', period = '', format = '', expiresAt = ''] = openToken(
    box,
    token,
    CONTEXT,
  ).split(' ');
  const known = fileFormats.find((each) => each === format);
  if (known === undefined || Number(expiresAt) <= now) return undefined;
  return { memberId: Number(memberId), period, format: known, expiresAt: Number(expiresAt) };
}
