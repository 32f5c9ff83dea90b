/** Name and icon of each kind of review. */
import {
  bankIcon,
  cardIcon,
  depositIcon,
  documentIcon,
  gridIcon,
  identityIcon,
  keyIcon,
  loanIcon,
  megaphoneIcon,
  slidersIcon,
  swapIcon,
  warningIcon,
  withdrawIcon,
} from '@tern/ui';
import { texts } from '../../../kernel/texts.ts';
import { queueTexts } from './texts.ts';

const ICONS: Readonly<Record<string, string>> = {
  deposit: depositIcon,
  withdrawal: withdrawIcon,
  wire: bankIcon,
  payout: cardIcon,
  identity: identityIcon,
  loan: loanIcon,
  manual: swapIcon,
  setting: slidersIcon,
  terms: slidersIcon,
  account: keyIcon,
  operatorKey: keyIcon,
  operatorLink: keyIcon,
  role: keyIcon,
  customerFile: documentIcon,
  payback: cardIcon,
  verdict: withdrawIcon,
  cap: slidersIcon,
  release: withdrawIcon,
  stray: depositIcon,
  discrepancy: warningIcon,
  announcement: megaphoneIcon,
  product: gridIcon,
  funding: bankIcon,
  treasury: bankIcon,
  venuemove: swapIcon,
  resume: swapIcon,
};

export function iconOfKind(kind: string): string {
  return ICONS[kind] ?? documentIcon;
}

/** As a heading: "Withdrawals". */
export function pluralOfKind(kind: string): string {
  return queueTexts.kindsPlural[kind] ?? nameOfKind(kind);
}

/** An unknown kind is shown by its name in the API. */
export function nameOfKind(kind: string): string {
  return texts.kinds[kind] ?? kind;
}
