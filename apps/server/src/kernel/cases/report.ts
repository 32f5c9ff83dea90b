/** What a report of a case says, whatever the format of the authority. */

/** What is suspected, each with its subtype and type in FinCEN's list. */
export const suspicions = {
  belowThreshold: ['113', '1'],
  falseDocuments: ['403', '4'],
  refusedDocuments: ['404', '4'],
  severalIdentities: ['402', '4'],
  suspiciousTransfers: ['805', '8'],
  severalAccounts: ['807', '8'],
  thirdParties: ['809', '8'],
  outOfPattern: ['812', '8'],
  sourceOfFunds: ['821', '8'],
  funnelAccount: ['824', '8'],
  terrorism: ['701', '7'],
  stolenAccount: ['920', '9'],
  noPurpose: ['925', '9'],
  workingTogether: ['911', '9'],
} as const satisfies Record<string, readonly [subtype: string, type: string]>;
export type Suspicion = keyof typeof suspicions;

/** Who files: from the setting `cases.filer`. Empty texts are unknown. */
export interface Filer {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  /** Of the USA, Canada and Mexico. */
  readonly state: string;
  readonly zip: string;
  readonly phone: string;
  /** Tax number, digits. */
  readonly tin: string;
  /** FinCEN's Transmitter Control Code. */
  readonly tcc: string;
  /** Who answers questions of the authority. */
  readonly contact: string;
  /** Number of the filer at the financial intelligence unit. */
  readonly entityId: string;
  /** ISO 4217. */
  readonly currency: string;
}

export interface CaseReport {
  /** CS-118. */
  readonly recordNo: string;
  readonly filer: Filer;
  readonly filedAt: number;
  readonly subject: {
    readonly memberId: number;
    /** As in the documents; empty: unknown. */
    readonly name: string;
    readonly email: string;
    /** With the country code, digits. */
    readonly phone: string;
    readonly addresses: readonly string[];
    readonly isCustomer: boolean;
  };
  readonly suspicions: readonly Suspicion[];
  /** UTC days, both included: 2026-11-21. */
  readonly fromDay: string;
  readonly untilDay: string;
  /** Whole dollars; 0: unknown. */
  readonly amount: number;
  readonly narrative: string;
}
