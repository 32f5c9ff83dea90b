/** The statements of published facts: one line of printable ASCII each, whose bytes docs/public-log.md defines (ADR 89). */

/** The kind of an entry of the public log with statements of facts. */
export const FACTS = 'facts';

/** A version of a setting, limit or fee that was announced. */
export interface SettingVersion {
  readonly id: number;
  readonly key: string;
  /** Epoch milliseconds. */
  readonly effectiveAt: number;
  /** `hashOfJson` of its value. */
  readonly hash: string;
  readonly state: string;
}

/** Shape: `tern setting version 1|id|key|effectiveAt|hash|state`. */
export const settingText = ({ id, key, effectiveAt, hash, state }: SettingVersion): string =>
  `tern setting version 1|${id}|${key}|${effectiveAt}|${hash}|${state}`;

/** A version of the terms of a product that was scheduled or is in force. */
export interface ProductVersion {
  readonly product: number;
  readonly version: number;
  /** Epoch milliseconds. */
  readonly effectiveAt: number;
  /** `hashOfJson` of `{isOpen, terms}`. */
  readonly hash: string;
  readonly state: string;
}

/** Shape: `tern product version 1|product|version|effectiveAt|hash|state`. */
export const productText = (given: ProductVersion): string =>
  `tern product version 1|${given.product}|${given.version}|${given.effectiveAt}|${given.hash}|${given.state}`;

/** An operator as of a change of roles, keys or access. */
export interface StatedOperator {
  readonly id: number;
  readonly roles: readonly string[];
  readonly isActive: boolean;
  /** SHA-256 of the stored password and the stored secret of codes. */
  readonly keysHash: string;
}

/** Shape: `tern operator 1|id|roles|active or inactive|keysHash`, the roles in ASCII order with commas between. */
export const operatorText = ({ id, roles, isActive, keysHash }: StatedOperator): string =>
  `tern operator 1|${id}|${roles.toSorted().join(',')}|${isActive ? 'active' : 'inactive'}|${keysHash}`;

/** A role of operators as of a change of its permissions. */
export interface StatedRole {
  readonly id: number;
  /** Lower-case letters, as in the statements of operators. */
  readonly key: string;
  readonly version: number;
  readonly permissions: readonly string[];
  readonly isEnded: boolean;
}

/** Shape: `tern role 1|id|key|version|permissions|inForce or ended`, the permissions in ASCII order with commas between. */
export const roleText = ({ id, key, version, permissions, isEnded }: StatedRole): string =>
  `tern role 1|${id}|${key}|${version}|${permissions.toSorted().join(',')}|${isEnded ? 'ended' : 'inForce'}`;

/** A key that signs receipts, heads and commitments. */
export interface EvidenceKey {
  readonly id: number;
  /** Ed25519, hexadecimal. */
  readonly publicKey: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Shape: `tern evidence key 1|id|publicKey|createdAt`. */
export const evidenceKeyText = ({ id, publicKey, createdAt }: EvidenceKey): string =>
  `tern evidence key 1|${id}|${publicKey}|${createdAt}`;

/** Public figures as they were shown from `computedAt` on. */
export interface StatedFigures {
  /** Epoch milliseconds. */
  readonly computedAt: number;
  /** `hashOfJson` of the figures without their time. */
  readonly hash: string;
}

/** Shape: `tern figures 1|computedAt|hash`. */
export const figuresText = ({ computedAt, hash }: StatedFigures): string =>
  `tern figures 1|${computedAt}|${hash}`;

/** What two operators decided to list or to delist. */
export interface StatedDecision {
  /** Number of the listing or of the delisting. */
  readonly id: number;
  /** Epoch milliseconds. */
  readonly decidedAt: number;
  /** When it opens, or when its market takes no more orders. Epoch milliseconds. */
  readonly at: number;
  /** `hashOfJson` of its terms. */
  readonly hash: string;
  /** Numbers of operators. */
  readonly first: number;
  readonly second: number;
  readonly state: string;
}

const decisionText = (name: string, given: StatedDecision): string =>
  `tern ${name} 1|${given.id}|${given.decidedAt}|${given.at}|${given.hash}|${given.first}|${given.second}|${given.state}`;

/** Shape: `tern listing 1|id|decidedAt|opensAt|hash|first|second|state`. */
export const listingText = (given: StatedDecision): string => decisionText('listing', given);

/** Shape: `tern delisting 1|id|decidedAt|ordersUntil|hash|first|second|state`. */
export const delistingText = (given: StatedDecision): string => decisionText('delisting', given);

/** A closed day that two operators signed. */
export interface SignedDay {
  /** UTC: `2026-11-21`. */
  readonly day: string;
  /** SHA-256 of what both signed, hexadecimal. */
  readonly hash: string;
  /** Numbers of operators. */
  readonly first: number;
  readonly second: number;
  /** Of the second signature, epoch milliseconds. */
  readonly signedAt: number;
  /** What was signed: 1, the books; 2, also what chains and banks state. */
  readonly version: 1 | 2;
}

/** Shape: `tern day close 1|day|hash|first|second|signedAt`. */
export const signedDayText = ({ day, hash, first, second, ...rest }: SignedDay): string =>
  `tern day close ${rest.version}|${day}|${hash}|${first}|${second}|${rest.signedAt}`;
