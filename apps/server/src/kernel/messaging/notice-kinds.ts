/**
 * The kinds of notices. A feature declares its own with `defineNotices`, merges them into `NoticeCatalogue` and gives them to the
 * app as `notices`: values of the texts, category, channels, and the page a notice opens.
 */
import type { Feature } from '../../platform/feature.ts';

/** What members switch on and off in their preferences. */
export const noticeCategories = [
  'security',
  'money',
  'loans',
  'contracts',
  'spot',
  'prices',
  'yield',
  'rewards',
  'service',
  'news',
] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

/** How a notice leaves the app. In the app it is always listed. */
export const noticeChannels = ['push', 'email'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

interface CategoryChannel {
  /** Until the member changes it. */
  isOn: boolean;
  /** Cannot be switched off; the table refuses it too. */
  isLocked: boolean;
}

const on = { isOn: true, isLocked: false };
const off = { isOn: false, isLocked: false };
const locked = { isOn: true, isLocked: true };

/** Security stays on, and due dates of loans also come by email. Orders that rest are forgotten: their fills come to devices. */
export const categoryChannels: Readonly<
  Record<NoticeCategory, Readonly<Record<NoticeChannel, CategoryChannel>>>
> = {
  security: { push: locked, email: locked },
  money: { push: on, email: on },
  loans: { push: on, email: locked },
  contracts: { push: on, email: off },
  spot: { push: on, email: off },
  // Each alert says by which of them.
  prices: { push: on, email: on },
  yield: { push: off, email: off },
  rewards: { push: off, email: off },
  service: { push: on, email: on },
  news: { push: on, email: off },
};

/**
 * How a value is stored and printed: an exact decimal; a list such as `10000 USDT, 0.1 BTC`; a moment or a UTC date in
 * ISO 8601; what a member reads of a decision, as the key of its text; a network address; plain text.
 */
export type NoticeValue = 'amount' | 'amounts' | 'moment' | 'date' | 'reason' | 'address' | 'text';

export interface NoticeDescription {
  /** Absent: the category of its record, for notices of reviews. */
  category?: NoticeCategory;
  /** By name; a name that ends with `?` may be absent. */
  values: Readonly<Record<string, NoticeValue>>;
  /** The account may be at risk, or the member has to act. */
  isUrgent?: true;
  /** The page that it opens where it has no record: `/pages/user/keys`. */
  page?: string;
  /** Absent: both. Without `email` where the feature sends its own one. */
  channels?: readonly NoticeChannel[];
}

/** A kind of record that notices link to. */
export interface NoticeRecord {
  category: NoticeCategory;
  /** Its page, which takes the record's id as `id`. */
  page: string;
}

/** Features merge theirs: `interface NoticeCatalogue { loan: typeof loanNotices }`. */
export interface NoticeCatalogue {}

type Merged<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? All
  : never;
type KindsOf<N> = N extends { kinds: infer Kinds } ? Kinds : never;
type Definitions = Merged<KindsOf<NoticeCatalogue[keyof NoticeCatalogue]>>;

export type NoticeKind = Extract<keyof Definitions, string>;

type Required<Names> = { [N in keyof Names as N extends `${string}?` ? never : N]: string };
type Optional<Names> = { [N in keyof Names as N extends `${infer Name}?` ? Name : never]?: string };
type ValuesOf<D> = D extends { values: infer Names } ? Required<Names> & Optional<Names> : never;

/** The values of a kind's texts, as strings. */
export type NoticeValues<K extends NoticeKind> = ValuesOf<Definitions[K]>;

const descriptions = new Map<string, NoticeDescription>();
const records = new Map<string, NoticeRecord>();

/** What a feature tells members of: its kinds of notices, and the kinds of records that they link to. */
export interface Notices {
  readonly kinds: Readonly<Record<string, NoticeDescription>>;
  readonly records: Readonly<Record<string, NoticeRecord>>;
}

/** A feature that tells members something. */
export interface NotifyingFeature extends Feature {
  readonly notices: Notices;
}

/** Each kind of notice is named `<family>.<event>`, each kind of record as in `about.kind`. */
export const defineNotices = <const D extends Notices['kinds']>(
  kinds: D,
  records: Notices['records'] = {},
): { readonly kinds: D; readonly records: Notices['records'] } => ({ kinds, records });

/** From now on these are known; again without effect. @throws Error for a second one of a name */
export function registerNotices(notices: Notices): void {
  for (const [kind, description] of Object.entries(notices.kinds)) {
    add(descriptions, kind, description);
  }
  for (const [kind, record] of Object.entries(notices.records)) add(records, kind, record);
}

function add<T>(known: Map<string, T>, kind: string, added: T): void {
  const before = known.get(kind);
  if (before !== undefined && before !== added) throw new Error(`${kind} is declared twice`);
  known.set(kind, added);
}

/** @throws Error for a kind that no feature declared */
export function describeNotice(kind: string): NoticeDescription {
  const description = descriptions.get(kind);
  if (description === undefined) throw new Error(`no feature declares notices of kind ${kind}`);
  return description;
}

/** Every declared kind. */
export const noticeKinds = (): readonly string[] => [...descriptions.keys()];

/** The categories in which some feature declares notices. */
export function usedCategories(): NoticeCategory[] {
  const used = new Set(
    [...descriptions.values(), ...records.values()].map((each) => each.category),
  );
  return noticeCategories.filter((category) => used.has(category));
}

/** @throws Error where neither the kind nor its record has a category */
export function categoryOf(kind: string, about: string): NoticeCategory {
  const category = describeNotice(kind).category ?? records.get(about)?.category;
  if (category === undefined) {
    throw new Error(`notices of kind ${kind} need a record; declare "${about}" in defineNotices`);
  }
  return category;
}

/** Whether notices of this kind leave the app by each channel, until the member changes it; null: never. */
export function defaultsOf(
  kind: string,
  category: NoticeCategory,
): Record<NoticeChannel, boolean | null> {
  const { channels = noticeChannels } = describeNotice(kind);
  const isOn = (channel: NoticeChannel) =>
    channels.includes(channel) ? categoryChannels[category][channel].isOn : null;
  return { push: isOn('push'), email: isOn('email') };
}

/** The page that a notice opens, with its query, such as `/pages/bitcoin/loanHistory?id=7`; null for none. */
export function linkOf({
  kind,
  about,
  aboutId,
}: {
  kind: string;
  about: string;
  aboutId: number;
}): string | null {
  const record = records.get(about);
  if (record === undefined || aboutId === 0) return describeNotice(kind).page ?? null;
  return `${record.page}${record.page.includes('?') ? '&' : '?'}id=${aboutId}`;
}

/** The notices of some categories, as conditions on kind and record. */
export interface CategoryFilter {
  /** These kinds. */
  kinds: string[];
  /** And these, if they are about one of `abouts`. */
  recordKinds: string[];
  abouts: string[];
}

/** Which stored notices belong to these categories. */
export function filterOf(categories: readonly NoticeCategory[]): CategoryFilter {
  const isIn = (category: NoticeCategory | undefined) =>
    category !== undefined && categories.includes(category);
  const all = [...descriptions];
  return {
    kinds: all.filter(([, { category }]) => isIn(category)).map(([kind]) => kind),
    recordKinds: all.filter(([, { category }]) => category === undefined).map(([kind]) => kind),
    abouts: [...records].filter(([, { category }]) => isIn(category)).map(([kind]) => kind),
  };
}

/** The act of a notice about a decision, as in `memberMessages`: its usual message stands for what operators wrote before. */
export function actOfNotice({ kind, about }: { kind: string; about: string }): string {
  const [family, step = ''] = kind.split('.');
  if (kind === 'review.held') return 'hold';
  if (family === 'review') return `reject.${about}`;
  if (family === 'withdrawal') return 'approve.verdict';
  return step === 'credit' || step === 'debit' ? 'approve.manual' : step;
}
