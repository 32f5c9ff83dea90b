/** Lists of terms: current values, announced changes, and what is switched off and why. */
import { formatDecimal } from '@tern/money';
import type { AssetRegistry } from '../../../../kernel/catalog/assets.ts';
import { messageIn } from '../../../../kernel/i18n/reasons.ts';
import type { Lang } from '../../../../kernel/i18n/texts.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import type { Direction, Terms } from '../../../../kernel/terms/terms.ts';
import type { TermsRegistry, TermsSubject } from '../../../../kernel/terms/terms-registry.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { Database, Reader } from '../../../../platform/database/database.ts';
import { type Pause, runningPauses } from '../store-pauses.ts';
import { lastInForceWith, type SettingVersion } from '../store-proposals.ts';
import { announcedChanges } from './announced-terms.ts';

export interface ListDeps {
  database: Database;
  terms: TermsRegistry;
  assets: AssetRegistry;
}

const placeOf = ({ key, kind, asset, network }: TermsSubject) => ({
  key,
  kind,
  coinname: asset,
  czline: network,
});

function termsOut(terms: Terms) {
  const { takesIn, takesOut } = terms;
  return {
    inMin: formatDecimal(terms.inMin),
    inMax: formatDecimal(terms.inMax),
    inFee: formatDecimal(terms.inFee),
    outMin: formatDecimal(terms.outMin),
    outMax: formatDecimal(terms.outMax),
    outFee: formatDecimal(terms.outFee),
    takesIn,
    takesOut,
  };
}

/** For the console: every network and currency in display order. */
export async function listTerms({ database, terms, assets }: ListDeps) {
  return database.snapshot(async (reader) => {
    const subjects = await terms.all(reader);
    const coming = await comingOut(reader, subjects, ({ reason }) => reason);
    const pauses = await reader.many(runningPauses, []);
    const operatorIds = pauses.map(({ operatorId }) => operatorId);
    const logins = await operatorLogins(reader, operatorIds);
    const pauseOf = (key: string, direction: Direction) => {
      const pause = pauses.find((each) => each.key === key && each.direction === direction);
      if (pause === undefined) return null;
      const { reason, until, operatorId } = pause;
      return { reason, until: isoTime(until), by: logins.get(operatorId) ?? '' };
    };
    return subjects.map((subject) => ({
      ...placeOf(subject),
      name: subject.name,
      places: assets.get(subject.asset).scale,
      without: [...(terms.source(subject.key)?.without ?? [])],
      terms: termsOut(subject.terms),
      pausedIn: pauseOf(subject.key, 'in'),
      pausedOut: pauseOf(subject.key, 'out'),
      coming: coming.filter(({ key }) => key === subject.key),
    }));
  });
}

/** For members: announced changes, soonest first, and networks and currencies that are switched off. */
export async function listTermsChanges({ database, terms }: ListDeps, lang: Lang) {
  return database.snapshot(async (reader) => {
    const subjects = await terms.all(reader);
    const coming = await comingOut(reader, subjects, ({ message }) =>
      messageIn(lang, message, 'terms'),
    );
    return { coming, stopped: await stoppedOut(reader, subjects, lang) };
  });
}

/** With the text that `reasonOf` gives: what members read, or the reason for operators. */
async function comingOut(
  reader: Reader,
  subjects: readonly TermsSubject[],
  reasonOf: (version: SettingVersion) => string,
) {
  const coming = await announcedChanges(reader, subjects);
  return coming.map(({ version, subject, changes }) => ({
    ID: version.id,
    ...placeOf(subject),
    effectiveAt: isoTime(version.effectiveAt),
    reason: reasonOf(version),
    changes,
  }));
}

interface Stopped extends ReturnType<typeof placeOf> {
  way: Direction;
  until: string | null;
  reason: string;
}

async function stoppedOut(
  reader: Reader,
  subjects: readonly TermsSubject[],
  lang: Lang,
): Promise<Stopped[]> {
  const pauses = await reader.many(runningPauses, []);
  const inOut = await Promise.all(
    (['in', 'out'] as const).map((direction) =>
      stoppedIn(reader, { subjects, pauses, direction, lang }),
    ),
  );
  return inOut.flat();
}

async function stoppedIn(
  reader: Reader,
  at: {
    subjects: readonly TermsSubject[];
    pauses: readonly Pause[];
    direction: Direction;
    lang: Lang;
  },
): Promise<Stopped[]> {
  const { subjects, pauses, direction, lang } = at;
  const field = direction === 'in' ? 'takesIn' : 'takesOut';
  const off = subjects.filter(({ terms }) => !terms[field]);
  const keys = off.map(({ key }) => key);
  const versions = await reader.many(lastInForceWith, [keys, { [field]: false }]);
  return subjects.flatMap((subject): Stopped[] => {
    const { key } = subject;
    const pause = pauses.find((each) => each.key === key && each.direction === direction);
    const about = { ...placeOf(subject), way: direction };
    if (!subject.terms[field]) {
      const message = versions.find((each) => each.key === key)?.message ?? '';
      return [{ ...about, until: null, reason: messageIn(lang, message, 'terms') }];
    }
    if (pause === undefined) return [];
    const reason = messageIn(lang, pause.message, 'pause');
    return [{ ...about, until: isoTime(pause.until), reason }];
  });
}
