/** Lists of limits and fees: current values, and the versions proposed, announced and in force. */
import { changedLines } from '@tern/protocol/operator';
import type { InstrumentRegistry } from '../../../../kernel/catalog/instruments.ts';
import { termsAt } from '../../../../kernel/catalog/market-terms.ts';
import { messageIn } from '../../../../kernel/i18n/reasons.ts';
import type { Lang } from '../../../../kernel/i18n/texts.ts';
import { operatorLogins } from '../../../../kernel/operators/operators.ts';
import { type Page, readPage } from '../../../../kernel/requests/page.ts';
import {
  declaredSettings,
  settingByKey,
  storedSettings,
} from '../../../../kernel/settings/settings.ts';
import { isoTime } from '../../../../platform/clock.ts';
import type { TermsRegistry } from '../../../../kernel/terms/terms-registry.ts';
import type { Reader } from '../../../../platform/database/database.ts';
import { countVersions, listVersions, type SettingVersion } from '../store-proposals.ts';
import { announcedChanges } from '../terms/announced-terms.ts';
import { marketChanges, symbolOfKey } from '../terms/market-document.ts';
import { marketName } from '../terms/market-versions.ts';
import { changeOf, fieldChanges } from '../terms/change-document.ts';

type VersionState = 'proposed' | 'announced' | 'inForce' | 'rejected' | 'withdrawn';

/** Sorted by key; values as JSON. */
export async function listSettings(reader: Reader) {
  const stored = await storedSettings(reader);
  return declaredSettings().map(({ key, name, effect, form, range, document }) => ({
    key,
    name,
    effect,
    form,
    range,
    value: JSON.stringify(stored.get(key) ?? document),
    fallback: JSON.stringify(document),
  }));
}

export interface VersionDeps {
  database: Reader;
  instruments: InstrumentRegistry;
}

/** Newest first: for operators, or the agreed ones for members, with what they read in their language. */
export async function listSettingVersions(
  { database: reader, instruments }: VersionDeps,
  query: { key: string | null; page: Page; readBy: 'operators' | Lang },
) {
  const { key, page, readBy } = query;
  const only = readBy === 'operators' ? 0 : 1;
  const found = await readPage(
    reader,
    { list: listVersions, count: countVersions },
    { filter: [key, only], page, row: (version) => version },
  );
  const logins = await operatorLogins(
    reader,
    found.list.map(({ proposedBy }) => proposedBy),
  );
  const list = found.list.map((version) => ({
    ID: version.id,
    CreatedAt: isoTime(version.createdAt),
    key: version.key,
    value: JSON.stringify(version.value),
    replaced: version.replaced === null ? null : JSON.stringify(version.replaced),
    ...termsOf(version, instruments),
    reason: readBy === 'operators' ? version.reason : messageIn(readBy, version.message, 'terms'),
    effectiveAt: isoTime(version.effectiveAt),
    state: version.state as VersionState,
    proposedBy: logins.get(version.proposedBy) ?? '',
  }));
  return { ...found, list };
}

const KINDS = ['network', 'currency'] as const;

/** Subject and changed fields of a change of terms; empty for a setting. */
function termsOf(version: SettingVersion, instruments: InstrumentRegistry) {
  const { key, value, replaced } = version;
  const symbol = symbolOfKey(key);
  if (symbol !== undefined) {
    const instrument = instruments.find(symbol);
    const coinname = instrument === undefined ? symbol : marketName(instrument);
    const before = instrument && termsAt(instrument, version.effectiveAt - 1);
    const changes = marketChanges(version, before);
    return { kind: 'market' as const, coinname, czline: '', changes };
  }
  const [prefix, coinname = '', czline = ''] = key.split('.');
  const kind = KINDS.find((each) => each === prefix);
  if (kind === undefined)
    return { kind: 'setting' as const, coinname: '', czline: '', changes: [] };
  const before = replaced === null ? undefined : changeOf(replaced);
  return { kind, coinname, czline, changes: fieldChanges(before, changeOf(value)) };
}

/** The approved changes, for all members; for pending ones also the values before and after. */
export async function listAnnouncedChanges(
  deps: VersionDeps & { terms: TermsRegistry },
  { page, lang }: { page: Page; lang: Lang },
) {
  const { database: reader, terms } = deps;
  const query = { key: null, page, readBy: lang };
  const { list, ...place } = await listSettingVersions(deps, query);
  const stored = await storedSettings(reader);
  const coming = await announcedChanges(reader, await terms.all(reader));
  const projected = new Map(coming.map(({ version, changes }) => [version.id, changes]));
  const announced = list.map(({ replaced, proposedBy: _inside, ...change }) => ({
    ...change,
    changes: projected.get(change.ID) ?? change.changes,
    ...settingOut(change.key, {
      value: JSON.parse(change.value) as unknown,
      replaced: replaced === null ? stored.get(change.key) : (JSON.parse(replaced) as unknown),
    }),
  }));
  return { list: announced, ...place };
}

/** A setting as people read it; empty for terms. `replaced` is undefined for the default. */
function settingOut(key: string, { value, replaced }: { value: unknown; replaced: unknown }) {
  const setting = settingByKey(key);
  if (setting === undefined) return { name: '', effect: '', lines: [] };
  const { name, effect, form, document } = setting;
  return { name, effect, lines: changedLines(form, replaced ?? document, value) };
}
