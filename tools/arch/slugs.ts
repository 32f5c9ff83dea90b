/** The features of Tern: one slug names the same feature in every part of the tree. */
export const slugs: ReadonlySet<string> = new Set([
  'auth',
  'profile',
  'verification',
  'market',
  'spot',
  'keys',
  'operators',
  'futures',
  'offering',
  'staking',
  'earn',
  'deposit',
  'withdrawal',
  'fiat',
  'swap',
  'loan',
  'assets',
  'referral',
  'announcement',
  'notification',
  'support',
  'site',
  'transparency',
]);

/** The operators' feature is one on the server; in the console each of its parts has a room of its own. */
export const consoleRooms: ReadonlySet<string> = new Set([
  'session',
  'reviews',
  'customers',
  'chain',
  'settings',
  'lookback',
  'announcement',
  'operators',
  'futures',
]);
