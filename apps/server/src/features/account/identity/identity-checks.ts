/** What reviewers of documents are warned of: pictures another account sent, a new account, other names. */
import { memberById } from '../../../kernel/members/members.ts';
import { isAlikeName } from '../../../kernel/names/name-likeness.ts';
import { notFrozen } from '../../../kernel/review/member-checks.ts';
import type { ReviewCheck } from '../../../kernel/review/review-kind.ts';
import { listsCheck, screeningCheck } from '../../../kernel/screening/screen.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import type { IdentityDeps } from './deps.ts';
import { sides } from './document-fields.ts';
import { IDENTITY } from './send-documents.ts';
import { identitySettings } from './settings.ts';
import { alikeImages, type Documents } from './store.ts';

/** Copies of a photograph that were resized, saved again or slightly cut differ in fewer bits, other photographs in more. */
const ALIKE_BITS_MAX = 20;

export type CheckDeps = Pick<IdentityDeps, 'settings' | 'accountNames'>;

export async function identityChecks(
  reader: Reader,
  documents: Documents,
  { deps, at }: { deps: CheckDeps; at: number },
): Promise<readonly ReviewCheck[]> {
  const { id, memberId } = documents;
  const member = await memberById(reader, memberId);
  const hours = deps.settings.read(identitySettings.youngAccountHours);
  const age = at - (member?.createdAt ?? at);
  return [
    await notSentElsewhere(reader, documents),
    {
      name: 'account-not-new',
      isPassed: age >= hours * HOUR_MS,
      level: 'warning',
      detail: `${Math.floor(age / HOUR_MS)} h old`,
    },
    await sameNameAtBanks(reader, documents, deps),
    notFrozen(member, 'warning'),
    await screeningCheck(reader, { kind: IDENTITY, subjectId: id, memberId }),
    await listsCheck(reader, at),
  ];
}

async function notSentElsewhere(reader: Reader, { id, memberId }: Documents): Promise<ReviewCheck> {
  const found = await reader.many(alikeImages, [id, ALIKE_BITS_MAX, memberId]);
  const lines = found.map(({ memberId: other, side, isSame }) => {
    const label = sides.find((each) => each.side === side)?.label ?? side;
    return `ID ${other}: ${label.toLowerCase()}, ${isSame ? 'same file' : 'looks the same'}`;
  });
  const detail = lines.join('; ');
  return { name: 'images-not-elsewhere', isPassed: found.length === 0, level: 'warning', detail };
}

async function sameNameAtBanks(
  reader: Reader,
  { memberId, name }: Documents,
  { accountNames }: CheckDeps,
): Promise<ReviewCheck> {
  const known = await accountNames(reader, memberId);
  const others = known.filter((account) => !isAlikeName(account.name, name));
  const named = others.map((account) => `${account.source}: ${account.name}`).join('; ');
  const detail = known.length === 0 ? 'no account known' : named;
  return { name: 'name-as-at-banks', isPassed: others.length === 0, level: 'warning', detail };
}
