/** Announced changes of terms, and the terms in force at a given time. */
import type { Reader } from '../../../../platform/database/database.ts';
import type { TermsSubject } from '../../../../kernel/terms/terms-registry.ts';
import { afterSteps, type Step, type Terms } from '../../../../kernel/terms/terms.ts';
import { announcedVersions, type SettingVersion } from '../store-proposals.ts';
import { changeOf, type FieldChange, fieldChanges } from './change-document.ts';

/** A change that takes effect at `effectiveAt` (epoch ms); of two at the same time the older comes first. */
export interface TimedStep extends Step {
  id: number;
  effectiveAt: number;
}

export function stepOf({ id, effectiveAt, value }: SettingVersion): TimedStep {
  return { id, effectiveAt, change: changeOf(value) };
}

/** Ordered by effective time. */
export async function announcedSteps(reader: Reader, key: string): Promise<TimedStep[]> {
  return (await reader.many(announcedVersions, [key])).map(stepOf);
}

const isBefore = (left: TimedStep, right: TimedStep) =>
  left.effectiveAt === right.effectiveAt
    ? left.id < right.id
    : left.effectiveAt < right.effectiveAt;

/** The steps with another one inserted in order. */
export function withStep(steps: readonly TimedStep[], added: TimedStep): TimedStep[] {
  const others = steps.filter(({ id }) => id !== added.id);
  return [
    ...others.filter((step) => isBefore(step, added)),
    added,
    ...others.filter((step) => !isBefore(step, added)),
  ];
}

/** The terms just before a step takes effect. */
export function termsBefore(terms: Terms, steps: readonly TimedStep[], step: TimedStep): Terms {
  const before = steps.filter((each) => each.id !== step.id && isBefore(each, step));
  return afterSteps(terms, before);
}

/** The announced versions with the values before and after each. */
export async function announcedChanges(
  reader: Reader,
  subjects: readonly TermsSubject[],
): Promise<{ version: SettingVersion; subject: TermsSubject; changes: FieldChange[] }[]> {
  const byKey = new Map(subjects.map((subject) => [subject.key, subject]));
  const reached = new Map<string, Terms>();
  return (await reader.many(announcedVersions, [null])).flatMap((version) => {
    const subject = byKey.get(version.key);
    if (subject === undefined) return [];
    const before = reached.get(version.key) ?? subject.terms;
    const step = stepOf(version);
    reached.set(version.key, afterSteps(before, [step]));
    return [{ version, subject, changes: fieldChanges(before, step.change) }];
  });
}
