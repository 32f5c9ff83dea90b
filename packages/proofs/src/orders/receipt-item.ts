/** What a check of the receipt of an order gives. */

export const orderReceiptChecks = [
  'shape',
  'owner',
  'place',
  'log',
  'confirmed',
  'numbers',
  'times',
  'quotes',
  'prices',
  'queue',
] as const;

/** In the order of `orderReceiptChecks`; the last six only where the receipt has what they need. */
export interface OrderReceiptItem {
  readonly name: (typeof orderReceiptChecks)[number];
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
  /** Of a number that stands where it must not. */
  readonly number?: number;
  readonly at?: number;
}
