/** Verifies the evidence of a timed contract offline: signatures, chain, prices and result. */
import { countedTicks, openingSpan, settle, type Settlement } from '@tern/settlement';
import { type BundlePlace, resultOf, termsHash } from './bundle.ts';
import { checkHead, checkLinks, hashesAfter } from './check-chain.ts';
import { checkLogged } from './check-logged.ts';
import { isSignedText } from './hash-text.ts';
import type { LogTrust } from './log/checkpoint.ts';
import { type ReadBundle, readBundle } from './read-bundle.ts';
import { receiptText } from './statements.ts';

export const bundleChecks = [
  'shape',
  'terms',
  'receipt',
  'head',
  'chain',
  'opening',
  'closing',
  'result',
  'log',
] as const;

export interface VerifiedItem {
  readonly name: (typeof bundleChecks)[number];
  readonly pass: boolean;
  /** The reason, in English. */
  readonly why: string;
}

type Finding = readonly [pass: boolean, why: string];

/** The input of the checks. */
interface Evidence extends ReadBundle {
  readonly publicKeys: readonly string[];
  readonly log: LogTrust | undefined;
  /** The chain's hash after each tick, recomputed; by position. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly settlement: Settlement;
}

export interface BundleTrust {
  /** The exchange's Ed25519 key in hexadecimal from a trusted place, or all its keys if it had several. */
  readonly publicKey: string | readonly string[];
  /** The public log and its keys. Evidence of version 3 needs it. */
  readonly log?: LogTrust | undefined;
}

/**
 * Runs every check, in the order of `bundleChecks`; the bundle is proven when all pass. A bundle that cannot be parsed
 * fails every check. Versions 1 and 2 have no item "log": nothing shows that their receipt and head were not signed later.
 */
export function verifyBundle(value: unknown, trust: BundleTrust): VerifiedItem[] {
  const { publicKey, log } = trust;
  const read = readBundle(value);
  if (read === undefined) {
    const unread = 'not checked: the bundle cannot be read';
    return bundleChecks.map((name) => ({
      name,
      pass: false,
      why:
        name === 'shape'
          ? 'not a bundle of version 1, 2 or 3, or a field is missing or extra'
          : unread,
    }));
  }
  const evidence: Evidence = {
    ...read,
    publicKeys: typeof publicKey === 'string' ? [publicKey] : publicKey,
    log,
    hashes: hashesOf(read),
    settlement: settle(read.contract, read.ticks),
  };
  const { symbol } = read.bundle.terms;
  const findings: Record<VerifiedItem['name'], Finding | undefined> = {
    shape: checkShape(evidence),
    terms: checkTerms(evidence),
    receipt: checkReceipt(evidence),
    head: checkHead(read.bundle.head, symbol, evidence.publicKeys),
    chain: checkLinks(
      { ...read.bundle, ...read.bundle.chain, symbol, ticks: read.ticks },
      evidence.hashes,
    ),
    opening: checkOpening(evidence),
    closing: checkClosing(evidence),
    result: checkResult(evidence),
    log: checkLogged(read.bundle, log),
  };
  return bundleChecks.flatMap((name) => {
    const finding = findings[name];
    return finding === undefined ? [] : [{ name, pass: finding[0], why: finding[1] }];
  });
}

function checkShape({ bundle: { version, log } }: Evidence): Finding {
  const since = log === undefined ? ', from before receipts and heads were in the public log' : '';
  return [true, `a bundle of version ${version} with exactly its fields${since}`];
}

/** The recomputed hash after each tick of a bundle, by position; empty for a bundle that cannot be parsed. */
export function hashesInBundle(value: unknown): ReadonlyMap<number, string> {
  const read = readBundle(value);
  return read === undefined ? new Map() : hashesOf(read);
}

function hashesOf({ bundle, ticks }: ReadBundle): Map<number, string> {
  return hashesAfter(bundle.chain.hashBefore, ticks);
}

function checkTerms({ bundle, contract }: Evidence): Finding {
  const isSame = termsHash(contract.terms) === bundle.termsHash;
  return [isSame, isSame ? 'the terms match their hash' : 'the terms do not match their hash'];
}

function checkReceipt({ bundle, publicKeys }: Evidence): Finding {
  const { contract, terms, termsHash: hash, receipt } = bundle;
  const text = receiptText({ ...contract, symbol: terms.symbol, termsHash: hash });
  const isSigned = publicKeys.some((key) => isSignedText(text, receipt, key));
  return [
    isSigned,
    isSigned
      ? 'direction, stake, time and terms match the receipt signed at acceptance'
      : 'the contract does not match a receipt signed with this key',
  ];
}

function checkOpening({ bundle, contract, ticks, hashes, settlement }: Evidence): Finding {
  const { acceptedAt } = contract;
  const [first] = ticks;
  if (first === undefined || (first.seq !== 1 && first.at > acceptedAt)) {
    return [false, 'the tick before acceptance is missing: an earlier opening tick may be hidden'];
  }
  const { after } = openingSpan(contract.terms, acceptedAt);
  if (!countedTicks(contract.terms, ticks).some((tick) => tick.at > after)) {
    return [false, 'no tick after acceptance is known yet'];
  }
  if (settlement.status === 'void') {
    return bundle.opening === null
      ? [true, 'no tick came in time after acceptance']
      : [false, 'the first tick after acceptance came too late to open the contract'];
  }
  return checkPlace('the first tick after acceptance', bundle.opening, {
    seq: settlement.open.seq,
    hash: hashes.get(settlement.open.seq) ?? '',
  });
}

function checkClosing({ bundle, ticks, hashes, settlement }: Evidence): Finding {
  if (settlement.status === 'void') {
    return bundle.closing === null
      ? [true, 'a void contract has no closing tick']
      : [false, 'a void contract cannot have a closing tick'];
  }
  if (!ticks.some((tick) => tick.at > settlement.dueAt)) {
    return [false, 'no tick after the due time is known yet: a later closing tick may be hidden'];
  }
  return checkPlace('the last tick at or before the due time', bundle.closing, {
    seq: settlement.close.seq,
    hash: hashes.get(settlement.close.seq) ?? '',
  });
}

function checkPlace(what: string, stated: BundlePlace | null, found: BundlePlace): Finding {
  if (stated?.seq !== found.seq) return [false, `${what} is ${found.seq}, not ${stated?.seq}`];
  if (stated.hash !== found.hash) return [false, `tick ${found.seq} has another hash in the chain`];
  return [true, `${what} is ${found.seq}, and its neighbours are adjacent`];
}

function checkResult({ bundle, settlement }: Evidence): Finding {
  const due = resultOf(settlement);
  const wrong = (Object.keys(due) as (keyof typeof due)[]).find(
    (key) => due[key] !== bundle.result[key],
  );
  if (wrong === undefined) return [true, `${due.status}, ${due.outcome}, profit ${due.profit}`];
  return [false, `${wrong} is ${due[wrong]} by the rule, not ${bundle.result[wrong]}`];
}
