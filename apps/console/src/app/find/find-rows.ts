/** What a search found, as rows of the dialog: group, texts, and where each row leads. */
import type { OperatorOutput } from '@tern/protocol/operator/client';
import {
  bankIcon,
  depositIcon,
  documentIcon,
  identityIcon,
  megaphoneIcon,
  pinIcon,
  tradeIcon,
  userIcon,
  withdrawIcon,
} from '@tern/ui';
import { pages } from '../../kernel/pages.ts';
import { texts } from '../../kernel/texts.ts';
import { hrefOf } from '../../platform/address.ts';
import { findTexts, type Group, groups } from './texts.ts';

export type Found = OperatorOutput<'GET /operator/find'>;

export interface FoundRow {
  key: string;
  group: Group;
  icon: string;
  title: string;
  line: string;
  /** At the right end. */
  state: string;
  href: string;
  /** The customer that the preview shows. */
  customerId: number | null;
}

const KIND_ICONS: Readonly<Record<string, string>> = {
  deposit: depositIcon,
  withdrawal: withdrawIcon,
  wire: bankIcon,
  payout: bankIcon,
  identity: identityIcon,
  verification: identityIcon,
  order: tradeIcon,
};

const customerHref = (id: number | null) => hrefOf(pages.customers, { id: String(id) });

/** "Anna Weber", or the ID of one without documents. */
const whoOf = (row: { memberId: number | null; memberName: string }): string => {
  if (row.memberName !== '') return row.memberName;
  return row.memberId === null ? findTexts.exchange : texts.queue.member(row.memberId);
};

/** An address or transaction as its two ends. */
const ends = (text: string): string =>
  text.length <= 20 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`;

const READERS: { readonly [G in Group]: (found: Found) => FoundRow[] } = {
  customers: ({ customers }) =>
    customers.list.map((each) => ({
      key: `customer ${each.ID}`,
      group: 'customers',
      icon: userIcon,
      title: each.name === '' ? texts.queue.member(each.ID) : each.name,
      line: [each.name === '' ? '' : texts.queue.member(each.ID), each.email, each.phone]
        .filter(Boolean)
        .join(' · '),
      state: each.isNameVerified ? findTexts.verified : findTexts.notVerified,
      href: customerHref(each.ID),
      customerId: each.ID,
    })),
  records: ({ records }) =>
    records.list.map((each) => ({
      key: `record ${each.recordNo}`,
      group: 'records',
      icon: KIND_ICONS[each.kind] ?? documentIcon,
      title: [each.recordNo, each.amount === null ? '' : `${each.amount} ${each.coinname ?? ''}`]
        .filter(Boolean)
        .join(', '),
      line: `${whoOf(each)} · ${texts.kinds[each.kind] ?? findTexts.kinds[each.kind] ?? each.kind}`,
      state: each.isOpen ? findTexts.open : findTexts.done,
      href:
        each.reviewId === null
          ? customerHref(each.memberId)
          : hrefOf(pages.queue, { id: String(each.reviewId) }),
      customerId: each.memberId,
    })),
  addresses: ({ addresses }) =>
    addresses.list.map((each) => ({
      key: `address ${each.memberId} ${each.network} ${each.address}`,
      group: 'addresses',
      icon: pinIcon,
      title: ends(each.address),
      line:
        each.use === 'deposit'
          ? findTexts.ownAddress(whoOf(each))
          : findTexts.savedAddress(whoOf(each), each.name),
      state: each.network,
      href: customerHref(each.memberId),
      customerId: each.memberId,
    })),
  announcements: ({ announcements }) =>
    announcements.list.map((each) => ({
      key: `announcement ${each.ID}`,
      group: 'announcements',
      icon: megaphoneIcon,
      title: each.title,
      line: texts.nav.announcements,
      state: each.isPublished ? findTexts.published : findTexts.draft,
      href: hrefOf(pages.announcements, { id: String(each.ID) }),
      customerId: null,
    })),
  notes: ({ notes }) =>
    notes.list.map((each) => ({
      key: `note ${each.ID}`,
      group: 'notes',
      icon: documentIcon,
      title: `“${each.note}”`,
      line: findTexts.noteOf(each.login, whoOf(each)),
      state: '',
      href: customerHref(each.memberId),
      customerId: each.memberId,
    })),
};

/** Of all groups before one of them is chosen. */
const SHOWN_OF_EACH = 4;

/** `#` before the words asks for records only, `@` for customers. */
export function readTyped(typed: string): { words: string; group: Group | undefined } {
  const [first = ''] = typed;
  const group = ({ '#': 'records', '@': 'customers' } as const)[first];
  return { words: (group === undefined ? typed : typed.slice(1)).trim(), group };
}

/** Groups that were found, with how many; those without are not shown. */
export const countedGroups = (found: Found): { group: Group; count: string }[] =>
  groups.flatMap((group) => {
    const { list, total } = found[group];
    if (total === 0) return [];
    return [{ group, count: total > list.length ? `${list.length}+` : String(total) }];
  });

/** The rows of one group, or the first of each. */
export function rowsOf(found: Found, group: Group | undefined): FoundRow[] {
  if (group !== undefined) return READERS[group](found);
  return groups.flatMap((each) => READERS[each](found).slice(0, SHOWN_OF_EACH));
}

/** As the server compares words: lower case, without accents. One letter stays one. */
const plain = (letter: string) =>
  letter
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** The text in pieces, of which those that match a word are marked. */
export function markedPieces(text: string, words: string): { text: string; isMarked: boolean }[] {
  const letters = [...text];
  const plainLetters = letters.map(plain);
  const whole = plainLetters.join('');
  // Where each letter begins in the compared text.
  const starts: number[] = [];
  let at = 0;
  for (const each of plainLetters) {
    starts.push(at);
    at += each.length;
  }
  const ranges = plain(words)
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word) => {
      const from = whole.indexOf(word);
      return from === -1 ? [] : [[from, from + word.length] as const];
    });
  const pieces: { text: string; isMarked: boolean }[] = [];
  for (const [index, letter] of letters.entries()) {
    const start = starts[index]!;
    const isMarked = ranges.some(([from, to]) => start >= from && start < to);
    const last = pieces.at(-1);
    if (last?.isMarked === isMarked) last.text += letter;
    else pieces.push({ text: letter, isMarked });
  }
  return pieces;
}
