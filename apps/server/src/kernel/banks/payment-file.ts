/** The port to files of payments that a bank carries out. */
import type { Amount } from '@tern/money';
import type { OwnAccount } from './bank-statement.ts';

export interface Payment {
  /** The bank repeats it on the statement. */
  readonly endToEndId: string;
  /** In the currency of the file. */
  readonly amount: Amount;
  readonly payee: string;
  /** IBAN or account number, letters and digits. */
  readonly account: string;
  readonly bankName: string;
  /** ISO 3166 code. */
  readonly country: string;
}

export interface PaymentFile {
  /** PF-201: the bank refuses the same again. */
  readonly id: string;
  readonly currency: string;
  /** Who pays, from which account. */
  readonly payer: string;
  readonly from: OwnAccount;
  /** Epoch ms. */
  readonly madeAt: number;
  /** `2026-11-21`: when the bank carries it out. */
  readonly day: string;
  readonly payments: readonly Payment[];
}

export type WritePayments = (file: PaymentFile) => string;
