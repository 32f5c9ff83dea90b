/** What the script before the first paint shares with the app (app/first-paint.ts): stored choices, and inputs of home's calls. */
import type { Output } from '@tern/protocol/client';
import type { Appearance, ThemeChoice } from '../platform/appearance.ts';
import { isFlag, type Slot, slot } from '../platform/storage.ts';

const isTheme = (value: unknown): value is ThemeChoice =>
  value === 'dark' || value === 'light' || value === 'system';
const isPalette = (value: unknown): value is Appearance['palette'] =>
  value === 'classic' || value === 'cvd';

/** The display settings of this browser. */
export const storedDisplay = {
  theme: slot('theme', isTheme),
  palette: slot('palette', isPalette),
  swapped: slot('swapped', isFlag),
  amountsHidden: slot('amounts-hidden', isFlag),
};

export type User = Output<'POST /base/login'>['user'];

export interface Session {
  token: string;
  user: User;
}

function isSession(value: unknown): value is Session {
  const session = value as Partial<Session> | null;
  return typeof session?.token === 'string' && typeof session.user?.ID === 'number';
}

/** The session of this browser. */
export const storedSession: Slot<Session> = slot('session', isSession);

/** The kinds of articles, and their numbers in the API (`cate`). */
export const articleKinds = { announcement: 1, help: 2, rules: 3 } as const;

/** Input of `/base/article` for the single line on home. */
export const newestAnnouncement = { cate: articleKinds.announcement, page: 1, pageSize: 1 };

/** The two kinds of trade list, and their numbers in the API (`from`). */
const marketKinds = { crypto: 1, metalsAndForex: 2 } as const;
export type MarketKind = keyof typeof marketKinds;

/** Input of `/base/tradelist` for all markets of a kind. */
export function marketListOf(kind: MarketKind) {
  return { from: marketKinds[kind], page: 1, pageSize: 100 };
}
