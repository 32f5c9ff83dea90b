/** Changes of terms in the review queue: facts, checks, and the effect of an approval. */
import { Refusal } from '../../../../kernel/requests/refusal.ts';
import type { Decision, ReviewKind } from '../../../../kernel/review/review-kind.ts';
import { faultAlong, type TermsField } from '../../../../kernel/terms/terms.ts';
import type { TermsSubject } from '../../../../kernel/terms/terms-registry.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Reader, Tx } from '../../../../platform/database/database.ts';
import { noticeMs } from '../proposals/setting-versions.ts';
import {
  announceVersion,
  type SettingVersion,
  setVersionState,
  versionById,
} from '../store-proposals.ts';
import { announcedSteps, stepOf, termsBefore, withStep } from './announced-terms.ts';
import { changeOf, type FieldChange, fieldChanges, shown } from './change-document.ts';
import { lockedSubject, TERMS, type TermsDeps } from './propose-terms.ts';

type KindDeps = Pick<TermsDeps, 'settings' | 'terms' | 'assets'>;

/** In English, like all evidence. */
const LABELS: Readonly<Record<TermsField, string>> = {
  inMin: 'Minimum deposit',
  inMax: 'Maximum deposit',
  inFee: 'Deposit fee',
  outMin: 'Minimum withdrawal',
  outMax: 'Maximum withdrawal',
  outFee: 'Withdrawal fee',
  takesIn: 'Accepts deposits',
  takesOut: 'Accepts withdrawals',
};

interface ProposedTerms {
  version: SettingVersion;
  subject: TermsSubject;
  /** Compared with the terms just before its effective time. */
  changes: FieldChange[];
  isPossible: boolean;
}

async function loadProposal(
  { terms, assets }: KindDeps,
  reader: Reader,
  id: number,
): Promise<ProposedTerms> {
  const version = await reader.one(versionById, [id]);
  const subject = (await terms.all(reader)).find(({ key }) => key === version.key);
  if (subject === undefined) throw new Error(`unknown terms ${version.key}`);
  const steps = await announcedSteps(reader, version.key);
  const step = stepOf(version);
  const { replaced } = version;
  const before = replaced === null ? termsBefore(subject.terms, steps, step) : changeOf(replaced);
  const { scale } = assets.get(subject.asset);
  const isPossible = faultAlong(subject.terms, withStep(steps, step), scale) === undefined;
  return { version, subject, changes: fieldChanges(before, step.change), isPossible };
}

async function announce(deps: KindDeps, tx: Tx, { subjectId, at }: Decision): Promise<void> {
  const version = await tx.one(versionById, [subjectId]);
  const subject = await lockedSubject(tx, deps.terms, version.key);
  // Members get the full notice, even after a late approval.
  const effectiveAt = Math.max(version.effectiveAt, at + noticeMs(deps));
  const way = withStep(await announcedSteps(tx, version.key), { ...stepOf(version), effectiveAt });
  const { scale } = deps.assets.get(subject.asset);
  // Another change was approved meanwhile, or this one now comes after it.
  if (faultAlong(subject.terms, way, scale) !== undefined) {
    throw new Refusal('check-failed', { data: { checks: ['terms-possible'] } });
  }
  await tx.run(announceVersion, [subjectId, at, effectiveAt]);
}

export function termsKind(deps: KindDeps): ReviewKind {
  return {
    kind: TERMS,
    letter: 'R',
    movesMoney: false,
    approvals: 2,
    async facts(reader, id) {
      const { version, changes } = await loadProposal(deps, reader, id);
      const { key, effectiveAt, message, reason } = version;
      const pairs = changes.map(({ field, from, to }) => [field, `${from} → ${to}`]);
      return {
        key,
        effectiveAt: isoTime(effectiveAt),
        message,
        reason,
        ...Object.fromEntries(pairs),
      };
    },
    async checks(reader, id) {
      const { isPossible } = await loadProposal(deps, reader, id);
      return [{ name: 'terms-possible', isPassed: isPossible, level: 'stop' }];
    },
    async evidence(reader, id) {
      const { version, subject, changes } = await loadProposal(deps, reader, id);
      const { asset, network, name, terms } = subject;
      return {
        summary: `${asset} · ${network === '' ? name : network} · ${version.reason}`,
        columns: ['Now', 'Just before', 'Proposed'],
        rows: changes.map(({ field, from, to }) => ({
          label: LABELS[field],
          values: [shown(terms[field]), from, to],
          isEqual: null,
        })),
        images: [],
      };
    },
    approve: (tx, decision) => announce(deps, tx, decision),
    async reject(tx, { subjectId }) {
      const { effectiveAt } = await tx.one(versionById, [subjectId]);
      await tx.run(setVersionState, [subjectId, 'rejected', effectiveAt]);
    },
  };
}
